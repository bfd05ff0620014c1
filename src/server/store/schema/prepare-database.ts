/** Everything that happens to a database before a server may use it. */
import type { EngineProvider, Log } from '../../services.ts'
import type { Database } from '../connection/database.ts'
import { migrate } from './migrations.ts'
import { undeclaredTypes } from './type-partitions.ts'
import { recomputeIndexed } from './recompute-indexed.ts'

/**
 * Migrates the database, then recomputes the stored values that are computed differently now. Both may need the role that owns the tables,
 * so whatever that role runs before a server of another role does both.
 */
export async function prepareDatabase(database: Database, engines: Pick<EngineProvider, 'base' | 'hiddenByOverlays'>, log: Log): Promise<void> {
  await migrate(database, engines.base().catalogue, engines.hiddenByOverlays)
  await recomputeIndexed(database, engines.base(), log)
  const types = await undeclaredTypes(database.kysely, engines.base().catalogue)
  if (types.length > 0) log.warn({ types }, 'the database holds records of document types that no module declares: they are kept, and shown to nobody; check MODULES')
}
