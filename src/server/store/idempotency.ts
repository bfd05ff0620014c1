/** Answers kept by the key that a client sent, so that a repeated request does not act twice. */
import type { Db, Tx } from './database.ts'
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
  const kept = await tx.selectFrom('idempotency').select(['request_hash', 'status', 'body']).where('user_id', '=', userId).where('key', '=', key).executeTakeFirst()
  return kept ?? 'claimed'
}

/** Keeps the answer under the key that was reserved, for the same request coming again. */
export async function keepAnswer(tx: Tx, userId: string, key: string, status: number, body: string): Promise<void> {
  await tx.updateTable('idempotency').set({ status, body }).where('user_id', '=', userId).where('key', '=', key).execute()
}

/** Forgets answers older than the date; the key then acts anew. */
export async function purgeAnswers(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('idempotency').where('created_at', '<', before).execute()
}
