/** Overlays that administrators published: the rows beside the overlay files of the modules. */
import { sql, type Selectable } from 'kysely'
import type { JsonObject } from '../../core/index.ts'
import type { Db } from './database.ts'
import { MAX_COUNTED } from './max-counted.ts'
import { Statement } from './statement.ts'
import type { OverlaysTable } from './tables.ts'

export interface StoredOverlay { id: number; scope: string; type: string; overlay: JsonObject; publishedAt: Date; publishedBy: string }

/** All of them, in the order in which they were published. */
export async function listOverlays(db: Db): Promise<StoredOverlay[]> {
  return (await db.selectFrom('overlays').selectAll().orderBy('id').execute()).map(storedOverlay)
}

/** The one with the id. */
export async function findOverlay(db: Db, id: number): Promise<StoredOverlay | undefined> {
  const row = await db.selectFrom('overlays').selectAll().where('id', '=', id).executeTakeFirst()
  return row && storedOverlay(row)
}

/** Publishes an overlay. Answers its id. */
export async function insertOverlay(db: Db, row: { scope: string; type: string; overlay: JsonObject; by: string; at: Date }): Promise<number> {
  const { scope, type, overlay, by, at } = row
  const { id } = await db.insertInto('overlays').values({ scope, type, overlay: JSON.stringify(overlay), published_at: at, published_by: by }).returning('id').executeTakeFirstOrThrow()
  return id
}

/** Withdraws an overlay. Answers what it was; undefined when there is none. */
export async function deleteOverlay(db: Db, id: number): Promise<StoredOverlay | undefined> {
  const row = await db.deleteFrom('overlays').where('id', '=', id).returningAll().executeTakeFirst()
  return row && storedOverlay(row)
}

function storedOverlay({ id, scope, type, overlay, published_at: publishedAt, published_by: publishedBy }: Selectable<OverlaysTable>): StoredOverlay {
  return { id, scope, type, overlay, publishedAt, publishedBy }
}

/** Another text whenever an overlay was published or withdrawn, by whichever process. */
export async function overlaysVersion(db: Db): Promise<string> {
  const { rows } = await sql<{ version: string }>`select coalesce(max(id), 0)::text || '/' || count(*)::text as version from overlays`.execute(db)
  return rows[0]?.version ?? ''
}

export interface StoredOverlayEvent { id: number; at: Date; kind: string; actor: string; actor_name: string | null; changes: JsonObject | null }

export interface OverlayEventQuestion { layers: readonly string[]; scopes: string[] }

/** One page of what was published and withdrawn for any of the scopes or for a whole layer, newest first; `before` the number of the last on the page before. */
export async function listOverlayEvents(
  db: Db, question: OverlayEventQuestion, { before, limit }: { before: number | undefined; limit: number },
): Promise<StoredOverlayEvent[]> {
  const s = new Statement()
  const older = before === undefined ? '' : `and e.id < ${s.value(before, 'bigint')}`
  return s.run<StoredOverlayEvent>(
    db,
    `select e.id, e.at, e.kind, e.actor, u.name as actor_name, e.changes ${eventsOf(s, question)} ${older} order by e.id desc limit ${s.value(limit, 'integer')}`
  )
}

/** How many there are, counted up to 10,001. */
export async function countOverlayEvents(db: Db, question: OverlayEventQuestion): Promise<number> {
  const s = new Statement()
  const rows = await s.run<{ count: number }>(db, `select count(*)::integer as count from (select 1 ${eventsOf(s, question)} limit ${MAX_COUNTED + 1}) found`)
  return rows[0]?.count ?? 0
}

/**
 * The company of an event is that in which its administrator was signed in, not that of whom the overlay is for: all are looked
 * through, by their index. The one key of its changes is type and scope.
 */
function eventsOf(s: Statement, { layers, scopes }: OverlayEventQuestion): string {
  return `from events e
       cross join lateral (select substr(k, strpos(k, ' ') + 1) as scope from jsonb_object_keys(e.changes) k limit 1) o
       left join users u on u.id::text = e.actor
     where e.company in (select code from companies) and e.type = 'overlays'
       and (o.scope = any(${s.value(scopes, 'text[]')}) or split_part(o.scope, ':', 1) = any(${s.value([...layers], 'text[]')}))`
}

/** Whether the database has the table; one that was never migrated has not. */
export async function mayHoldOverlays(db: Db): Promise<boolean> {
  const { rows: [found] } = await sql<{ name: string | null }>`select to_regclass('overlays')::text as name`.execute(db)
  return found !== undefined && found.name !== null
}
