import { useEffect, type RefObject } from 'react'
import type { Doc } from '../../../core/index.ts'
import { writeDraft, type DraftPlace, type PendingFile } from '../../drafts/draft-store.ts'
import type { FormModel } from '../../form/form-model.ts'
import { pauseBefore } from '../../ui/pause.ts'

const DELAY = 600

/** The stored record that the changes started from. */
export interface DraftOrigin { rev: number | undefined; base: Doc | undefined }

interface DraftOptions {
  id: string
  place: DraftPlace
  model: FormModel
  files: PendingFile[]
  origin: RefObject<DraftOrigin>
  /** Something may be changed and was. */
  isOn: boolean
  isLeaving: RefObject<boolean>
}

/** Keeps what is unsaved in this browser, a moment after each change and when the page goes away. */
export function useDraft({ id, place, model, files, origin, isOn, isLeaving }: DraftOptions): void {
  useEffect(() => {
    if (!isOn) return
    const keep = (): void => {
      if (isLeaving.current || !(model.isDirty() || files.length > 0)) return
      const { rev, base } = origin.current
      void writeDraft(place, { id, doc: model.doc(), files, savedAt: new Date().toISOString(), ...(rev === undefined ? {} : { rev }), ...(base ? { base } : {}) })
    }
    const later = pauseBefore(keep, DELAY)
    const stop = model.subscribe('', later.start)
    const hide = (): void => {
      if (document.visibilityState === 'hidden') keep()
    }
    document.addEventListener('visibilitychange', hide)
    window.addEventListener('pagehide', keep)
    keep()
    return () => {
      // The session may end or change company between two keys: the last one is kept too.
      if (later.isPending() && model.isDirty()) keep()
      later.cancel()
      stop()
      document.removeEventListener('visibilitychange', hide)
      window.removeEventListener('pagehide', keep)
    }
  }, [id, place, model, files, origin, isOn, isLeaving])
}
