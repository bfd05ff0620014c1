/** Subjects of audit events other than documents. They take the place of a document type's id, so no type may have one of these names. */
export const AUDIT_SUBJECTS = ['company', 'demo', 'overlays', 'session', 'settings', 'statement', 'user'] as const

export type AuditSubject = (typeof AUDIT_SUBJECTS)[number]

/** Whether the audit trail itself uses the name. */
export function isAuditSubject(name: string): name is AuditSubject {
  return (AUDIT_SUBJECTS as readonly string[]).includes(name)
}
