/** Checks of passwords before the server is asked; each returns undefined if the password is valid. */
import { MIN_PASSWORD_LENGTH } from '../../contract/index.ts'

/** The error of a new password, if any; only the server checks how easily it is guessed. */
export function passwordProblem(password: string): string | undefined {
  if (password === '') return 'Password is Required.'
  return password.length < MIN_PASSWORD_LENGTH ? `Min ${MIN_PASSWORD_LENGTH} characters` : undefined
}

/** The error of an existing password, if any: the length of a Windows account's password is up to the directory. */
export function presentPasswordProblem(password: string): string | undefined {
  return password === '' ? 'Password is Required.' : undefined
}

/** The error of a repeated password, if any. */
export function repeatedPasswordProblem(password: string, repeated: string): string | undefined {
  if (repeated === '') return 'Repeat the password.'
  return repeated === password ? undefined : 'The two passwords are not the same.'
}
