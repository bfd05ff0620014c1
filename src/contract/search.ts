/**
 *   GET portal/search  ?q=  -> SearchHit[]
 *
 * First at most MAX_HITS_PER_TYPE of what waits for the person's decision, by what the list of approvals is searched by (number, people, what it shows of the
 * document). Then records by what their lists search, out of the lists that the person's menu leads to: documents before masters,
 * at most MAX_HITS_PER_TYPE of a type and MAX_HITS in all. A text shorter than MIN_SEARCH_LENGTH finds nothing.
 */
import type { Tone } from '../core/index.ts'

export const MIN_SEARCH_LENGTH = 2
export const MAX_HITS_PER_TYPE = 5
export const MAX_HITS = 20

export interface SearchHit {
  type: string
  key: string
  /** What people call the type. */
  title: string
  /** The first searched field beside the key that holds something; empty when none does. */
  text: string
  /** The state as people read it; null for records without states. */
  state: { label: string; tone: Tone } | null
  /** It waits for the person's decision. */
  waits: boolean
}
