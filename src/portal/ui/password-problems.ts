/** Checks of passwords before the server is asked; each returns undefined if the password is valid. */
import { t } from '../../core/index.ts'
import { MIN_PASSWORD_LENGTH } from '../../contract/index.ts'

/** The error of a new password, if any; only the server checks how easily it is guessed. */
export function passwordProblem(password: string): string | undefined {
  if (password === '') return t('Password is Required.')
  return password.length < MIN_PASSWORD_LENGTH ? t('Min {limit} characters', { limit: MIN_PASSWORD_LENGTH }) : undefined
}

/** The error of an existing password, if any: the length of a Windows account's password is up to the directory. */
export function presentPasswordProblem(password: string): string | undefined {
  return password === '' ? t('Password is Required.') : undefined
}

/** The error of a repeated password, if any. */
export function repeatedPasswordProblem(password: string, repeated: string): string | undefined {
  if (repeated === '') return t('Repeat the password.')
  return repeated === password ? undefined : t('The two passwords are not the same.')
}
