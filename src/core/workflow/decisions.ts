/** The decisions that an approval brings; a manifest may declare them to say what differs. */
export const DECISIONS = ['approve', 'reject', 'delegate', 'return'] as const

export type DecisionKind = (typeof DECISIONS)[number]

/** Whether the action is taken on an approval entry, not on the record alone. */
export function isDecision(action: string): action is DecisionKind {
  return (DECISIONS as readonly string[]).includes(action)
}
