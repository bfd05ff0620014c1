import type { ClientManifest } from '../../../contract/index.ts'
import { approvalAt, type ResolvedField } from '../../../core/index.ts'

/** What an approver is shown first of a document, as names of fields. */
export interface SummaryFields { amount: string | undefined; purpose: string | undefined; facts: string[] }

/** The first amount of the approval's summary, the label, otherwise its first text, and the rest of the summary. */
export function summaryFields(manifest: ClientManifest, state: string): SummaryFields {
  const { shape, key, owner, label } = manifest
  const summary = (approvalAt(manifest, state)?.summary ?? []).flatMap((name) => shape.fields[name] ?? []).filter((field) => !field.hidden)
  const isPurpose = ({ name, type, format, stamp }: ResolvedField): boolean => type === 'string' && format === undefined && stamp === undefined && name !== key && name !== owner
  const amount = summary.find(({ money }) => money !== undefined)?.name
  const purpose = [shape.fields[label], ...summary].find((field) => field !== undefined && isPurpose(field))?.name
  return { amount, purpose, facts: summary.map(({ name }) => name).filter((name) => name !== amount && name !== purpose) }
}
