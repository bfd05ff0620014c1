/** Results of searches. */
import { Tone } from './envelope.ts'
import { described, boolean, list, nullable, object, text, type TypeOf } from './schema.ts'

export const SearchHit = object({
  type: text,
  key: text,
  title: described(text, 'Display name of the type.'),
  text: described(text, 'The first searched field, other than the key, that is not empty; empty if there is none.'),
  state: described(nullable(object({ label: text, tone: Tone })), 'As displayed; null for records without states.'),
  waits: described(boolean, 'Whether it waits for the user’s decision.'),
})
export type SearchHit = TypeOf<typeof SearchHit>

const Suggestion = object({ key: text, label: text })
export type Suggestion = TypeOf<typeof Suggestion>
export const SuggestionsAnswer = object({ offered: described(boolean, 'False if there is no service to search: the client need not try again.'), found: list(Suggestion) })
export type SuggestionsAnswer = TypeOf<typeof SuggestionsAnswer>
export const ImportRequest = object({ search: text, key: text })
export type ImportRequest = TypeOf<typeof ImportRequest>
