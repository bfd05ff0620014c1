import { useEffect } from 'react'
import type { DraftPlace, PendingFile } from '../../drafts/draft-store.ts'
import type { CardStore } from './card-store.ts'
import { keepDraft } from './keep-draft.ts'

interface Kept {
  place: DraftPlace
  files: PendingFile[]
  /** The document can be edited and has unsaved changes. */
  isOn: boolean
}

/** Stores unsaved changes while there are any; a changed list of files is stored at once. */
export function useDraft(card: CardStore, { place, files, isOn }: Kept): void {
  useEffect(() => (isOn ? keepDraft(card, place) : undefined), [card, place, files, isOn])
}
