/** What is wrong with what was typed to sign in, before the server is asked; undefined when nothing is. */
import { CODE_DIGITS, isEmail } from '../../../contract/index.ts'

/** What is wrong with an e-mail; undefined when nothing is. */
export function emailProblem(email: string): string | undefined {
  if (email.trim() === '') return 'Email is Required.'
  return isEmail(email.trim()) ? undefined : 'E-mail must be valid'
}

/** What is wrong with the name of a Windows account; undefined when nothing is. */
export function usernameProblem(username: string): string | undefined {
  return username.trim() === '' ? 'Username is Required.' : undefined
}

/** The digits of what was typed or pasted, such as "123 456" out of a message. */
export function digitsOf(text: string): string {
  return text.replace(/\D/g, '').slice(0, CODE_DIGITS)
}

/** What is wrong with the code of the second step, before it is sent; undefined when nothing is. */
export function codeProblem(code: string): string | undefined {
  if (code === '') return 'The code is required.'
  return code.length < CODE_DIGITS ? `The code has ${CODE_DIGITS} digits.` : undefined
}
