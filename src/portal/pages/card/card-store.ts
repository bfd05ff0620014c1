import type { WireRecord } from '../../../contract/index.ts'
import { runToCompletion } from '../../../core/index.ts'
import type { Doc, FieldIssue } from '../../../core/index.ts'
import type { DraftPlace, PendingFile } from '../../drafts/draft-store.ts'
import { mergeChanges } from '../../drafts/merge-changes.ts'
import { SubmitKey } from '../../drafts/submit-key.ts'
import { FormModel, isWithin } from '../../form/form-model.ts'
import { fromWire, toWire } from '../../form/wire.ts'
import { savingAction } from '../editable.ts'
import { contextOf, docOf, factsOf, factInputs, type CardFacts } from './card-facts.ts'
import type { CardParts } from './card-parts.ts'
import { after, begun, mayBegin, type CardState, type CardEvent, type CardWork } from './card-state.ts'
import { addFirstLines } from './first-lines.ts'
import type { DraftOrigin } from './card-data.ts'
import { newDocument, opening } from './opening.ts'
import { noteSaved } from './saved-at.ts'
import { keyOf } from './stored-record.ts'
import { addCarried } from './carried-lines.ts'

/** The state of a document being edited, and its transitions after the server's responses. The buttons' commands are in the controller. */
export class CardStore {
  /** Updated on each render; running work continues with the parts it began with. */
  parts: CardParts
  /** Created once; data that arrives later reaches it through the rules' context. */
  readonly model: FormModel
  /** The same in every tab that opened the same draft. */
  readonly draftId: string
  readonly submit: SubmitKey
  /** The stored record on which the changes are based. */
  origin: DraftOrigin
  /** The running autosave of lines. */
  underway: Promise<unknown> | undefined
  #state: CardState
  #facts: { of: readonly unknown[]; are: CardFacts } | undefined
  readonly #listeners = new Set<() => void>()

  /** `refused` is what the server refused about the record before this card opened. */
  constructor(parts: CardParts, refused: FieldIssue[] = []) {
    const { data, calls } = parts
    const context = contextOf(parts, docOf(parts, data.record))
    // Taken: it changes as this card is edited, and another card of the same data may follow.
    const { session, draft, clashes, origin } = data.opened?.splice(0).find(({ record }) => record === data.record) ?? runToCompletion(opening(parts))
    this.parts = parts
    this.model = new FormModel(session)
    this.model.next = Object.values(data.manifest.actions).find(({ id, startsApproval, from }) => startsApproval && (data.record ? data.record._actions.includes(id) : from.includes('new')))?.id
    if (draft) this.model.markDirty()
    if (data.carried) addCarried(this.model, data.carried)
    else if (!data.record && !draft) {
      addFirstLines(this.model, data.compiled, context(), data.view)
      // Nobody has entered anything yet.
      this.model.forget()
    }
    this.draftId = draft?.id ?? calls.newIdempotencyKey()
    this.submit = new SubmitKey(this.draftId, calls.newIdempotencyKey)
    this.origin = origin
    this.#state = { phase: 'open', busy: undefined, record: data.record, files: draft?.files ?? [], wasRestored: draft !== undefined, summary: refused, clashes }
    if (refused.length > 0) this.model.refuse(refused)
  }

  readonly state = (): CardState => this.#state

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Whether leaving would lose changes. */
  readonly isDirty = (): boolean => this.model.isDirty() || this.#state.files.length > 0

  /** The facts for these parts, cached until one of their inputs changes. */
  facts(parts = this.parts): CardFacts {
    const of = factInputs(parts, this.#state.record)
    const known = this.#facts
    if (known && of.every((one, index) => one === known.of[index])) return known.are
    const are = factsOf(parts, this.#state.record, this.model.doc())
    this.#facts = { of, are }
    return are
  }

  /** Begins the work; returns false, without effect, if it may not begin. */
  begin(work: CardWork, action: string): boolean {
    if (!mayBegin(this.#state, work)) return false
    this.set(begun(this.#state, work, action))
    return true
  }

  happen(happening: Exclude<CardEvent, CardWork>): void {
    this.set(after(this.#state, happening))
  }

  set(change: Partial<CardState>): void {
    this.#state = { ...this.#state, ...change }
    for (const listener of [...this.#listeners]) listener()
  }

  /** Replaces the edited document by the record that the server has now; files that are not among `sent` stay. */
  async takeStored(next: WireRecord, sent: PendingFile[]): Promise<void> {
    const { data, cache, drafts } = this.parts
    const { manifest } = data
    this.submit.forget()
    const doc = fromWire(manifest, next)
    this.origin = { rev: next._rev, base: doc }
    await drafts.dropDraft(data.place)
    const files = this.mayChange(next) ? this.#state.files.filter(({ id }) => !sent.some((file) => file.id === id)) : []
    this.set({ record: next, files, wasRestored: false, summary: [], clashes: [] })
    this.model.reset(doc)
    cache.outdate(manifest, 'approvals')
    noteSaved(manifest.id, keyOf(manifest, next))
    cache.put(manifest, keyOf(manifest, next), next)
    cache.outdate(manifest, 'list')
  }

  /** Merges the changes made here into the record that is stored now. */
  adopt(next: WireRecord): void {
    const { data: { manifest }, cache } = this.parts
    const theirs = fromWire(manifest, next)
    const merged = mergeChanges(manifest.shape, { base: this.origin.base ?? theirs, mine: this.model.doc(), theirs })
    const isChanged = JSON.stringify(toWire(manifest.shape, merged.doc)) !== JSON.stringify(toWire(manifest.shape, theirs))
    this.origin = { rev: next._rev, base: theirs }
    this.set({ record: next, summary: [], clashes: merged.clashes })
    cache.put(manifest, keyOf(manifest, next), next)
    this.model.reset(merged.doc)
    if (isChanged) this.model.markDirty()
  }

  /** After an autosave of lines: takes over the stored record, and keeps what was typed meanwhile. */
  tookLines(array: string, { next, doc, isChanged }: { next: WireRecord; doc: Doc; isChanged: boolean }): void {
    const { data: { manifest, place }, cache, drafts } = this.parts
    this.origin = { rev: next._rev, base: fromWire(manifest, next) }
    this.set({ record: next, summary: this.#state.summary.filter(({ path }) => !isWithin(array, path)) })
    this.model.rebase(doc, isChanged)
    if (!this.isDirty()) void drafts.dropDraft(place)
    cache.put(manifest, keyOf(manifest, next), next)
    cache.outdate(manifest, 'list')
  }

  /** Discards the changes: shows the stored record, or an empty new one. */
  async discard(): Promise<void> {
    const { data, drafts } = this.parts
    await drafts.dropDraft(data.place)
    const { storedDoc, context } = this.facts()
    this.origin = { rev: this.#state.record?._rev, base: storedDoc }
    this.set({ files: [], wasRestored: false, summary: [], clashes: [] })
    this.model.reset(storedDoc ?? newDocument(data.compiled, context(), data.scope))
  }

  /** Stores unsaved changes in this browser, unless the screen is moving on. */
  keepDraft(place: DraftPlace): void {
    if (this.#state.phase === 'gone' || !this.isDirty()) return
    const { rev, base } = this.origin
    void this.#writeDraft(place, { ...(rev === undefined ? {} : { rev }), ...(base ? { base } : {}) })
  }

  /** Stores them as the draft of a new record. */
  keepForNew(): Promise<boolean> {
    return this.#writeDraft(this.parts.data.place)
  }

  #writeDraft(place: DraftPlace, origin: { rev?: number; base?: Doc } = {}): Promise<boolean> {
    return this.parts.drafts.writeDraft(place, { id: this.draftId, doc: this.model.doc(), files: this.#state.files, savedAt: new Date().toISOString(), ...origin })
  }

  /** Whether the current user may continue to edit the record. */
  mayChange(record: WireRecord): boolean {
    const { compiled, view } = this.parts.data
    return savingAction(compiled.manifest, record._actions, view) !== undefined
  }
}
