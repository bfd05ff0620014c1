import { AUDIT_SUBJECTS, isAuditSubject } from './audit-subjects.ts'
import { typeNames, type CheckPass } from './check-context.ts'
import type { DocumentTypeManifest } from '../language/manifest.generated.ts'

/**
 * Ids of a type, including earlier ones, must belong to no other: otherwise its stored records would be taken for the other's, or would
 * move from one to the other at every start.
 */
export const checkIds: CheckPass = (context, expanded, type) => {
  const taken = (id: string, path: (string | number)[]): void => context.reporter.inType('E115', expanded, path, `"${id}" is a name that the audit trail uses itself.`, { seen: id, expected: `none of ${AUDIT_SUBJECTS.join(', ')}` })
  if (isAuditSubject(type.id)) taken(type.id, ['id'])
  for (const [index, earlier] of type.renamedFrom.entries()) {
    const path = ['renamedFrom', index]
    const other = Object.values(context.catalogue.types).find(({ id, renamedFrom }) => id !== type.id && renamedFrom.includes(earlier))
    if (isAuditSubject(earlier)) taken(earlier, path)
    else if (typeNames(context).includes(earlier)) context.reporter.inType('E112', expanded, path, `"${earlier}" is still a document type of its own.`, { seen: earlier })
    else if (other !== undefined) context.reporter.inType('E112', expanded, path, `The document type "${other.id}" was called "${earlier}" too.`, { seen: earlier })
  }
}

/**
 * Only entries that the server posts itself can wait for their number until the transaction commits. And nobody could tell the numbers of two
 * types apart that have the same series.
 */
export const checkSeries: CheckPass = (context, expanded) => {
  const { id, kind, gapless, series } = expanded.manifest as unknown as DocumentTypeManifest
  if (gapless === true && kind !== 'ledger') context.reporter.inType('E273', expanded, ['gapless'], `A ${kind} takes its number as it is made and may leave a gap.`, { seen: kind, expected: 'a ledger' })
  const other = series === undefined ? undefined : Object.values(context.catalogue.types).find((type) => type.id !== id && type.series !== undefined && formOf(type.series) === formOf(series))
  if (series !== undefined && other !== undefined) context.reporter.inType('E288', expanded, ['series'], `The document type "${other.id}" has the same numbers.`, { seen: series, expected: 'a series of its own' })
}

/** What tells the numbers of a series from others: its letters in either case, and the year, but not how many digits it has. */
function formOf(series: string): string {
  return series.toUpperCase().replace(/\{0+\}/, '{0}')
}
