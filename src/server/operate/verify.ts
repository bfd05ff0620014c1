/** Verifies that stored data is what was written: the audit trail by its seals, files by their checksums. */
import type { Database } from '../store/connection/database.ts'
import { checkSeals, type ChainReport } from '../store/audit/event-seals.ts'
import { countFiles, damagedFiles, type DamagedFile } from '../store/files/files.ts'
import { inSnapshot } from '../store/schema/whole-tables.ts'

export interface Verified { chain: ChainReport; files: number; /** Files whose content does not match their checksum. */ damaged: DamagedFile[] }

/** Reads the whole audit trail and every file. */
export async function verifyDatabase(database: Database): Promise<Verified> {
  return inSnapshot(database, async (tx) => ({ damaged: await damagedFiles(tx), files: await countFiles(tx), chain: await checkSeals(tx) }))
}
