/** Rate limits of sign-in attempts. Attempts on unknown names are counted exactly like those on known ones. */
import { AppError } from '../errors.ts'
import type { Services } from '../services.ts'
import type { Db } from '../store/connection/database.ts'
import type { User } from '../store/users/users.ts'
import { devicesOf } from '../store/sign-in/known-devices.ts'
import { bucketOf, clearBucket, countHit, lockedUntil, locksAmong, type Limit, type Lock } from '../store/requests/throttles.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
/** How long a lock lasts. */
export const LOCK_MINUTES = 15

const LIMITS = {
  /** Sign-ins from one IP address, which a whole office may share. */
  'sign-in-address': { max: 300, windowMs: MINUTE },
  'sign-in-name': { max: 15, windowMs: MINUTE },
  /** First and repeated codes, by person. */
  'code-first': { max: 10, windowMs: HOUR },
  'code-resend': { max: 5, windowMs: HOUR },
  'verify-address': { max: 300, windowMs: MINUTE },
  'link-mail': { max: 3, windowMs: HOUR },
  'link-mail-address': { max: 60, windowMs: HOUR },
  /** Sent by administrators on behalf of a person. */
  'link-admin': { max: 10, windowMs: HOUR },
  'link-use-address': { max: 60, windowMs: 15 * MINUTE },
  /** Readings of calendar feeds: programs of a whole office may share an address. */
  'feed-address': { max: 600, windowMs: 15 * MINUTE },
  'feed': { max: 60, windowMs: 15 * MINUTE },
} as const satisfies Record<string, Limit>

/** Five wrong passwords lock a name. A code has its own limit of five attempts; this lock stops attempts over many codes. */
const LOCKS = {
  password: { max: 5, windowMs: HOUR, lockMs: LOCK_MINUTES * MINUTE },
  code: { max: 10, windowMs: HOUR, lockMs: LOCK_MINUTES * MINUTE },
} as const satisfies Record<string, Lock>

export type LimitName = keyof typeof LIMITS
export type LockName = keyof typeof LOCKS

/** Counts an attempt of each kind. @throws AppError too-many-requests or too-many-codes if a limit is exceeded */
export async function limit(services: Services, attempts: Partial<Record<LimitName, string>>): Promise<void> {
  for (const [name, value] of Object.entries(attempts) as [LimitName, string][]) {
    if (!(await countHit(services.database.kysely, bucketOf(name, value), LIMITS[name], services.clock.now()))) {
      throw new AppError(name.startsWith('code') ? 'too-many-codes' : 'too-many-requests')
    }
  }
}

/** @throws AppError locked-out while the name is locked, after calling `onLocked` */
export async function refuseLocked(services: Services, lock: LockName, name: string, onLocked?: () => Promise<void>): Promise<void> {
  const now = services.clock.now()
  const until = await lockedUntil(services.database.kysely, bucketOf(lock, name), LOCKS[lock], now)
  if (until === undefined) return
  await onLocked?.()
  throw new AppError('locked-out', { minutes: Math.ceil((until.getTime() - now.getTime()) / MINUTE) })
}

/** The bucket that counts attempts for the name. */
export function bucketFor(lock: LockName, name: string): string {
  return bucketOf(lock, name)
}

/** The number of attempts that trigger the lock, and its duration. */
export function lockOf(lock: LockName): Lock {
  return LOCKS[lock]
}

type Counted = Pick<User, 'id' | 'email' | 'username'>

/** The buckets that count a person's wrong passwords: by name, and by each of their browsers. */
function passwordBuckets({ email, username }: Counted, browsers: readonly string[]): string[] {
  const names = [email, ...(username === null ? [] : [windowsName(username)])]
  return names.flatMap((name) => [name, ...browsers.map((one) => nameFrom(name, one))]).map((name) => bucketOf('password', name))
}

function bucketsOf(person: Counted, browsers: readonly string[]): string[] {
  return [...passwordBuckets(person, browsers), ...[person.id, ...browsers.map((one) => nameFrom(person.id, one))].map((name) => bucketOf('code', name))]
}

/** The name under which a Windows user name is counted; prefixed because it may look like another person's e-mail address. */
export function windowsName(username: string): string {
  return `windows ${username}`
}

/** The name under which attempts from a known browser are counted. */
export function nameFrom(name: string, browserHash: string): string {
  return `${name} from ${browserHash}`
}

/** When the locks of the people end, by user id, for those locked anywhere or in one of their browsers. */
export async function lockedPeople(db: Db, people: Counted[], now: Date): Promise<Map<string, Date>> {
  const browsers = await devicesOf(db, people.map(({ id }) => id))
  const buckets = (person: Counted): string[] => bucketsOf(person, browsers.get(person.id) ?? [])
  const locks = await locksAmong(db, people.flatMap(buckets), now)
  return new Map(people.flatMap((person): [string, Date][] => {
    const until = buckets(person).flatMap((bucket) => locks.get(bucket)?.getTime() ?? [])
    return until.length === 0 ? [] : [[person.id, new Date(Math.min(Math.max(...until), now.getTime() + LOCK_MINUTES * MINUTE))]]
  }))
}

/** Clears the person's locks and attempt counts. */
export async function unlock(db: Db, person: Counted): Promise<void> {
  await clearBucket(db, ...bucketsOf(person, (await devicesOf(db, [person.id])).get(person.id) ?? []))
}

/** Clears the count of wrong passwords of a person who has a new one. */
export async function forgetWrongPasswords(db: Db, person: Counted): Promise<void> {
  await clearBucket(db, ...passwordBuckets(person, (await devicesOf(db, [person.id])).get(person.id) ?? []))
}
