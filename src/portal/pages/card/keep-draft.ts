import type { DraftPlace } from '../../drafts/draft-store.ts'
import type { FormModel } from '../../form/form-model.ts'
import { pauseBefore } from '../../ui/pause.ts'
import type { CardStore } from './card-store.ts'

const DELAY = 600

type Kept = Pick<CardStore, 'keepDraft'> & { model: Pick<FormModel, 'isDirty' | 'subscribe'> }

/**
 * Stores unsaved changes in this browser: at once, shortly after each change, and when the page is hidden. Returns a function that stops
 * it.
 */
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
    // The session may end or switch company between two keystrokes: store the last one too.
    if (later.isPending() && card.model.isDirty()) keep()
    later.cancel()
    stop()
    document.removeEventListener('visibilitychange', hide)
    window.removeEventListener('pagehide', keep)
  }
}
