import type { DraftPlace } from '../../drafts/draft-store.ts'
import type { FormModel } from '../../form/form-model.ts'
import { pauseBefore } from '../../ui/pause.ts'
import type { CardStore } from './card-store.ts'

const DELAY = 600

type Kept = Pick<CardStore, 'keepDraft'> & { model: Pick<FormModel, 'isDirty' | 'subscribe'> }

/** Keeps what is unsaved in this browser, at once, a moment after each change and when the page goes away; what it answers ends that. */
export function keepDraft(card: Kept, place: DraftPlace): () => void {
  const keep = (): void => card.keepDraft(place)
  const later = pauseBefore(keep, DELAY)
  const stop = card.model.subscribe('', later.start)
  const hide = (): void => {
    if (document.visibilityState === 'hidden') keep()
  }
  document.addEventListener('visibilitychange', hide)
  window.addEventListener('pagehide', keep)
  keep()
  return () => {
    // The session may end or change company between two keys: the last one is kept too.
    if (later.isPending() && card.model.isDirty()) keep()
    later.cancel()
    stop()
    document.removeEventListener('visibilitychange', hide)
    window.removeEventListener('pagehide', keep)
  }
}
