import { approvalStartedBy, type ResolvedAction, t } from '../../../core/index.ts'
import { askForReason } from './ask-for-reason.ts'
import { formatMoney } from '../../ui/format.ts'
import { passesChecks } from './card-sending.ts'
import type { CardStore } from './card-store.ts'
import { summaryOf } from './summary/summary.ts'

/** The answers to an action's questions: whether changes are saved first, and the reason if another user must approve it. */
export interface QuestionAnswers { saves: boolean; reason?: string | undefined }

interface Question { title: string; text: string; detail?: string; tone?: 'danger' }

/** An action applies to what is on the screen, so changes are saved first, except before a deletion. */
function savesFirst(card: CardStore, action: ResolvedAction): boolean {
  return card.facts().canEdit && !action.deletes && (card.isDirty() || (card.state().record === undefined && action.savesFirst))
}

/** Asks the questions that the manifest declares; undefined if the user cancels. */
export async function askBefore(card: CardStore, action: ResolvedAction): Promise<QuestionAnswers | undefined> {
  const saves = savesFirst(card, action)
  const isNew = card.state().record === undefined
  if (action.deletes) {
    const why = await askForReason(card.parts, { kind: 'delete', before: card.facts().storedDoc ?? {}, after: {} })
    if (why === 'stay') return undefined
    if (why.reason !== undefined) return { saves, reason: why.reason }
  }
  const question = questionOf(card, action)
  // If the user may continue without the changes, whether they are valid must not matter.
  if (saves && !isNew && !action.savesFirst && !action.startsApproval) return askOnChanges(card, action, question)
  if ((saves || action.savesFirst) && !passesChecks(card, action.id)) return undefined
  // A user who presses Send expects to save; for any other action the dialog says so.
  const notice = saves && !action.savesFirst ? t('Your unsaved changes are saved first.') : ''
  if (!action.confirm && notice === '') return { saves }
  const yes = await card.parts.dialogs.confirmed({
    ...question,
    text: [question.text, notice].filter(Boolean).join(' '),
    ...(action.confirm ? { acceptLabel: action.startsApproval ? t('Send') : card.parts.portal.caption(action.label), rejectLabel: stayLabel(card, action) } : { acceptLabel: t('Save and go on'), rejectLabel: t('Cancel') }),
  })
  return yes && { saves }
}

/** The button that does nothing says what stays. */
function stayLabel(card: CardStore, { tone, deletes, endsApproval }: ResolvedAction): string {
  if (tone === 'danger' || deletes || endsApproval) return t('Keep it')
  return card.facts().canEdit ? t('Keep editing') : t('Not now')
}

function questionOf(card: CardStore, action: ResolvedAction): Question {
  const { data: { compiled, manifest }, portal } = card.parts
  const values = { ...card.model.doc(), no: card.facts().keyOf ?? '', title: portal.titleOf(manifest).one }
  const { timeZone } = portal.company
  const detail = action.confirm ? whatItIs(card, action) : ''
  return {
    title: action.confirm?.title ? compiled.message(action.confirm.title, values, timeZone) : portal.caption(action.label),
    text: action.confirm ? compiled.message(action.confirm.text, values, timeZone) : '',
    ...(detail === '' ? {} : { detail }),
    ...(action.tone === 'danger' || action.deletes ? { tone: 'danger' as const } : {}),
  }
}

/** The record in a line: number, amount, purpose and person. */
function whatItIs(card: CardStore, action: ResolvedAction): string {
  const { data: { manifest, references }, portal } = card.parts
  const { amount, purpose, facts } = summaryOf(manifest, approvalStartedBy(manifest, action)) ?? { facts: [] }
  const doc = card.model.doc()
  const text = (name: string | undefined): string => {
    const field = manifest.shape.fields[name ?? '']
    if (field === undefined || !card.model.field(field.name).visible) return ''
    const value = doc[field.name]
    if (typeof value === 'number') {
      const own = doc[field.money ?? '']
      return formatMoney(value, typeof own === 'string' && own !== '' ? own : portal.company.currency)
    }
    if (typeof value !== 'string') return ''
    return field.ref ? references.caption(field.ref.to, value, field.ref.label) : value
  }
  return [card.facts().keyOf ?? '', text(amount), text(purpose), text(facts[0])].filter((one) => one !== '').join(' · ')
}

async function askOnChanges(card: CardStore, action: ResolvedAction, question: Question): Promise<QuestionAnswers | undefined> {
  const choice = await card.parts.dialogs.chosen({
    ...question, text: [question.text, t('You have unsaved changes.')].filter(Boolean).join(' '),
    acceptLabel: t('Save and go on'), otherLabel: t('Discard changes'), rejectLabel: t('Stay'),
  })
  if (choice === 'accept') return passesChecks(card, action.id) ? { saves: true } : undefined
  // Discarded changes go only when the action is done: it may be refused, or its dialog closed.
  return choice && { saves: false }
}
