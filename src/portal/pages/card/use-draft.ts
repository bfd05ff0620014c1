import { useEffect } from 'react'
import type { DraftPlace, PendingFile } from '../../drafts/draft-store.ts'
import type { CardStore } from './card-store.ts'
import { keepDraft } from './keep-draft.ts'

interface Kept {
  place: DraftPlace
  files: PendingFile[]
  /** Something may be changed and was. */
  isOn: boolean
}

/** Keeps what is unsaved as long as something is; other files are kept at once. */
export function useDraft(card: CardStore, { place, files, isOn }: Kept): void {
  useEffect(() => (isOn ? keepDraft(card, place) : undefined), [card, place, files, isOn])
}
