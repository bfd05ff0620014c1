/** The present password, asked again of who has signed in: guesses count, lock and are told like those of a sign-in. */
import type { Services } from '../services.ts'
import type { User } from '../store/users.ts'
import { note, type SignInNote } from './audit.ts'
import type { Arrival } from './device.ts'
import { refuseLocked } from './limits.ts'
import { isPasswordRight } from './passwords.ts'
import { countWrongPassword } from './wrong-password.ts'

/** Who asks, with what they typed. */
export interface PasswordAsked { user: User; password: string; company: string; arrival: Arrival }

/** Whether it is theirs; one that is not is counted and told in the sign-in log. Throws AppError locked-out. */
export async function isPresentPassword(services: Services, { user, password, company, arrival }: PasswordAsked): Promise<boolean> {
  const { database, clock } = services
  const trail: SignInNote = { company, kind: 'password-refused', actor: user.id, arrival, at: clock.now() }
  await refuseLocked(services, 'password', user.email, () => note(database.kysely, { ...trail, detail: 'locked out' }))
  if (await isPasswordRight(user.password_hash, password)) return true
  await countWrongPassword(services, { ...trail, detail: 'wrong password' }, user.email)
  return false
}
