/** Overlays that administrators published: the rows beside the overlay files of the modules. */
import { sql } from 'kysely'
import type { JsonObject } from '../../core/index.ts'
import type { Db } from './database.ts'
import { Statement } from './statement.ts'

export interface StoredOverlay { id: number; scope: string; type: string; overlay: JsonObject; publishedAt: Date; publishedBy: string }

/** All of them, in the order in which they were published. */
export async function listOverlays(db: Db): Promise<StoredOverlay[]> {
  const rows = await db.selectFrom('overlays').selectAll().orderBy('id').execute()
  return rows.map((row) => ({ id: row.id, scope: row.scope, type: row.type, overlay: row.overlay, publishedAt: row.published_at, publishedBy: row.published_by }))
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
  return row && { id: row.id, scope: row.scope, type: row.type, overlay: row.overlay, publishedAt: row.published_at, publishedBy: row.published_by }
}

/** Another text whenever an overlay was published or withdrawn, by whichever process. */
export async function overlaysVersion(db: Db): Promise<string> {
  const { rows } = await sql<{ version: string }>`select coalesce(max(id), 0)::text || '/' || count(*)::text as version from overlays`.execute(db)
  return rows[0]?.version ?? ''
}

export interface StoredOverlayEvent { id: number; at: Date; kind: string; actor: string; actor_name: string | null; changes: JsonObject | null }

const MOST_EVENTS = 200

/** What was published and withdrawn by people of the companies, newest first: out of the audit trail. */
export async function listOverlayEvents(db: Db, companies: string[]): Promise<StoredOverlayEvent[]> {
  const s = new Statement()
  return s.run<StoredOverlayEvent>(
    db,
    `select e.id, e.at, e.kind, e.actor, u.name as actor_name, e.changes from events e left join users u on u.id::text = e.actor
     where e.company = any(${s.value(companies, 'text[]')}) and e.type = 'overlays' order by e.id desc limit ${MOST_EVENTS}`
  )
}
