/** The present password, asked again of who has signed in: guesses count, lock and are logged like those of a sign-in. */
import type { Services } from '../services.ts'
import type { User } from '../store/users.ts'
import type { SignInEvent } from './audit.ts'
import { tryCounted } from './counted-try.ts'
import type { Arrival } from './device.ts'
import { countedAs } from './known-device.ts'
import { windowsName } from './limits.ts'
import { isPasswordRight } from './passwords.ts'
import { directoryCompanyOf, isWindowsPasswordRight } from './windows-account.ts'

/** What wrong passwords of the person are counted by, and wait for one another by. */
export function passwordNameOf({ email, username }: Pick<User, 'email' | 'username'>, isWindows: boolean): string {
  return isWindows ? windowsName(username ?? '') : email
}

/** Who asks, with what they typed; `kind`: how the sign-in log records one that is not theirs. */
export interface PasswordAsked { user: User; password: string; company: string; arrival: Arrival; kind: Extract<SignInEvent, 'password-refused' | 'step-up-failed'> }

/** Whether it is theirs, here or in the directory of their company; one that is not is counted and recorded in the sign-in log. Throws AppError locked-out. */
export async function isPresentPassword(services: Services, { user, password, company, arrival, kind }: PasswordAsked): Promise<boolean> {
  const { database, clock } = services
  const directory = await directoryCompanyOf(database.kysely, user)
  const name = await countedAs(services, passwordNameOf(user, directory !== undefined), { browser: arrival.browser, userId: user.id })
  const isTheirs = await tryCounted(services, { lock: 'password', name, trail: () => ({ company, kind, actor: user.id, arrival, at: clock.now() }) }, async () => {
    const isRight = directory === undefined ? await isPasswordRight(user.password_hash, password) : await isWindowsPasswordRight(services, directory, user, password)
    return isRight ? { right: true } : { wrong: 'wrong password' }
  })
  return isTheirs === true
}
