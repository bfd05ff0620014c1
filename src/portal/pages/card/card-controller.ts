import { t } from '../../../core/index.ts'
import type { WireRecord } from '../../../contract/index.ts'
import type { Doc, FieldIssue, Json, JsonObject, ResolvedAction } from '../../../core/index.ts'
import { ApiError, messageOf } from '../../api/api-error.ts'
import type { PendingFile } from '../../drafts/draft-store.ts'
import { refsIn } from '../../form/named-records.ts'
import type { AttachmentRow } from '../../sdk.ts'
import { cardPath } from '../../shell/links.ts'
import { fittingUnderway } from '../../ui/file/fitting-file.ts'
import { reportAnswer, toneOfAction } from '../../ui/report-answer.ts'
import { askForReason } from './ask-for-reason.ts'
import { goToCreated, goToRequest, goToStored, leaveDeleted } from './card-leaving.ts'
import type { QuestionAnswers } from './card-questions.ts'
import { offersAfter } from './openings.ts'
import { fail, passesChecks, send } from './card-sending.ts'
import { mayBegin, type CardState } from './card-state.ts'
import type { CardStore } from './card-store.ts'
import { sendable } from './pending-files.ts'
import { keyOf } from './stored-record.ts'

/** An action as it is sent to the server. */
export interface ActionCall extends QuestionAnswers { input?: JsonObject }

/** Loaded once the card is shown: nobody presses a button before. */
export const loadQuestions = () => import('./card-questions.ts')

/** The commands behind a card's buttons. Each can be passed on as a bound function. */
export class CardController {
  readonly #card: CardStore
  /** The outcome of the action that is running. */
  #acting: Promise<FieldIssue[]> | undefined

  /** Whether the screen is moving on by itself after a save or deletion, so that leaving asks nothing. */
  readonly isLeaving: { readonly current: boolean }

  constructor(card: CardStore) {
    this.#card = card
    this.isLeaving = { get current() { return card.state().phase === 'gone' } }
  }

  readonly save = async (): Promise<void> => {
    const card = this.#card
    if (fittingUnderway()) await fittingUnderway()
    const before = card.state()
    const { saving, storedDoc } = card.facts()
    const action = saving?.id ?? 'save'
    if (!mayBegin(before, 'save') || !passesChecks(card, action)) return
    const why = await askForReason(card.parts, { kind: before.record ? 'change' : 'create', before: storedDoc ?? {}, after: card.model.doc(), bringsFiles: sendable(before.files).length > 0 })
    if (why === 'stay' || !card.begin('save', action)) return
    try {
      await this.#save(before, action, why.reason)
    } catch (error) {
      fail(card, error, before)
    } finally {
      card.happen('end')
    }
  }

  async #save(before: CardState, action: string, reason: string | undefined): Promise<void> {
    const card = this.#card
    const { data, dialogs } = card.parts
    const answer = await send(card, before, reason)
    if (!before.record && answer.request !== undefined) return goToRequest(card, answer.request, answer)
    await card.takeStored(answer.data, sendable(before.files))
    data.follow(answer.data)
    reportAnswer(answer, keyOf(data.manifest, answer.data), { toasts: dialogs.toast })
    goToStored(card, answer.data, before)
    void this.#offer(action, answer.data)
  }

  /** Asks the questions that the manifest declares; undefined if the user cancels. */
  readonly begin = async (action: ResolvedAction): Promise<QuestionAnswers | undefined> => {
    if (fittingUnderway()) await fittingUnderway()
    const before = this.#card.state()
    if (!mayBegin(before, 'act')) return undefined
    try {
      const { askBefore } = await loadQuestions()
      return await askBefore(this.#card, action)
    } catch (error) {
      fail(this.#card, error, before)
      return undefined
    }
  }

  /** Runs the action. Returns the refused fields of its dialog; a second click gets the outcome of the first. */
  readonly act = (action: ResolvedAction, asked: ActionCall): Promise<FieldIssue[]> => {
    const before = this.#card.state()
    if (!this.#card.begin('act', action.id)) return this.#acting ?? Promise.resolve([])
    this.#acting = this.#act(action, asked, before)
    return this.#acting
  }

  async #act(action: ResolvedAction, asked: ActionCall, before: CardState): Promise<FieldIssue[]> {
    const card = this.#card
    let current = before.record
    try {
      await card.underway
      current = card.state().record
      if (asked.saves) {
        current = (await send(card, before)).data
        await card.takeStored(current, sendable(before.files))
      }
      await this.#run(action, asked, { before, current })
      return []
    } catch (error) {
      // A document created on the way is stored now: shows it at its own address, with the errors.
      if (!before.record && current) goToCreated(card, current, before)
      if (asked.input && isOfDialog(error, action)) return error.errors
      fail(card, error, before, { prefix: action.failure ?? '', tone: action.answersOnly ? 'info' : 'error', suffix: current !== before.record ? t('What you entered is saved.') : '' })
      return []
    } finally {
      this.#acting = undefined
      card.happen('end')
    }
  }

  async #run(action: ResolvedAction, { input, reason }: ActionCall, { before, current }: { before: CardState; current: WireRecord | undefined }): Promise<void> {
    const card = this.#card
    const { data: { manifest, follow }, calls, cache, dialogs } = card.parts
    const key = current ? keyOf(manifest, current) : ''
    const answer = await calls.runAction(manifest, { key, action: action.id, ...(current ? { rev: current._rev } : {}), ...(input ? { input } : {}), reason })
    reportAnswer(answer, key, { toasts: dialogs.toast, tone: toneOfAction(action) })
    if (action.deletes && answer.request === undefined) return leaveDeleted(card, key)
    const next = await cache.fetch(manifest, key)
    await card.takeStored(next, before.files)
    follow(next)
    cache.outdate(manifest, 'events')
    this.#reloadWorkedOut()
    if (current) goToStored(card, current, before)
    void this.#offer(action.id, next)
    if (!action.answersOnly) dialogs.showHead()
  }

  /** Asks what the manifest offers after the action. */
  async #offer(action: string, next: WireRecord): Promise<void> {
    const { parts: { data: { manifest, compiled }, portal, dialogs, screens } } = this.#card
    const { context } = this.#card.facts()
    for (const { name, title, text } of offersAfter({ manifest, compiled, context }, portal, action, next)) {
      if ((await dialogs.confirmed({ title, text })) === undefined) continue
      screens.offer(name, keyOf(manifest, next))
      return
    }
  }

  /** Records from which the document is computed, such as stock on hand, may have changed with the action. */
  #reloadWorkedOut(): void {
    const { model, parts: { data: { manifest, references } } } = this.#card
    const read = refsIn(manifest.shape, model.doc(), (field) => field.compute !== undefined)
    if (read.length > 0) void references.reload(read).then(() => model.session.context(this.#card.facts().context()))
  }

  /** The document that an action applies to: the form's if it is saved first, otherwise the stored one. */
  readonly docFor = (saves: boolean): Doc => (saves ? this.#card.model.doc() : this.#card.facts().storedDoc ?? this.#card.model.doc())

  /** Adds the calculator's line to the new record and opens its card, which finds it as a draft. */
  readonly copyToLines = async (): Promise<void> => {
    const { model, parts: { data: { manifest, compiled, view }, portal, screens } } = this.#card
    const adds = manifest.card.views[view]?.adds
    if (adds === undefined) return
    const { context } = this.#card.facts()
    const values = Object.entries(adds.values).flatMap(([field, expression]): [string, Json][] => {
      const value = compiled.value(expression, model.doc(), context())
      return value === undefined || value === null || value === '' ? [] : [[field, value]]
    })
    model.addLine(adds.lines, Object.fromEntries(values))
    this.#card.happen('leave')
    await this.#card.keepForNew()
    await screens.go(cardPath(portal.bootstrap.pages, manifest.id))
  }

  /** After another user saved first: loads their version, with or without the changes made here on top. */
  readonly reload = async (mine: 'keep' | 'drop'): Promise<void> => {
    const card = this.#card
    const { data: { manifest, follow }, cache, dialogs: { toast } } = card.parts
    const { record, files } = card.state()
    const isDirty = card.isDirty()
    card.happen('dismiss')
    if (!record) return
    try {
      const next = await cache.fetch(manifest, keyOf(manifest, record))
      if (mine === 'keep' && card.mayChange(next)) return card.adopt(next)
      await card.takeStored(next, files)
      follow(next)
      if (mine === 'keep' && isDirty) toast.info(t('This record can no longer be changed, so your changes were not kept.'))
    } catch (error) {
      toast.warning(messageOf(error))
    }
  }

  readonly discardDraft = (): Promise<void> => this.#card.discard()

  readonly setFiles = (files: PendingFile[]): void => this.#card.set({ files })

  readonly dismissStale = (): void => this.#card.happen('dismiss')

  readonly dismissRestored = (): void => this.#card.set({ wasRestored: false })

  readonly dismissClashes = (): void => this.#card.set({ clashes: [] })

  /** Shows another user's change to a record that is not being edited here. */
  readonly follow = (next: WireRecord): void => {
    void this.#card.takeStored(next, this.#card.state().files)
    this.#card.parts.data.follow(next)
  }

  /** Deletes a stored file at once; unsaved edits stay. */
  readonly removeStored = async (row: AttachmentRow): Promise<void> => {
    const { data: { manifest }, calls, cache, dialogs } = this.#card.parts
    const before = this.#card.state()
    if (!before.record) return
    const key = keyOf(manifest, before.record)
    try {
      const answer = await calls.deleteAttachment(manifest.id, key, row.id)
      this.#card.adopt(await cache.fetch(manifest, key))
      reportAnswer(answer, key, { toasts: dialogs.toast })
    } catch (error) {
      fail(this.#card, error, before)
    }
  }
}

/** Whether the server refused the values of the action's dialog. */
function isOfDialog(error: unknown, action: ResolvedAction): error is ApiError {
  return error instanceof ApiError && error.errors.some(({ path }) => path.startsWith('input') || action.input?.fields[path])
}
