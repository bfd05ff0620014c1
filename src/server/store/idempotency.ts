/** Answers kept by the key that a client sent, so that a repeated request does not act twice. */
import type { Db, Tx } from './database.ts'
import { insertLast } from './before-commit.ts'
import { Statement } from './statement.ts'

export interface KeptAnswer { request_hash: string; status: number; body: string }

/** Takes the key for this transaction; when it is taken, waits for whoever holds it and gives the kept answer. */
export async function claimKey(tx: Tx, userId: string, key: string, requestHash: string, now: Date): Promise<KeptAnswer | 'claimed'> {
  const s = new Statement()
  const claimed = await s.run(
    tx,
    `insert into idempotency (user_id, key, request_hash, status, body, created_at)
     values (${s.value(userId)}, ${s.value(key)}, ${s.value(requestHash)}, 0, '', ${s.value(now, 'timestamptz')}) on conflict do nothing returning 1 as one`
  )
  if (claimed.length > 0) return 'claimed'
  return (await findAnswer(tx, userId, key)) ?? 'claimed'
}

/** What was kept under the key; undefined where nothing was, or its request is still at work. */
export async function findAnswer(db: Db, userId: string, key: string): Promise<KeptAnswer | undefined> {
  return db.selectFrom('idempotency').select(['request_hash', 'status', 'body']).where('user_id', '=', userId).where('key', '=', key).executeTakeFirst()
}

/** Keeps the answer under the key that was claimed with the same hash, for the same request coming again. */
export async function keepAnswer(tx: Tx, userId: string, key: string, { request_hash, status, body }: KeptAnswer): Promise<void> {
  await insertLast(tx, [{
    into: 'idempotency', row: { user_id: userId, key, request_hash, status, body }, otherwise: 'on conflict (user_id, key) do update set status = excluded.status, body = excluded.body'
  }])
}

/** Forgets answers older than the date; the key then acts anew. */
export async function purgeAnswers(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('idempotency').where('created_at', '<', before).execute()
}
