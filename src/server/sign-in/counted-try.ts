/**
 * One try at a password, a code or a passkey. It is counted in the database before anything is compared: of many at once, on however many
 * servers, no more are compared than one after the other would be.
 */
import type { Services } from '../services.ts'
import { clearBucket, countTry, giveTryBack, lockedUntil } from '../store/throttles.ts'
import { note, type SignInNote } from './audit.ts'
import { bucketFor, lockOf, refuseLocked, type LockName } from './limits.ts'
import { noteLocked } from './lock-notice.ts'

export interface TryCase {
  lock: LockName
  /** What tries are counted by: see `countedAs`. */
  name: string
  /** How the sign-in log records a try that was wrong, or came while the name is locked. */
  trail: () => SignInNote | Promise<SignInNote>
}

/** What came of comparing: `wrong` is the reason for the sign-in log. */
export type Compared<T> = { right: T } | { wrong: string }

/**
 * Answers what was right; undefined when it was not, which is recorded in the sign-in log with the lock that it may have brought. What throws was
 * no try: it is given back. Throws AppError locked-out.
 */
export async function tryCounted<T>(services: Services, { lock, name, trail }: TryCase, compare: () => Promise<Compared<T>>): Promise<T | undefined> {
  const { database, clock } = services
  const [bucket, limits] = [bucketFor(lock, name), lockOf(lock)]
  const noteLate = async (): Promise<void> => note(database.kysely, { ...(await trail()), detail: 'locked out' })
  let counted = await countTry(database.kysely, bucket, limits, clock.now())
  while (counted === undefined) {
    await refuseLocked(services, lock, name, noteLate)
    // The lock ended between the two looks.
    counted = await countTry(database.kysely, bucket, limits, clock.now())
  }
  const { isLast } = counted
  let compared: Compared<T>
  try {
    compared = await compare()
  } catch (error) {
    await giveTryBack(database.kysely, bucket, limits, isLast)
    throw error
  }
  if ('right' in compared) {
    await clearBucket(database.kysely, bucket)
    return compared.right
  }
  const wrong: SignInNote = { ...(await trail()), detail: compared.wrong }
  const { company, actor, arrival, at } = wrong
  await database.transaction(async (tx) => {
    await note(tx, wrong)
    // Another try may have been right meanwhile, which opens it again.
    if (isLast && (await lockedUntil(tx, bucket, limits, at)) !== undefined) await noteLocked(tx, { company, actor, arrival, at, what: WHAT[lock] })
  })
  return undefined
}

const WHAT = { password: 'passwords', code: 'codes' } as const
