/** The question before an action: which record it is about, and buttons that say what they do. */
import type { ClientManifest } from '../../../contract/index.ts'
import { t, type CompiledType, type Doc, type Json, type ResolvedAction, type ResolvedApproval, type ResolvedField } from '../../../core/index.ts'
import type { Portal } from '../../shell/portal-context.ts'
import { formatDate, formatMoney } from '../format.ts'
import { summaryOf } from './summary.ts'

export interface Question { title: string; text: string; detail?: string; tone?: 'danger'; acceptLabel: string; rejectLabel: string }

/** The record that a question is about. */
export interface Subject {
  manifest: ClientManifest
  compiled: CompiledType
  portal: Pick<Portal, 'caption' | 'titleOf' | 'company'>
  doc: Doc
  /** Its key; empty for a new record. */
  no: string
  /** Whether the field may be named. */
  shows: (field: ResolvedField) => boolean
  /** What a reference is called. */
  captionOf: (ref: NonNullable<ResolvedField['ref']>, value: string) => string
  /** Whether the person goes on editing if they say no. */
  isEdited: boolean
}

/** The question that the manifest declares for the action; the title alone if it declares none. */
export function questionBefore({ tone, deletes, confirm, endsApproval, startsApproval, label }: ResolvedAction, of: Subject, detail: string): Question {
  const { compiled, manifest, portal, doc, no, isEdited } = of
  const values = { ...doc, no, title: portal.titleOf(manifest).one }
  const { timeZone } = portal.company
  const isGrave = tone === 'danger' || deletes
  return {
    title: confirm?.title ? compiled.message(confirm.title, values, timeZone) : portal.caption(label),
    text: confirm ? compiled.message(confirm.text, values, timeZone) : '',
    ...(detail === '' ? {} : { detail }),
    ...(isGrave ? { tone: 'danger' as const } : {}),
    acceptLabel: startsApproval ? t('Send') : portal.caption(label),
    rejectLabel: rejectLabel(isGrave || endsApproval, isEdited),
  }
}

/** The button that does nothing says what stays. */
function rejectLabel(isEnd: boolean, isEdited: boolean): string {
  if (isEnd) return t('Keep it')
  return isEdited ? t('Keep editing') : t('Not now')
}

/** The record in a line: number, amount, purpose and person; the amount is what is decided on by the approval. */
export function whatItIs(approval: ResolvedApproval | undefined, { manifest, portal, doc, no, shows, captionOf }: Omit<Subject, 'compiled' | 'isEdited'>): string {
  const { amount, purpose, facts } = summaryOf(manifest, approval) ?? { facts: [] }
  const text = (name: string | undefined): string => {
    const field = manifest.shape.fields[name ?? '']
    return field !== undefined && shows(field) ? valueText(field, doc, portal.company.currency, captionOf) : ''
  }
  return [no, text(amount), text(purpose), text(facts[0])].filter((one) => one !== '').join(' · ')
}

/** A value as the question shows it; empty for a number that is no amount. */
export function valueText(field: ResolvedField, doc: Doc, companyCurrency: string, captionOf: Subject['captionOf']): string {
  const value: Json | undefined = doc[field.name]
  if (typeof value === 'number') {
    const own = doc[field.money ?? '']
    return formatMoney(value, typeof own === 'string' && own !== '' ? own : companyCurrency)
  }
  if (typeof value !== 'string') return ''
  if (field.format === 'date') return formatDate(value)
  return field.ref ? captionOf(field.ref, value) : value
}
