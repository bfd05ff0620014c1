import { approvalStartedBy, type ResolvedAction, t } from '../../../core/index.ts'
import { askForReason } from './ask-for-reason.ts'
import { outlookOf } from './card-outlook.ts'
import { passesChecks } from './card-sending.ts'
import type { CardStore } from './card-store.ts'
import { questionBefore, whatItIs, type Question, type Subject } from '../../ui/record/action-question.ts'

/** The answers to an action's questions: whether changes are saved first, and the reason if another user must approve it. */
export interface QuestionAnswers { saves: boolean; reason?: string | undefined }

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
  // If the user may continue without the changes, whether they are valid must not matter.
  if (saves && !isNew && !action.savesFirst && !action.startsApproval) return askOnChanges(card, action)
  if ((saves || action.savesFirst) && !passesChecks(card, action.id)) return undefined
  // A user who presses Send expects to save; for any other action the dialog says so.
  const notice = saves && !action.savesFirst ? t('Your unsaved changes are saved first.') : ''
  if (notice === '' && (!action.confirm || asksInItsDialog(card, action))) return { saves }
  const outlook = action.confirm && action.startsApproval ? await outlookOf(card, action, saves) : ''
  if (outlook === undefined) return undefined
  const question = questionOf(card, action, outlook)
  const yes = await card.parts.dialogs.confirmed({
    ...question,
    text: [question.text, notice].filter(Boolean).join(' '),
    ...(action.confirm ? {} : { acceptLabel: t('Save and go on'), rejectLabel: t('Cancel') }),
  })
  return yes && { saves }
}

/** Whether the dialog with the action's input asks its question too: people are not asked twice. */
function asksInItsDialog(card: CardStore, action: ResolvedAction): boolean {
  return !action.startsApproval && action.input !== undefined && Object.keys(card.parts.data.compiled.askedInput(action.id, card.model.doc(), card.facts().context()).fields).length > 0
}

function questionOf(card: CardStore, action: ResolvedAction, outlook = ''): Question {
  const subject = subjectOf(card)
  return questionBefore(action, subject, [action.confirm ? whatItIs(approvalStartedBy(subject.manifest, action), subject) : '', outlook].filter(Boolean).join('\n'))
}

function subjectOf(card: CardStore): Subject {
  const { data: { compiled, manifest, references }, portal } = card.parts
  return {
    compiled, manifest, portal, doc: card.model.doc(), no: card.facts().keyOf ?? '', isEdited: card.facts().canEdit,
    shows: ({ name }) => card.model.field(name).visible,
    captionOf: ({ to, label }, value) => references.caption(to, value, label),
  }
}

async function askOnChanges(card: CardStore, action: ResolvedAction): Promise<QuestionAnswers | undefined> {
  const question = questionOf(card, action)
  const choice = await card.parts.dialogs.chosen({
    ...question, text: [question.text, t('You have unsaved changes.')].filter(Boolean).join(' '),
    acceptLabel: t('Save and go on'), otherLabel: t('Discard changes'), rejectLabel: t('Stay'),
  })
  if (choice === 'accept') return passesChecks(card, action.id) ? { saves: true } : undefined
  // Discarded changes go only when the action is done: it may be refused, or its dialog closed.
  return choice && { saves: false }
}
