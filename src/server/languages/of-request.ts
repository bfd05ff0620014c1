/** The language in which the texts of a request are: that of the person who reads the response. */
import { AsyncLocalStorage } from 'node:async_hooks'
import { translateBy, type Translation } from '../../core/index.ts'

const ofRequest = new AsyncLocalStorage<Translation | undefined>()
translateBy(() => ofRequest.getStore())

/** Runs the work, and all that follows from it, in a language; undefined for English. */
export function inLanguage<T>(translation: Translation | undefined, work: () => T): T {
  return ofRequest.run(translation, work)
}

/** The same in English: for what is stored or sent to others, whose language is not that of the request. */
export function inEnglish<T>(work: () => T): T {
  return ofRequest.run(undefined, work)
}
