/** Results of searches. */
import { Tone } from './envelope.ts'
import { described, flag, list, maybe, object, text, type Of } from './schema.ts'

export const SearchHit = object({
  type: text,
  key: text,
  title: described(text, 'What people call the type.'),
  text: described(text, 'The first searched field beside the key that holds something; empty when none does.'),
  state: described(maybe(object({ label: text, tone: Tone })), 'As people read it; null for records without states.'),
  waits: described(flag, 'It waits for the person’s decision.'),
})
export type SearchHit = Of<typeof SearchHit>

const Suggestion = object({ key: text, label: text })
export type Suggestion = Of<typeof Suggestion>
export const SuggestionsAnswer = object({ offered: described(flag, 'False where there is no service to ask: nobody needs to ask again.'), found: list(Suggestion) })
export type SuggestionsAnswer = Of<typeof SuggestionsAnswer>
export const ImportRequest = object({ search: text, key: text })
export type ImportRequest = Of<typeof ImportRequest>
