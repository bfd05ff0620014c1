/** Maximum length of a decision's reason, and of the comment on a delegation. */
export const MAX_REASON_LENGTH = 250
