/** Overlays that administrators published; modules also have overlays in files. */
import { sql, type Selectable } from 'kysely'
import type { JsonObject } from '../../../core/index.ts'
import type { PublishedOverlay } from '../../services.ts'
import type { Db } from '../connection/database.ts'
import { MAX_COUNTED } from '../sql/max-counted.ts'
import { Statement } from '../sql/statement.ts'
import type { OverlaysTable } from '../sql/tables.ts'

export interface StoredOverlay { id: number; scope: string; type: string; overlay: JsonObject; publishedAt: Date; publishedBy: string }

/** All overlays, in the order in which they were published. */
export async function listOverlays(db: Db): Promise<StoredOverlay[]> {
  return (await db.selectFrom('overlays').selectAll().orderBy('id').execute()).map(storedOverlay)
}

/** The name of a published overlay in issues. */
export function sourceOf({ id, type, scope }: Pick<StoredOverlay, 'id' | 'type' | 'scope'>): string {
  return `published/${id}-${type}-${scope.replace(':', '-')}`
}

/** All overlays in the order in which they were published, as the engines take them. */
export async function publishedOverlays(db: Db): Promise<PublishedOverlay[]> {
  return (await listOverlays(db)).map((row) => ({ source: sourceOf(row), overlay: row.overlay }))
}

/** The overlay with the id. */
export async function findOverlay(db: Db, id: number): Promise<StoredOverlay | undefined> {
  const row = await db.selectFrom('overlays').selectAll().where('id', '=', id).executeTakeFirst()
  return row && storedOverlay(row)
}

/** Publishes an overlay. Returns its id. */
export async function insertOverlay(db: Db, row: { scope: string; type: string; overlay: JsonObject; by: string; at: Date }): Promise<number> {
  const { scope, type, overlay, by, at } = row
  const { id } = await db.insertInto('overlays').values({ scope, type, overlay: JSON.stringify(overlay), published_at: at, published_by: by }).returning('id').executeTakeFirstOrThrow()
  return id
}

/** Withdraws an overlay. Returns it, or undefined if it does not exist. */
export async function deleteOverlay(db: Db, id: number): Promise<StoredOverlay | undefined> {
  const row = await db.deleteFrom('overlays').where('id', '=', id).returningAll().executeTakeFirst()
  return row && storedOverlay(row)
}

function storedOverlay({ id, scope, type, overlay, published_at: publishedAt, published_by: publishedBy }: Selectable<OverlaysTable>): StoredOverlay {
  return { id, scope, type, overlay, publishedAt, publishedBy }
}

/** A text that changes whenever any process publishes or withdraws an overlay. */
export async function overlaysVersion(db: Db): Promise<string> {
  const { rows } = await sql<{ version: string }>`select coalesce(max(id), 0)::text || '/' || count(*)::text as version from overlays`.execute(db)
  return rows[0]?.version ?? ''
}

export interface StoredOverlayEvent { id: number; at: Date; kind: string; actor: string; actor_name: string | null; changes: JsonObject | null }

export interface OverlayEventCriteria { layers: readonly string[]; scopes: string[] }

/**
 * One page of published and withdrawn overlays for any of the scopes or whole layers, newest first; `before` is the id of the last event on
 * the previous page.
 */
export async function listOverlayEvents(
  db: Db, criteria: OverlayEventCriteria, { before, limit }: { before: number | undefined; limit: number },
): Promise<StoredOverlayEvent[]> {
  const s = new Statement()
  const older = before === undefined ? '' : `and e.id < ${s.value(before, 'bigint')}`
  return s.run<StoredOverlayEvent>(
    db,
    `select e.id, e.at, e.kind, e.actor, u.name as actor_name, e.changes ${eventsOf(s, criteria)} ${older} order by e.id desc limit ${s.value(limit, 'integer')}`
  )
}

/** The number of events, counted up to 10,001. */
export async function countOverlayEvents(db: Db, criteria: OverlayEventCriteria): Promise<number> {
  const s = new Statement()
  const rows = await s.run<{ count: number }>(db, `select count(*)::integer as count from (select 1 ${eventsOf(s, criteria)} limit ${MAX_COUNTED + 1}) found`)
  return rows[0]?.count ?? 0
}

/**
 * An event's company is the one its administrator was signed in to, not the overlay's scope, so the index of every company is searched. The
 * single key of its changes is type and scope.
 */
function eventsOf(s: Statement, { layers, scopes }: OverlayEventCriteria): string {
  return `from events e
       cross join lateral (select substr(k, strpos(k, ' ') + 1) as scope from jsonb_object_keys(e.changes) k limit 1) o
       left join users u on u.id::text = e.actor
     where e.company in (select code from companies) and e.type = 'overlays'
       and (o.scope = any(${s.value(scopes, 'text[]')}) or split_part(o.scope, ':', 1) = any(${s.value([...layers], 'text[]')}))`
}

/** Whether the table exists; it does not in a database that was never migrated. */
export async function mayHoldOverlays(db: Db): Promise<boolean> {
  const { rows: [found] } = await sql<{ name: string | null }>`select to_regclass('overlays')::text as name`.execute(db)
  return found !== undefined && found.name !== null
}
