/** What the audit trail keeps events of beside documents, under these names in place of a type's id: no document type has one of them. */
export const AUDIT_KINDS = ['demo', 'overlays', 'session', 'settings', 'statement', 'user'] as const

export type AuditKind = (typeof AUDIT_KINDS)[number]

/** Whether the name is the audit trail's own. */
export function isAuditKind(name: string): name is AuditKind {
  return (AUDIT_KINDS as readonly string[]).includes(name)
}
