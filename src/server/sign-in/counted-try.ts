/**
 * One attempt at a password, code or passkey. It is counted in the database before anything is compared, so concurrent attempts, on any
 * number of servers, get no more comparisons than sequential ones.
 */
import type { Services } from '../services.ts'
import { clearBucket, countTry, revertTry, lockedUntil } from '../store/requests/throttles.ts'
import { recordSignInEvent, type SignInNote } from './audit.ts'
import { bucketFor, lockOf, refuseLocked, type LockName } from './limits.ts'
import { noteLocked } from './lock-notice.ts'

export interface TryCase {
  lock: LockName
  /** The name that attempts are counted under: see `countedAs`. */
  name: string
  /** The sign-in log entry for an attempt that fails, or is made while the name is locked. */
  trail: () => SignInNote | Promise<SignInNote>
}

/** The result of the comparison; `wrong` is the reason for the sign-in log. */
export type Compared<T> = { right: T } | { wrong: string }

/**
 * Returns the `right` value; undefined if the attempt failed, which is logged together with the lock it may have caused. If `compare`
 * throws, the attempt is not counted. @throws AppError locked-out
 */
export async function tryCounted<T>(services: Services, { lock, name, trail }: TryCase, compare: () => Promise<Compared<T>>): Promise<T | undefined> {
  const { database, clock } = services
  const [bucket, limits] = [bucketFor(lock, name), lockOf(lock)]
  const noteLate = async (): Promise<void> => recordSignInEvent(database.kysely, { ...(await trail()), detail: 'locked out' })
  let counted = await countTry(database.kysely, bucket, limits, clock.now())
  while (counted === undefined) {
    await refuseLocked(services, lock, name, noteLate)
    // The lock ended between the two queries.
    counted = await countTry(database.kysely, bucket, limits, clock.now())
  }
  const { isLast } = counted
  let compared: Compared<T>
  try {
    compared = await compare()
  } catch (error) {
    await revertTry(database.kysely, bucket, limits, isLast)
    throw error
  }
  if ('right' in compared) {
    await clearBucket(database.kysely, bucket)
    return compared.right
  }
  const wrong: SignInNote = { ...(await trail()), detail: compared.wrong }
  const { company, actor, arrival, at } = wrong
  await database.transaction(async (tx) => {
    await recordSignInEvent(tx, wrong)
    // Another attempt may have succeeded meanwhile, which clears the lock.
    if (isLast && (await lockedUntil(tx, bucket, limits, at)) !== undefined) await noteLocked(tx, { company, actor, arrival, at, what: WHAT[lock] })
  })
  return undefined
}

const WHAT = { password: 'passwords', code: 'codes' } as const
