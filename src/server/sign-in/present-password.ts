/** The present password, asked again of who has signed in: guesses count, lock and are told like those of a sign-in. */
import type { Services } from '../services.ts'
import type { User } from '../store/users.ts'
import { note, type SignInNote } from './audit.ts'
import type { Arrival } from './device.ts'
import { refuseLocked, succeeded } from './limits.ts'
import { isPasswordRight } from './passwords.ts'
import { directoryCompanyOf, isWindowsPasswordRight } from './windows-account.ts'
import { countWrongPassword } from './wrong-password.ts'

/** What wrong passwords of the person are counted by, and wait for one another by. */
export function passwordNameOf({ email, username }: Pick<User, 'email' | 'username'>, isWindows: boolean): string {
  return isWindows ? `windows ${username ?? ''}` : email
}

/** Who asks, with what they typed. */
export interface PasswordAsked { user: User; password: string; company: string; arrival: Arrival }

/** Whether it is theirs, here or in the directory of their company; one that is not is counted and told in the sign-in log. Throws AppError locked-out. */
export async function isPresentPassword(services: Services, { user, password, company, arrival }: PasswordAsked): Promise<boolean> {
  const { database, clock } = services
  const trail: SignInNote = { company, kind: 'password-refused', actor: user.id, arrival, at: clock.now() }
  const directory = await directoryCompanyOf(database.kysely, user)
  const name = passwordNameOf(user, directory !== undefined)
  await refuseLocked(services, 'password', name, () => note(database.kysely, { ...trail, detail: 'locked out' }))
  if (directory === undefined ? await isPasswordRight(user.password_hash, password) : await isWindowsPasswordRight(services, directory, user, password)) {
    await succeeded(database.kysely, 'password', name)
    return true
  }
  await countWrongPassword(services, { ...trail, detail: 'wrong password' }, name)
  return false
}
