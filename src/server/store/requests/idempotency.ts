/** Responses stored under a client's idempotency key, so that a repeated request does not act twice. */
import type { Db, Tx } from '../connection/database.ts'
import { insertAtCommit } from '../connection/before-commit.ts'
import { Statement } from '../sql/statement.ts'

export interface KeptAnswer { request_hash: string; status: number; body: string }

/** Claims the key for this transaction. If it is taken, waits for the transaction that holds it and returns the stored response. */
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

/** The response stored under the key; undefined if there is none, or if its request is still running. */
export async function findAnswer(db: Db, userId: string, key: string): Promise<KeptAnswer | undefined> {
  return db.selectFrom('idempotency').select(['request_hash', 'status', 'body']).where('user_id', '=', userId).where('key', '=', key).executeTakeFirst()
}

/** Stores the response under the key claimed with the same hash, for repetitions of the request. */
export async function keepAnswer(tx: Tx, userId: string, key: string, { request_hash, status, body }: KeptAnswer): Promise<void> {
  await insertAtCommit(tx, [{
    into: 'idempotency', row: { user_id: userId, key, request_hash, status, body }, otherwise: 'on conflict (user_id, key) do update set status = excluded.status, body = excluded.body'
  }])
}

/** Deletes responses older than the given date; a request with such a key then acts again. */
export async function purgeAnswers(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('idempotency').where('created_at', '<', before).execute()
}
