/** How much a person may store in files within a day, so that nobody fills the disk for everybody. Counted in the database, for all servers. */
import { AppError } from '../errors.ts'
import { bucketOf, takeAmount } from '../store/requests/throttles.ts'
import type { CommandContext } from './context.ts'

const DAY_MS = 24 * 60 * 60_000
/** Counted in kilobytes: the bytes of a generous setting would exceed the column. */
const KB = 1_000

/** Counts a file that is about to be stored; removing it later gives nothing back. @throws AppError stores-too-much */
export async function takeDailyShare({ services: { config, database }, session, now }: CommandContext, bytes: number): Promise<void> {
  const { filesMbPerDay: limit } = config
  if (limit === 0) return
  const isLeft = await takeAmount(database.kysely, bucketOf('files-stored', session.actor.id), Math.ceil(bytes / KB), { max: limit * KB, windowMs: DAY_MS }, now)
  if (!isLeft) throw new AppError('stores-too-much', { limit })
}
