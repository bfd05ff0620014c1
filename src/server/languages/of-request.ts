/** The language of texts: that of the person who reads the response, or the message. */
import { AsyncLocalStorage } from 'node:async_hooks'
import { translateBy, type Translation } from '../../core/index.ts'

const ofRequest = new AsyncLocalStorage<Translation | undefined>()
translateBy(() => ofRequest.getStore())

/** Runs the work, and all that follows from it, in a language; undefined for English. */
export function inLanguage<T>(translation: Translation | undefined, work: () => T): T {
  return ofRequest.run(translation, work)
}

/** The same in the language of the person who will read what is written: of a message to them. */
export function inLanguageOf<T>({ translations }: { translations: ReadonlyMap<string, Translation> }, { language }: { language: string | null }, work: () => T): T {
  return inLanguage(language === null ? undefined : translations.get(language), work)
}

/** The same in English: for what is stored or printed, and read by anybody. */
export function inEnglish<T>(work: () => T): T {
  return ofRequest.run(undefined, work)
}
