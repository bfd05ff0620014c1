/** Most characters of a decision's reason, and of the comment when it is handed on. */
export const MAX_REASON_LENGTH = 250
