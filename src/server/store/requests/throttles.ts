/** Rate limit counters. They are stored in the database, so that all processes share them and a restart does not reset them. */
import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '../connection/database.ts'

export interface Limit {
  /** Hits allowed within the window, which begins with the first hit. */
  max: number
  windowMs: number
}
export interface Lock extends Limit {
  /** How long the bucket is locked once the count is full. */
  lockMs: number
}

/* No window or lock may end later than one that begins now: a later end was set by a clock that was ahead and has since been corrected. */

/** The name of a bucket. The value may be a user's e-mail, so only its hash is stored. */
export function bucketOf(kind: string, value: string): string {
  return `${kind}:${createHash('sha256').update(value.trim().toLowerCase()).digest('base64url').slice(0, 32)}`
}

/** Counts a hit and returns whether it is within the limit. */
export async function countHit(db: Db, bucket: string, { max, windowMs }: Limit, now: Date): Promise<boolean> {
  const [at, end] = [now.toISOString(), later(now, windowMs)]
  const { rows } = await sql<{ hits: number }>`
    insert into throttles as t (bucket, hits, ends_at) values (${bucket}, 1, ${end}::timestamptz)
    on conflict (bucket) do update set
      hits = case when t.ends_at <= ${at}::timestamptz then 1 else t.hits + 1 end,
      ends_at = case when t.ends_at <= ${at}::timestamptz then excluded.ends_at else least(t.ends_at, excluded.ends_at) end
    returning hits`.execute(db)
  return (rows[0]?.hits ?? 0) <= max
}

/** Takes an amount of what a window allows, if that much is left of it. */
export async function takeAmount(db: Db, bucket: string, amount: number, { max, windowMs }: Limit, now: Date): Promise<boolean> {
  if (amount > max) return false
  const [at, end] = [now.toISOString(), later(now, windowMs)]
  const taken = sql`case when t.ends_at <= ${at}::timestamptz then 0 else t.hits end + ${amount}::integer`
  const { rows } = await sql`
    insert into throttles as t (bucket, hits, ends_at) values (${bucket}, ${amount}, ${end}::timestamptz)
    on conflict (bucket) do update set
      hits = ${taken},
      ends_at = case when t.ends_at <= ${at}::timestamptz then excluded.ends_at else least(t.ends_at, excluded.ends_at) end
      where ${taken} <= ${max}
    returning hits`.execute(db)
  return rows.length > 0
}

/**
 * Counts a try before its secret is compared; undefined while the bucket is locked. The try that fills the count locks the bucket at once
 * (`isLast`), until it is known to have been right. After the lock, counting starts again.
 */
export async function countTry(db: Db, bucket: string, { max, windowMs, lockMs }: Lock, now: Date): Promise<{ isLast: boolean } | undefined> {
  const [at, end, lock] = [now.toISOString(), later(now, Math.max(windowMs, lockMs)), later(now, lockMs)]
  const hits = sql`case when t.ends_at <= ${at}::timestamptz then 0 else t.hits end + 1`
  const { rows } = await sql<{ is_last: boolean }>`
    insert into throttles as t (bucket, hits, ends_at, blocked_until)
      values (${bucket}, case when 1 >= ${max}::integer then 0 else 1 end, ${end}::timestamptz, case when 1 >= ${max}::integer then ${lock}::timestamptz end)
    on conflict (bucket) do update set
      hits = case when ${hits} >= ${max}::integer then 0 else ${hits} end,
      blocked_until = case when ${hits} >= ${max}::integer then ${lock}::timestamptz end,
      ends_at = case when t.ends_at <= ${at}::timestamptz or ${hits} >= ${max}::integer then excluded.ends_at else least(t.ends_at, excluded.ends_at) end
      where t.blocked_until is null or t.blocked_until <= ${at}::timestamptz
    returning blocked_until is not null as is_last`.execute(db)
  return rows[0] && { isLast: rows[0].is_last }
}

/** Reverts `countTry` if nothing was compared after all. */
export async function revertTry(db: Db, bucket: string, { max }: Pick<Lock, 'max'>, isLast: boolean): Promise<void> {
  const change = db.updateTable('throttles').where('bucket', '=', bucket)
  if (isLast) await change.set({ hits: max - 1, blocked_until: null }).where('hits', '=', 0).execute()
  else await change.set({ hits: sql<number>`hits - 1` }).where('hits', '>', 0).execute()
}

/** When the bucket's lock ends; undefined if it is not locked. */
export async function lockedUntil(db: Db, bucket: string, { lockMs }: Pick<Lock, 'lockMs'>, now: Date): Promise<Date | undefined> {
  const row = await db.selectFrom('throttles').select('blocked_until').where('bucket', '=', bucket).where('blocked_until', '>', now).executeTakeFirst()
  const until = row?.blocked_until ?? undefined
  const latest = new Date(now.getTime() + lockMs)
  if (until === undefined || until <= latest) return until
  // Stored, so that the lock does not start again on every check.
  await db.updateTable('throttles').set({ blocked_until: latest, ends_at: latest }).where('bucket', '=', bucket).where('blocked_until', '>', latest).execute()
  return latest
}

/** When the locks of the buckets end; buckets that are not locked are left out. */
export async function locksAmong(db: Db, buckets: string[], now: Date): Promise<Map<string, Date>> {
  if (buckets.length === 0) return new Map()
  const rows = await db.selectFrom('throttles').select(['bucket', 'blocked_until']).where('bucket', '=', sql<string>`any(${buckets}::text[])`).where('blocked_until', '>', now).execute()
  return new Map(rows.flatMap(({ bucket, blocked_until: until }): [string, Date][] => (until === null ? [] : [[bucket, until]])))
}

/** Deletes the counts and locks of the buckets. */
export async function clearBucket(db: Db, ...buckets: string[]): Promise<void> {
  await db.deleteFrom('throttles').where('bucket', 'in', buckets).execute()
}

/** Deletes counts whose window has ended. */
export async function purgeThrottles(db: Db, now: Date): Promise<void> {
  await db.deleteFrom('throttles').where('ends_at', '<', now).execute()
}

function later(now: Date, milliseconds: number): string {
  return new Date(now.getTime() + milliseconds).toISOString()
}
