/** Records of a master that a service elsewhere finds: `GET documents/<type>/suggestions?search=`, taken in by a POST of one. */

/** From how many characters on a service is asked. */
export const MIN_SOUGHT_LENGTH = 3
export const MAX_SOUGHT_LENGTH = 80

export interface Suggestion { key: string; label: string }
/** `offered` is false where there is no service to ask: nobody needs to ask again. */
export interface SuggestionsAnswer { offered: boolean; found: Suggestion[] }
export interface TakeInRequest { search: string; key: string }
