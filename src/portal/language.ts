/**
 * The language of this browser's portal, which public/language.js has loaded before any code of the portal. Because constants are texts,
 * too, a change of language reloads the page.
 */
import { LANGUAGES_META } from '../contract/index.ts'

const KEY = 'dirisha.language'

/** The languages that there are, English first. */
export function languages(): string[] {
  const listed = document.querySelector(`meta[name="${LANGUAGES_META}"]`)?.getAttribute('content') ?? ''
  return ['en', ...listed.split(' ').filter((language) => language !== '')]
}

/** A language by its own name. */
export function languageName(language: string): string {
  const name = new Intl.DisplayNames([language], { type: 'language' }).of(language) ?? language
  return name.charAt(0).toUpperCase() + name.slice(1)
}

/** From now on the portal is in this language in this browser. */
export function chooseLanguage(language: string): void {
  localStorage.setItem(KEY, language)
  window.location.reload()
}
