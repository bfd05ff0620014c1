/** Pictures of companies, by the hash of their content; which company shows which picture is stored in its settings. */
import { sql } from 'kysely'
import { IMAGES_GROUP } from '../../../contract/index.ts'
import type { JsonObject } from '../../../core/index.ts'
import { ADVISORY_LOCKS } from '../transactions/advisory-locks.ts'
import type { Db, Tx } from '../connection/database.ts'
import { groupOf } from '../settings/settings.ts'
import type { ImagesTable } from '../sql/tables.ts'

/** Stores pictures; they remain until no company shows them. */
export async function keepImages(tx: Tx, images: Omit<ImagesTable, 'created_at'>[]): Promise<void> {
  await sql`select pg_advisory_xact_lock(${ADVISORY_LOCKS.images})`.execute(tx)
  for (const image of images) await tx.insertInto('images').values(image).onConflict((oc) => oc.column('hash').doNothing()).execute()
}

/** Deletes those of the pictures that no company shows any more. */
export async function forgetImages(tx: Tx, hashes: string[]): Promise<void> {
  if (hashes.length === 0) return
  await sql`select pg_advisory_xact_lock(${ADVISORY_LOCKS.images})`.execute(tx)
  for (const hash of hashes) {
    await sql`delete from images where hash = ${hash} and not exists
      (select 1 from settings s, jsonb_each_text(s.values) shown where s.group_name = ${IMAGES_GROUP} and shown.value = ${hash})`.execute(tx)
  }
}

/** The picture; undefined if there is none. */
export async function findImage(db: Db, hash: string): Promise<{ media_type: string; content: Buffer } | undefined> {
  return db.selectFrom('images').select(['media_type', 'content']).where('hash', '=', hash).executeTakeFirst()
}

/** The pictures that each company shows, by company code: hashes by name. */
export function imagesOf(db: Db, companies: string[]): Promise<Map<string, JsonObject>> {
  return groupOf(db, IMAGES_GROUP, companies)
}
