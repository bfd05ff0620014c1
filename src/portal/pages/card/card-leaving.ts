/** Where a card leads when something was done; leaving is free then. */
import type { WireRecord } from '../../../contract/index.ts'
import { cardPath, listPath } from '../../shell/links.ts'
import type { CardState } from './card-state.ts'
import type { CardStore } from './card-store.ts'
import { keyOf } from './stored-record.ts'

/** A dialog closes, and a record that was new is shown at its own address; any other stays where it is. `before` is the card as it was when this began. */
export function goToStored(card: CardStore, next: WireRecord, { record }: CardState): void {
  const { data: { manifest }, portal, screens } = card.parts
  if (!screens.frame && record) return
  card.happen('leave')
  if (screens.frame) screens.frame.close()
  else void screens.go(cardPath(portal.bootstrap.pages, manifest.id, keyOf(manifest, next)), { replace: true })
}

/** What was made on the way to something that was refused, at its own address. */
export function goToMade(card: CardStore, next: WireRecord, before: CardState): void {
  const { data: { manifest }, screens: { frame } } = card.parts
  if (!frame) return goToStored(card, next, before)
  card.happen('leave')
  frame.open(keyOf(manifest, next))
}

/** A record that waits for a second person is not there yet: its request is. */
export async function goToRequest(card: CardStore, { type, key }: { type: string; key: string }, message: string): Promise<void> {
  const { data: { place }, portal, drafts, dialogs, screens } = card.parts
  card.happen('leave')
  await drafts.dropDraft(place)
  dialogs.toast.success(message)
  await screens.go(cardPath(portal.bootstrap.pages, type, key), { replace: true })
}

/** The record is no more: its list is shown, and nothing of it is kept. */
export async function leaveDeleted(card: CardStore, gone: string): Promise<void> {
  const { data: { manifest, place }, portal, drafts, cache, screens } = card.parts
  card.happen('leave')
  await drafts.dropDraft(place)
  if (screens.frame) screens.frame.close()
  else await screens.go(listPath(portal.bootstrap.pages, manifest.id), { replace: true })
  cache.remove(manifest, gone)
  cache.outdate(manifest, 'all')
}
