/** What is wrong with passwords as they are typed, before the server is asked; undefined when nothing is. */
import { MIN_PASSWORD_LENGTH } from '../../contract/index.ts'

/** What is wrong with a new password as it is typed; how easily it is guessed is the server's to say. */
export function passwordProblem(password: string): string | undefined {
  if (password === '') return 'Password is Required.'
  return password.length < MIN_PASSWORD_LENGTH ? `Min ${MIN_PASSWORD_LENGTH} characters` : undefined
}

/** A password that is set already: how long that of a Windows account must be is the directory's to say. */
export function presentPasswordProblem(password: string): string | undefined {
  return password === '' ? 'Password is Required.' : undefined
}

/** What is wrong with a password typed once more; undefined when nothing is. */
export function repeatedPasswordProblem(password: string, repeated: string): string | undefined {
  if (repeated === '') return 'Type the password once more.'
  return repeated === password ? undefined : 'The two passwords are not the same.'
}
