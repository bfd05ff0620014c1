import type { ClientManifest } from '../../../contract/index.ts'
import type { JsonObject } from '../../../core/index.ts'

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

/**
 * The name of a master, which heads its card with the number beside it; undefined for other kinds, whose label is what they are about, and
 * where there is no name besides the number, or none for this reader.
 */
export function nameOf({ kind, key, label, shape }: Pick<ClientManifest, 'kind' | 'key' | 'label' | 'shape'>, record: JsonObject): string | undefined {
  if (kind !== 'master' || label === key) return undefined
  const name = record[shape.fields[label]?.wire ?? '']
  return typeof name === 'string' && name !== '' && name !== record[shape.fields[key]?.wire ?? ''] ? name : undefined
}
