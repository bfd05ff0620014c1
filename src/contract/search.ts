/**
 * First at most MAX_HITS_PER_TYPE of what waits for the person's decision, by what the list of approvals is searched by (number, people, what it shows of the
 * document). Then records by what their lists search, out of the lists that the person's menu leads to: documents before masters,
 * at most MAX_HITS_PER_TYPE of a type and MAX_HITS in all. A text shorter than MIN_SEARCH_LENGTH finds nothing.
 */
import { Tone } from './envelope.ts'
import { described, flag, maybe, object, text, type Of } from './schema.ts'

export const MIN_SEARCH_LENGTH = 2
export const MAX_HITS_PER_TYPE = 5
export const MAX_HITS = 20

export const SearchHit = object({
  type: text,
  key: text,
  title: described(text, 'What people call the type.'),
  text: described(text, 'The first searched field beside the key that holds something; empty when none does.'),
  state: described(maybe(object({ label: text, tone: Tone })), 'As people read it; null for records without states.'),
  waits: described(flag, 'It waits for the person’s decision.'),
})
export type SearchHit = Of<typeof SearchHit>
