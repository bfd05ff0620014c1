/** Unfinished forms, kept in this browser until they are saved: they outlive a reload, a lost session and a lost network. */
import { createStore, del, get, set } from 'idb-keyval'
import type { Doc } from '../../core/index.ts'
import { during } from '../ui/work.ts'

/** A file chosen and not stored yet. */
export interface PendingFile { id: string; file: Blob; fileName: string; mediaType: string; size: number; /** Why the server would not have it: it is not sent again. */ refused?: string }

export interface Draft {
  /** The same in every tab that opens it. */
  id: string
  doc: Doc
  files: PendingFile[]
  /** The record that was being changed, as it was stored; absent for a new one. */
  base?: Doc
  /** Its revision. */
  rev?: number
  savedAt: string
}

export interface DraftPlace { user: string; company: string; type: string; key: string | undefined; /** What tells new records of one type apart. */ kind?: string }

const store = () => createStore('dirisha-drafts', 'drafts')
const nameOf = ({ user, company, type, key, kind }: DraftPlace): string => [user, company, type, key ?? '(new)', ...(kind === undefined ? [] : [kind])].map(encodeURIComponent).join('/')

/**
 * The draft, when there is one. A browser without storage (private windows) has none. One that was kept under an earlier id of the
 * type, of those given, is put in its place.
 */
export async function readDraft(place: DraftPlace, earlierTypes: readonly string[]): Promise<Draft | undefined> {
  try {
    return await during('draft', () => readOwnOrEarlier(place, earlierTypes))
  } catch {
    return undefined
  }
}

async function readOwnOrEarlier(place: DraftPlace, earlierTypes: readonly string[]): Promise<Draft | undefined> {
  const own = await get<Draft>(nameOf(place), store())
  if (own !== undefined) return own
  for (const type of earlierTypes) {
    const earlier = { ...place, type }
    const draft = await get<Draft>(nameOf(earlier), store())
    if (draft === undefined) continue
    if (await writeDraft(place, draft)) await dropDraft(earlier)
    return draft
  }
  return undefined
}

/** Keeps the draft; false when this browser refuses to. */
export async function writeDraft(place: DraftPlace, draft: Draft): Promise<boolean> {
  try {
    await during('draft', () => set(nameOf(place), draft, store()))
    return true
  } catch {
    return false
  }
}

/** Forgets what was kept of a form; never throws. */
export async function dropDraft(place: DraftPlace): Promise<void> {
  try {
    await during('draft', () => del(nameOf(place), store()))
  } catch {
    // Nothing could be kept, so there is nothing to drop.
  }
}
