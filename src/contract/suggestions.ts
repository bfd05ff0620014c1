/** Records of a master that a service elsewhere finds: `GET documents/<type>/suggestions?search=`, taken in by a POST of one. */
import { described, flag, list, object, text, type Of } from './schema.ts'

/** From how many characters on a service is asked. */
export const MIN_SOUGHT_LENGTH = 3
export const MAX_SOUGHT_LENGTH = 80

const Suggestion = object({ key: text, label: text })
export type Suggestion = Of<typeof Suggestion>
export const SuggestionsAnswer = object({ offered: described(flag, 'False where there is no service to ask: nobody needs to ask again.'), found: list(Suggestion) })
export type SuggestionsAnswer = Of<typeof SuggestionsAnswer>
export const TakeInRequest = object({ search: text, key: text })
export type TakeInRequest = Of<typeof TakeInRequest>
