/** Recovery codes on paper, for people who have lost their phone: each works once. */
import { createHash, randomInt } from 'node:crypto'

const CODES = 10
const GROUPS = 3
const LETTERS_OF_GROUP = 4
/** Crockford’s Base32: no characters that look alike. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const READ_AS: Record<string, string> = { O: '0', I: '1', L: '1' }
const CODE = new RegExp(`^[${ALPHABET}]{${GROUPS * LETTERS_OF_GROUP}}$`)

/** New codes of 60 random bits, such as `7K3M-9QXA-2BTC`. */
export function newRecoveryCodes(): string[] {
  const group = (): string => Array.from({ length: LETTERS_OF_GROUP }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')
  return Array.from({ length: CODES }, () => Array.from({ length: GROUPS }, group).join('-'))
}

/** The normalised code, however it was typed; undefined if it is not one. */
export function readRecoveryCode(typed: string): string | undefined {
  const code = typed.toUpperCase().replace(/[\s-]/g, '').replace(/[OIL]/g, (letter) => READ_AS[letter] ?? letter)
  return CODE.test(code) ? code : undefined
}

/** The hash to store. 60 random bits need no slow hash; the user id makes equal codes of two people differ. */
export function hashRecoveryCode(userId: string, code: string): string {
  return createHash('sha256').update(`${userId} ${readRecoveryCode(code) ?? ''}`).digest('hex')
}
