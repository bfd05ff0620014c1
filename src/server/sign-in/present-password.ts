/** Verifies the current password of a signed-in person: failures count, lock and are logged like those of a sign-in. */
import type { Config } from '../config.ts'
import type { Services } from '../services.ts'
import type { Db } from '../store/connection/database.ts'
import type { User } from '../store/users/users.ts'
import type { SignInEvent } from './audit.ts'
import { tryCounted } from './counted-try.ts'
import type { RequestOrigin } from './device.ts'
import { countedAs } from './known-device.ts'
import { windowsName } from './limits.ts'
import { soleProviderOf } from './oidc/provider-of.ts'
import { isPasswordRight } from './passwords.ts'
import { directoryCompanyOf, verifyWindowsPassword } from './windows-account.ts'

/** The name under which the person's wrong passwords are counted, and their attempts serialised. */
export function passwordNameOf({ email, username }: Pick<User, 'email' | 'username'>, isWindows: boolean): string {
  return isWindows ? windowsName(username ?? '') : email
}

/** Whether the person has a password, here or in a company's directory, and may sign in with it. */
export async function hasPassword(config: Pick<Config, 'providers'>, db: Db, user: User): Promise<boolean> {
  return soleProviderOf(config, user) === undefined && (user.password_hash !== null || (await directoryCompanyOf(db, user)) !== undefined)
}

/** The person and the password they entered. `kind`: how the sign-in log records a wrong one. */
export interface PasswordAsked { user: User; password: string; company: string; arrival: RequestOrigin; kind: Extract<SignInEvent, 'password-refused' | 'step-up-failed'> }

/** Whether the password is right, here or in the company's directory; a wrong one is counted and logged. @throws AppError locked-out */
export async function isPresentPassword(services: Services, { user, password, company, arrival, kind }: PasswordAsked): Promise<boolean> {
  const { database, clock } = services
  const directory = await directoryCompanyOf(database.kysely, user)
  const name = await countedAs(services, passwordNameOf(user, directory !== undefined), { browser: arrival.browser, userId: user.id })
  const isTheirs = await tryCounted(services, { lock: 'password', name, trail: () => ({ company, kind, actor: user.id, arrival, at: clock.now() }) }, async () => {
    const isRight = directory === undefined ? await isPasswordRight(user.password_hash, password) : await verifyWindowsPassword(services, directory, user, password)
    return isRight ? { right: true } : { wrong: 'wrong password' }
  })
  return isTheirs === true
}
