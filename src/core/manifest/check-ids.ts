import { AUDIT_KINDS, isAuditKind } from './audit-kinds.ts'
import { typeNames, type Pass } from './check-context.ts'
import type { DocumentTypeManifest } from './manifest.generated.ts'

/** Ids of a type, earlier ones too, belong to nobody else: what is stored under them would be taken for the other's, or go from one to the other at every start. */
export const checkIds: Pass = (context, expanded, type) => {
  const taken = (id: string, path: (string | number)[]): void => context.reporter.inType('E115', expanded, path, `"${id}" is a name that the audit trail uses itself.`, { seen: id, expected: `none of ${AUDIT_KINDS.join(', ')}` })
  if (isAuditKind(type.id)) taken(type.id, ['id'])
  for (const [index, earlier] of type.renamedFrom.entries()) {
    const path = ['renamedFrom', index]
    const other = Object.values(context.catalogue.types).find(({ id, renamedFrom }) => id !== type.id && renamedFrom.includes(earlier))
    if (isAuditKind(earlier)) taken(earlier, path)
    else if (typeNames(context).includes(earlier)) context.reporter.inType('E112', expanded, path, `"${earlier}" is still a document type of its own.`, { seen: earlier })
    else if (other !== undefined) context.reporter.inType('E112', expanded, path, `The document type "${other.id}" was called "${earlier}" too.`, { seen: earlier })
  }
}

/** Only what the server posts by itself can wait for its number until the transaction commits. */
export const checkSeries: Pass = (context, expanded) => {
  const { kind, series, gapless } = expanded.manifest as unknown as DocumentTypeManifest
  if (gapless !== true) return
  const refuse = (message: string, seen: string): void => context.reporter.inType('E273', expanded, ['gapless'], message, { seen, expected: 'a ledger with a series' })
  if (kind !== 'ledger') refuse(`A ${kind} takes its number as it is made and may leave a gap.`, kind)
  else if (series === undefined) refuse('There is no series that could be without gaps.', 'no series')
}
