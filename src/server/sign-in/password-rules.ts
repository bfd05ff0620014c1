/** Rules for new passwords beyond their length. */
import { t } from '../../core/index.ts'
import type { Form } from './form.ts'
import { passwordOf } from './form.ts'

interface Owner { email: string; name: string; username: string | null }

let common: Promise<Set<string>> | undefined

/** The most common leaked passwords, without those that are too short anyway. Loaded on first use. */
function commonPasswords(): Promise<Set<string>> {
  common ??= import('@zxcvbn-ts/language-common').then(({ dictionary }) => new Set(dictionary['passwords-common'].map((one) => String(one).toLowerCase()).filter((one) => one.length >= 8)))
  return common
}

/** The new password of the form; reports problems to the form. */
export async function newPasswordOf(form: Form, owner: Owner): Promise<string> {
  const password = passwordOf(form)
  if (password.length < 8) return password
  const plain = password.toLowerCase()
  if ((await commonPasswords()).has(plain) || new Set(plain).size < 3) form.addError('password', 'common', t('This password is too easy to guess. Choose another.'))
  else if (namesOf(owner).includes(plain.replace(/[^\p{L}\p{N}@]/gu, '')) || isNameWithNumber(plain, owner)) form.addError('password', 'own-name', t('The password may not be your name or your e-mail, even with a number added.'))
  const repeated = form.raw('password_confirmation')
  if (repeated !== '' && repeated !== password) form.addError('password_confirmation', 'confirmed', t('The two passwords are not the same.'))
  return password
}

/** As many digits as a date has: covers years, birthdays and simple sequences. */
const MAX_DIGITS = 8

/** Whether the password consists of the person's own names and only a few digits, such as kiptoo2026. */
function isNameWithNumber(plain: string, { email, name, username }: Owner): boolean {
  if (plain.replace(/\P{N}/gu, '').length > MAX_DIGITS) return false
  const words = [name, email.split('@')[0] ?? '', username ?? ''].flatMap((one) => one.toLowerCase().split(/\P{L}+/u)).filter((one) => one.length > 1)
  let rest = plain.replace(/\P{L}/gu, '')
  if (rest === '') return false
  for (const word of words.sort((a, b) => b.length - a.length)) rest = rest.replaceAll(word, '')
  return rest === ''
}

function namesOf({ email, name, username }: Owner): string[] {
  const [local = ''] = email.split('@')
  return [email, local, name, username ?? ''].filter((one) => one !== '').map((one) => one.toLowerCase().replace(/[^\p{L}\p{N}@]/gu, ''))
}
