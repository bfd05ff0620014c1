import type { ResolvedAction } from '../../../core/index.ts'
import { askWhy } from './ask-why.ts'
import { isFit } from './card-sending.ts'
import type { CardStore } from './card-store.ts'

/** An action that was asked about: whether what was changed is saved before it, and why it is done where somebody else approves it. */
export interface Begun { saves: boolean; reason?: string | undefined }

interface Question { title: string; text: string; tone?: 'danger' }

/** What is done to a document is done to what stands on the screen: changes are saved before it, but for one that is going away. */
function savesFirst(card: CardStore, action: ResolvedAction): boolean {
  return card.facts().canEdit && !action.deletes && (card.isDirty() || (card.state().record === undefined && action.savesFirst))
}

/** Asks what the manifest says to ask; undefined where the action does not go on. */
export async function askBefore(card: CardStore, action: ResolvedAction): Promise<Begun | undefined> {
  const saves = savesFirst(card, action)
  const isNew = card.state().record === undefined
  if (action.deletes) {
    const why = await askWhy(card.parts, { kind: 'delete', before: card.facts().storedDoc ?? {}, after: {} })
    if (why === 'stay') return undefined
    if (why.reason !== undefined) return { saves, reason: why.reason }
  }
  const question = questionOf(card, action)
  // What goes on without the changes must not hang on whether they can be saved.
  if (saves && !isNew && !action.savesFirst && !action.startsApproval) return askOnChanges(card, action, question)
  if ((saves || action.savesFirst) && !isFit(card, action.id)) return undefined
  // Who presses Send expects to save; of any other action it is said.
  const notice = saves && !action.savesFirst ? 'Your unsaved changes are saved first.' : ''
  if (!action.confirm && notice === '') return { saves }
  const yes = await card.parts.dialogs.confirmed({
    ...question,
    text: [question.text, notice].filter(Boolean).join(' '),
    ...(action.confirm ? {} : { acceptLabel: 'Save and go on', rejectLabel: 'Cancel' }),
  })
  return yes && { saves }
}

function questionOf(card: CardStore, action: ResolvedAction): Question {
  const { data: { compiled, manifest }, portal } = card.parts
  const values = { ...card.model.doc(), no: card.facts().keyOf ?? '', title: portal.titleOf(manifest).one }
  const { timeZone } = portal.company
  return {
    title: action.confirm?.title ? compiled.message(action.confirm.title, values, timeZone) : portal.caption(action.label),
    text: action.confirm ? compiled.message(action.confirm.text, values, timeZone) : '',
    ...(action.tone === 'danger' ? { tone: 'danger' as const } : {}),
  }
}

async function askOnChanges(card: CardStore, action: ResolvedAction, question: Question): Promise<Begun | undefined> {
  const choice = await card.parts.dialogs.chosen({
    ...question, text: [question.text, 'You have unsaved changes.'].filter(Boolean).join(' '),
    acceptLabel: 'Save and go on', otherLabel: 'Discard changes', rejectLabel: 'Stay',
  })
  if (choice === 'accept') return isFit(card, action.id) ? { saves: true } : undefined
  // What is discarded goes when the action is done, not before: it may be refused, or its dialog be closed.
  return choice && { saves: false }
}
