/** What the audit trail keeps events of beside documents, under these names in place of a type's id: no document type has one of them. */
export const AUDIT_SUBJECTS = ['company', 'demo', 'overlays', 'session', 'settings', 'statement', 'user'] as const

export type AuditSubject = (typeof AUDIT_SUBJECTS)[number]

/** Whether the name is the audit trail's own. */
export function isAuditSubject(name: string): name is AuditSubject {
  return (AUDIT_SUBJECTS as readonly string[]).includes(name)
}
