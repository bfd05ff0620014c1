/** Who held an approval entry before it was delegated, from the audit trail. */
import type { JsonObject } from '../../../core/index.ts'
import { writeGathered } from '../connection/before-commit.ts'
import type { Db } from '../connection/database.ts'
import { isOfTrail, type Trail } from '../audit/events.ts'
import { Statement } from '../sql/statement.ts'

/** The part of a delegation event's `changes` that records it. */
export function delegationNote(note: { entryNo: number; from: string; to: string }): JsonObject {
  return { delegation: note }
}

/** Everyone who delegated the entry, oldest first. */
export async function holdersBefore(db: Db, trail: Trail, entryNo: number): Promise<string[]> {
  await writeGathered(db)
  const s = new Statement()
  const rows = await s.run<{ holder: string }>(
    db,
    `select e.changes->'delegation'->>'from' as holder from events e
     where ${isOfTrail(trail, s)} and e.kind = 'delegated'
       and e.changes->'delegation'->>'entryNo' = ${s.value(String(entryNo))} order by e.id`
  )
  return rows.map((row) => row.holder)
}
