/** Checks of the sign-in input before the server is asked; each returns undefined if the input is valid. */
import { t } from '../../../core/index.ts'
import { CODE_DIGITS, isEmail } from '../../../contract/index.ts'

/** The error of an e-mail address, if any. */
export function emailProblem(email: string): string | undefined {
  if (email.trim() === '') return t('Email is Required.')
  return isEmail(email.trim()) ? undefined : t('E-mail must be valid')
}

/** The error of a Windows account's user name, if any. */
export function usernameProblem(username: string): string | undefined {
  return username.trim() === '' ? t('Username is Required.') : undefined
}

/** The digits of typed or pasted text, such as "123 456" from a message. */
export function digitsOf(text: string): string {
  return text.replace(/\D/g, '').slice(0, CODE_DIGITS)
}

/** The error of a second-step code before it is sent, if any. */
export function codeProblem(code: string): string | undefined {
  if (code === '') return t('Code is Required.')
  return code.length < CODE_DIGITS ? t('The code has {digits} digits.', { digits: CODE_DIGITS }) : undefined
}
