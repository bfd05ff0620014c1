/** Where a card leads after a command; leaving then asks nothing. */
import type { WireRecord } from '../../../contract/index.ts'
import type { Unreported } from '../../api/commands.ts'
import { cardPath, listPath } from '../../shell/links.ts'
import { reportAnswer } from '../../ui/report-answer.ts'
import type { CardState } from './card-state.ts'
import type { CardStore } from './card-store.ts'
import { keyOf } from './stored-record.ts'

/** Closes a dialog, opens a new record at its own address, or leaves that to what surrounds the card; any other card stays. `before` is the card's state when the command began. */
export function goToStored(card: CardStore, next: WireRecord, { record }: CardState): void {
  const { data: { manifest }, portal, screens } = card.parts
  if (!screens.frame && !screens.stored && record) return
  card.happen('leave')
  if (screens.stored) screens.stored(next)
  else if (screens.frame) screens.frame.close()
  else void screens.go(cardPath(portal.bootstrap.pages, manifest.id, keyOf(manifest, next)), { replace: true })
}

/** Opens a document that was created before a later step was refused, at its own address. */
export function goToCreated(card: CardStore, next: WireRecord, before: CardState): void {
  const { data: { manifest }, screens: { frame } } = card.parts
  if (!frame) return goToStored(card, next, before)
  card.happen('leave')
  frame.open(keyOf(manifest, next))
}

/** A record that waits for a second person does not exist yet: opens the request instead. */
export async function goToRequest(card: CardStore, { type, key }: { type: string; key: string }, answer: Unreported<unknown>): Promise<void> {
  const { data: { place }, portal, drafts, dialogs, screens } = card.parts
  card.happen('leave')
  await drafts.dropDraft(place)
  reportAnswer(answer, key, { toasts: dialogs.toast })
  await screens.go(cardPath(portal.bootstrap.pages, type, key), { replace: true })
}

/** The record was deleted: opens its list and drops its draft and cache. */
export async function leaveDeleted(card: CardStore, gone: string): Promise<void> {
  const { data: { manifest, place }, portal, drafts, cache, screens } = card.parts
  card.happen('leave')
  await drafts.dropDraft(place)
  if (screens.frame) screens.frame.close()
  else await screens.go(listPath(portal.bootstrap.pages, manifest.id), { replace: true })
  cache.remove(manifest, gone)
  cache.outdate(manifest, 'all')
}
