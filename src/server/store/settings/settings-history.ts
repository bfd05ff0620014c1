/** The history of a company's settings, from the audit trail: when, by whom, old and new value. */
import type { JsonObject } from '../../../core/index.ts'
import type { Db } from '../connection/database.ts'
import { MAX_COUNTED } from '../sql/max-counted.ts'
import { Statement } from '../sql/statement.ts'

export interface SettingsEvent { id: number; at: Date; actor: string; actor_name: string | null; changes: JsonObject | null }

/** One page, newest first; `before` is the id of the last event on the previous page. */
export async function listSettingsEvents(db: Db, company: string, { before, limit }: { before: number | undefined; limit: number }): Promise<SettingsEvent[]> {
  const s = new Statement()
  const older = before === undefined ? '' : `and e.id < ${s.value(before, 'bigint')}`
  return s.run<SettingsEvent>(
    db,
    `select e.id, e.at, e.actor, u.name as actor_name, e.changes from events e left join users u on u.id::text = e.actor
     where e.company = ${s.value(company)} and e.type = 'settings' ${older} order by e.id desc limit ${s.value(limit, 'integer')}`
  )
}

/** The number of events, counted up to 10,001. */
export async function countSettingsEvents(db: Db, company: string): Promise<number> {
  const s = new Statement()
  const rows = await s.run<{ count: number }>(db, `select count(*)::integer as count from (select 1 from events where company = ${s.value(company)} and type = 'settings' limit ${MAX_COUNTED + 1}) found`)
  return rows[0]?.count ?? 0
}
