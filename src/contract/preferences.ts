import { described, narrowed, nullable, object, record, text, type TypeOf } from './schema.ts'

/** The most preferences of a person in a company, and the most bytes of one. */
export const MAX_PREFERENCES = 100
export const MAX_PREFERENCE_BYTES = 8000
/** Of all preferences of a person together: each start of the portal reads them. */
export const MAX_PREFERENCES_BYTES = 100_000

export const LanguageRequest = object({ language: described(text, 'A BCP 47 tag: "en", or one of the translations of this installation.') })
export type LanguageRequest = TypeOf<typeof LanguageRequest>

export const PreferenceRequest = object({
  name: described(narrowed(text, { pattern: '^[A-Za-z][A-Za-z0-9:._-]{0,99}$' }), 'Such as list:cash.requests.'),
  value: described(nullable(record), `Any object of at most ${MAX_PREFERENCE_BYTES} bytes as JSON; null removes the preference.`),
})
export type PreferenceRequest = TypeOf<typeof PreferenceRequest>
