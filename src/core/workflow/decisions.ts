/** The decisions that every approval brings; a manifest may declare them to specify what differs. */
export const DECISIONS = ['approve', 'reject', 'delegate', 'return'] as const

export type DecisionKind = (typeof DECISIONS)[number]

/** Whether the action is performed on an approval entry, not on the record alone. */
export function isDecision(action: string): action is DecisionKind {
  return (DECISIONS as readonly string[]).includes(action)
}

/** Maximum length of a decision's reason, and of the comment on a delegation. */
export const MAX_REASON_LENGTH = 250
