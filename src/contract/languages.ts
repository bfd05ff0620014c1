/** The languages of the texts, besides English. */

/** Name of the `meta` element in which the page names the languages that there are, separated by spaces; absent if there is English only. */
export const LANGUAGES_META = 'dirisha-languages'

/** Path of a language's texts, followed by `<language>.js`; they are public, because the sign-in page is read in that language, too. */
export const TEXTS_PATH = '/texts/'
