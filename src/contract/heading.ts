/** Headings of a record's screen, which the server writes into the page before the portal draws them. */
import { t } from '../core/index.ts'
import type { ResolvedDocumentType } from '../core/index.ts'

/**
 * The heading of a new record: says what it is, also where its title is only "New Request".
 * @example newHeading({ one: 'Room Booking', new: 'New Request' }) // 'New room booking request'
 */
export function newHeading({ one, new: title }: { one: string; new: string }): string {
  if (!title.startsWith(NEW) || title.toLowerCase().includes(one.toLowerCase())) return title
  return `${NEW}${inSentence(one)} ${inSentence(title.slice(NEW.length))}`
}

const NEW = 'New '

/** The words as they stand within a sentence; abbreviations keep their capitals. */
const inSentence = (words: string): string => words.replaceAll(/\b\p{Lu}(?=\p{Ll})/gu, (letter) => letter.toLowerCase())

/** The heading of a card until its record is there. */
export function openingHeading({ card }: Pick<ResolvedDocumentType, 'card'>, titles: { one: string; new: string }, { view = '', key }: { view?: string | undefined; key: string | undefined }): string {
  return key === undefined ? newHeading(titles) : `${t(card.views[view]?.title ?? titles.one)} ${key}`
}
