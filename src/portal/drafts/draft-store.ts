/** Drafts of unsaved forms, kept in this browser until saved: they survive a reload, a lost session and a lost network. */
import { createStore, del, get, set } from 'idb-keyval'
import type { Doc } from '../../core/index.ts'
import { trackWork } from '../ui/work.ts'

/** A file that was chosen but is not uploaded yet. */
export interface PendingFile { id: string; file: Blob; fileName: string; mediaType: string; size: number; /** Its size before it was made smaller. */ was?: number; /** Why the server refused it; it is not uploaded again. */ refused?: string }

export interface Draft {
  /** The same in every tab that opens the draft. */
  id: string
  doc: Doc
  files: PendingFile[]
  /** The record being edited, as stored; absent for a new one. */
  base?: Doc
  /** The revision of `base`. */
  rev?: number
  savedAt: string
}

export interface DraftPlace { user: string; company: string; type: string; key: string | undefined; /** Distinguishes kinds of new records of one type. */ kind?: string }

const store = () => createStore('dirisha-drafts', 'drafts')
const nameOf = ({ user, company, type, key, kind }: DraftPlace): string => [user, company, type, key ?? '(new)', ...(kind === undefined ? [] : [kind])].map(encodeURIComponent).join('/')

/**
 * Returns the draft, if any; a browser without storage (private windows) has none. A draft stored under one of the given earlier ids of the
 * type is moved to the current one.
 */
export async function readDraft(place: DraftPlace, earlierTypes: readonly string[]): Promise<Draft | undefined> {
  try {
    return await trackWork('draft', () => readOwnOrEarlier(place, earlierTypes))
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

/** Stores the draft; returns false if the browser refuses. */
export async function writeDraft(place: DraftPlace, draft: Draft): Promise<boolean> {
  try {
    await trackWork('draft', () => set(nameOf(place), draft, store()))
    return true
  } catch {
    return false
  }
}

/** Deletes the draft of a form. Never throws. */
export async function dropDraft(place: DraftPlace): Promise<void> {
  try {
    await trackWork('draft', () => del(nameOf(place), store()))
  } catch {
    // Nothing could be stored, so there is nothing to delete.
  }
}
