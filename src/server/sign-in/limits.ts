/** How often what may be tried. Everything is counted for names that nobody has exactly as for known ones. */
import { AppError } from '../errors.ts'
import type { Services } from '../services.ts'
import type { Db } from '../store/database.ts'
import type { User } from '../store/users.ts'
import { bucketOf, clearBucket, countFailure, countHit, lockedUntil, locksAmong, type Limit, type Lock } from '../store/throttles.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
/** How long a lock lasts. */
export const LOCK_MINUTES = 15

const LIMITS = {
  /** Sign-ins from one address; a whole office may share it. */
  'sign-in-address': { most: 300, windowMs: MINUTE },
  'sign-in-name': { most: 15, windowMs: MINUTE },
  /** First codes and repeated ones, by person. */
  'code-first': { most: 10, windowMs: HOUR },
  'code-resend': { most: 5, windowMs: HOUR },
  'verify-address': { most: 300, windowMs: MINUTE },
  'link-mail': { most: 3, windowMs: HOUR },
  'link-mail-address': { most: 60, windowMs: HOUR },
  /** By administrators for somebody. */
  'link-admin': { most: 10, windowMs: HOUR },
  'link-use-address': { most: 60, windowMs: 15 * MINUTE },
} as const satisfies Record<string, Limit>

/** Five wrong passwords lock. A code has five tries of its own; the lock is for who burns code after code. */
const LOCKS = {
  password: { most: 5, windowMs: HOUR, lockMs: LOCK_MINUTES * MINUTE },
  code: { most: 10, windowMs: HOUR, lockMs: LOCK_MINUTES * MINUTE },
} as const satisfies Record<string, Lock>

export type LimitName = keyof typeof LIMITS
export type LockName = keyof typeof LOCKS

/** Counts an attempt of each of the kinds. Throws AppError too-many-requests when one of them came too often. */
export async function limit(services: Services, attempts: Partial<Record<LimitName, string>>): Promise<void> {
  for (const [name, value] of Object.entries(attempts) as [LimitName, string][]) {
    if (!(await countHit(services.database.kysely, bucketOf(name, value), LIMITS[name], services.clock.now()))) {
      throw new AppError(name.startsWith('code') ? 'too-many-codes' : 'too-many-requests')
    }
  }
}

/** Throws AppError locked-out while the name is locked; `onLocked` is done first. */
export async function refuseLocked(services: Services, lock: LockName, name: string, onLocked?: () => Promise<void>): Promise<void> {
  const now = services.clock.now()
  const until = await lockedUntil(services.database.kysely, bucketOf(lock, name), LOCKS[lock], now)
  if (until === undefined) return
  await onLocked?.()
  throw new AppError('locked-out', { minutes: Math.ceil((until.getTime() - now.getTime()) / MINUTE) })
}

/** Counts a failure; answers whether this one locks the name. */
export async function failed(db: Db, lock: LockName, name: string, now: Date): Promise<boolean> {
  return countFailure(db, bucketOf(lock, name), LOCKS[lock], now)
}

/** Forgets the failures of the name. */
export async function succeeded(db: Db, lock: LockName, name: string): Promise<void> {
  await clearBucket(db, bucketOf(lock, name))
}

/** Under which names attempts of the person are counted. */
function bucketsOf({ id, email, username }: Pick<User, 'id' | 'email' | 'username'>): string[] {
  return [bucketOf('password', email), ...(username === null ? [] : [bucketOf('password', `windows ${username}`)]), bucketOf('code', id)]
}

/** Until when the people are locked, by user id, of those who are. */
export async function lockedPeople(db: Db, people: Pick<User, 'id' | 'email' | 'username'>[], now: Date): Promise<Map<string, Date>> {
  const locks = await locksAmong(db, people.flatMap(bucketsOf), now)
  return new Map(people.flatMap((person): [string, Date][] => {
    const until = bucketsOf(person).flatMap((bucket) => locks.get(bucket)?.getTime() ?? [])
    return until.length === 0 ? [] : [[person.id, new Date(Math.min(Math.max(...until), now.getTime() + LOCK_MINUTES * MINUTE))]]
  }))
}

/** Forgets every lock of the person, and what was counted. */
export async function unlock(db: Db, person: Pick<User, 'id' | 'email' | 'username'>): Promise<void> {
  for (const bucket of bucketsOf(person)) await clearBucket(db, bucket)
}
