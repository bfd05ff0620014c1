/** Codes on paper, for who has lost the phone: each opens once. */
import { createHash, randomInt } from 'node:crypto'

const CODES = 10
const GROUPS = 3
const LETTERS_OF_GROUP = 4
/** Crockford’s Base32: nothing that is read as something else. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const READ_AS: Record<string, string> = { O: '0', I: '1', L: '1' }
const CODE = new RegExp(`^[${ALPHABET}]{${GROUPS * LETTERS_OF_GROUP}}$`)

/** New codes of 60 random bits, `7K3M-9QXA-2BTC`. */
export function newRecoveryCodes(): string[] {
  const group = (): string => Array.from({ length: LETTERS_OF_GROUP }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')
  return Array.from({ length: CODES }, () => Array.from({ length: GROUPS }, group).join('-'))
}

/** The code as it is kept track of, however it was typed; undefined when it is none. */
export function readRecoveryCode(typed: string): string | undefined {
  const code = typed.toUpperCase().replace(/[\s-]/g, '').replace(/[OIL]/g, (letter) => READ_AS[letter] ?? letter)
  return CODE.test(code) ? code : undefined
}

/** What is stored of a code. 60 random bits need no slow hash; with the person’s id two people’s never look alike. */
export function hashRecoveryCode(userId: string, code: string): string {
  return createHash('sha256').update(`${userId} ${readRecoveryCode(code) ?? ''}`).digest('hex')
}
