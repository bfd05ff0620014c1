/** The present password, asked again of who has signed in: guesses count, lock and are told like those of a sign-in. */
import type { Services } from '../services.ts'
import type { User } from '../store/users.ts'
import { note, type SignInNote } from './audit.ts'
import type { Arrival } from './device.ts'
import { failed, refuseLocked } from './limits.ts'
import { isPasswordRight } from './passwords.ts'
import { noteLocked } from './tell-locked.ts'

/** Who asks, with what they typed. */
export interface PasswordAsked { user: User; password: string; company: string; arrival: Arrival }

/** Whether it is theirs; one that is not is counted and told in the sign-in log. Throws AppError locked-out. */
export async function isPresentPassword(services: Services, { user, password, company, arrival }: PasswordAsked): Promise<boolean> {
  const { database, clock } = services
  const at = clock.now()
  const trail: SignInNote = { company, kind: 'password-refused', actor: user.id, arrival, at }
  await refuseLocked(services, 'password', user.email, () => note(database.kysely, { ...trail, detail: 'locked out' }))
  if (await isPasswordRight(user.password_hash, password)) return true
  await database.transaction(async (tx) => {
    await note(tx, { ...trail, detail: 'wrong password' })
    if (await failed(tx, 'password', user.email, at)) await noteLocked(tx, { company, actor: user.id, arrival, at, what: 'passwords' })
  })
  return false
}
