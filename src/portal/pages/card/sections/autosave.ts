/** Autosave of lines. Loaded on demand, with the component that shows its state. */
import type { ClientManifest } from '../../../../contract/index.ts'
import { wireName } from '../../../../core/index.ts'
import type { Doc, ResolvedAction } from '../../../../core/index.ts'
import { ApiError, messageOf } from '../../../api/api-error.ts'
import type { FormModel } from '../../../form/form-model.ts'
import { submitKey } from '../../../drafts/submit-key.ts'
import { fromWire, toWire } from '../../../form/wire.ts'
import type { CardStore } from '../card-store.ts'
import { onTop } from './on-top.ts'

export type Outcome = { kind: 'same' | 'saved' | 'incomplete' } | { kind: 'failed'; message: string }

/** The parts of a card that autosave needs. */
export interface SavingLines {
  manifest: ClientManifest
  model: FormModel
  keyOf: string | undefined
  canEdit: boolean
  saving: ResolvedAction | undefined
  store: Pick<CardStore, 'parts' | 'draftId' | 'origin' | 'underway' | 'state' | 'tookLines' | 'happen'>
}

/** Saves the lines of an array in their current state, and nothing else. What is typed meanwhile is kept on top of the response. */
export async function saveLines({ manifest, model, keyOf: key, canEdit, saving, store }: SavingLines, array: string): Promise<Outcome> {
  // When several saves wait, each waits for the one before it.
  while (store.underway) await store.underway
  if (key === undefined || saving === undefined || !canEdit || store.state().busy !== undefined) return { kind: 'same' }
  const sent = model.doc()
  const { base = {}, rev } = store.origin
  if (wireLines(manifest, sent, array) === wireLines(manifest, base, array)) return { kind: 'same' }
  if (model.hasProblemsIn(array, saving.id)) return { kind: 'incomplete' }
  const wire = wireName(manifest.shape, array)
  const work = (async (): Promise<Outcome> => {
    try {
      const body = { [wire]: toWire(manifest.shape, sent)[wire] ?? [], ...(rev === undefined ? {} : { _rev: rev }) }
      // A retry after a lost response sends the same lines under the same idempotency key.
      const { data: next } = await store.parts.calls.updateRecord(manifest, key, body, submitKey(store.draftId, JSON.stringify(body)))
      const theirs = fromWire(manifest, next)
      const doc = onTop(manifest.shape, array, { base, sent, theirs, now: model.doc() })
      store.tookLines(array, { next, doc, isChanged: JSON.stringify(toWire(manifest.shape, doc)) !== JSON.stringify(toWire(manifest.shape, theirs)) })
      return { kind: 'saved' }
    } catch (error) {
      if (error instanceof ApiError && error.code === 'stale') store.happen('overtaken')
      if (error instanceof ApiError && error.errors.length > 0) model.refuse(error.errors)
      return { kind: 'failed', message: messageOf(error) }
    }
  })()
  store.underway = work
  const outcome = await work
  if (store.underway === work) store.underway = undefined
  return outcome
}

const wireLines = (manifest: ClientManifest, doc: Doc, array: string): string => JSON.stringify(toWire(manifest.shape, { [array]: doc[array] ?? [] })[wireName(manifest.shape, array)] ?? [])
