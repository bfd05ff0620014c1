/** Sign-ins that wait for a code. Neither the challenge's token nor the code is stored, only their hashes. */
import { sql, type Selectable } from 'kysely'
import type { Db } from '../connection/database.ts'
import type { ChallengesTable } from '../sql/tables.ts'

export type Challenge = Selectable<ChallengesTable>
export interface NewChallenge {
  tokenHash: string; userId: string; company: string; method: string; device: string; now: Date; expiresAt: Date
  /** Token hash of the session that ends when this sign-in succeeds. */
  replaces?: string | undefined
  /** The provider sign-in that was the first step. */
  providerSignIn?: string | undefined
  /** Code of the company whose directory checked the password. */
  directoryOf?: string | undefined
  /** No code is sent: the user answers with an authenticator, for as long as the challenge is valid. */
  hasAuthenticator?: boolean
}

/** Stores that a first step succeeded and a second one is expected. */
export async function createChallenge(db: Db, challenge: NewChallenge): Promise<void> {
  await db.insertInto('challenges').values({
    token_hash: challenge.tokenHash, user_id: challenge.userId, company: challenge.company, method: challenge.method, device: challenge.device,
    replaces: challenge.replaces ?? null, provider_sign_in: challenge.providerSignIn ?? null, directory_of: challenge.directoryOf ?? null, created_at: challenge.now, expires_at: challenge.expiresAt, has_authenticator: challenge.hasAuthenticator ?? false,
    ...(challenge.hasAuthenticator === true && { code_ends_at: challenge.expiresAt }),
  }).execute()
}

/** The challenge in whatever state, also if it is used or expired. */
export async function findChallenge(db: Db, tokenHash: string): Promise<Challenge | undefined> {
  return db.selectFrom('challenges').selectAll().where('token_hash', '=', tokenHash).executeTakeFirst()
}

/**
 * Gives the challenge a new code, unless one was sent after `sentBefore`: of two simultaneous calls, only one succeeds. The previous code
 * becomes invalid.
 */
export async function renewCode(db: Db, tokenHash: string, code: { hash: string; endsAt: Date; sentBefore: Date; now: Date }): Promise<boolean> {
  const { hash, endsAt, sentBefore, now } = code
  const renewed = await db.updateTable('challenges')
    .set({ code_hash: hash, code_ends_at: endsAt, tries: 0, sends: sql<number>`sends + 1`, sent_at: now })
    .where('token_hash', '=', tokenHash).where('used_at', 'is', null).where('expires_at', '>', now)
    .where((eb) => eb.or([eb('sent_at', 'is', null), eb('sent_at', '<=', sentBefore), eb('sent_at', '>', now)]))
    .returning('token_hash').executeTakeFirst()
  return renewed !== undefined
}

/** Records the channel of the last code: `sms` or `email`. */
export async function noteChannel(db: Db, tokenHash: string, channel: string): Promise<void> {
  await db.updateTable('challenges').set({ channel }).where('token_hash', '=', tokenHash).execute()
}

/**
 * Consumes one of a valid code's tries; undefined if none is left. It is consumed before the code is compared, so that simultaneous tries
 * count too.
 */
export async function takeTry(db: Db, tokenHash: string, max: number, now: Date): Promise<Challenge | undefined> {
  return db.updateTable('challenges').set({ tries: sql<number>`tries + 1` })
    .where('token_hash', '=', tokenHash).where('used_at', 'is', null).where('expires_at', '>', now).where('code_ends_at', '>', now).where('tries', '<', max)
    .returningAll().executeTakeFirst()
}

/** Stores the nonce that a passkey must sign. */
export async function keepChallengeNonce(db: Db, tokenHash: string, nonce: string): Promise<void> {
  await db.updateTable('challenges').set({ nonce }).where('token_hash', '=', tokenHash).execute()
}

/** Marks the challenge as used; false if it already was. */
export async function spendChallenge(db: Db, tokenHash: string, now: Date): Promise<boolean> {
  const spent = await db.updateTable('challenges').set({ used_at: now, code_hash: null })
    .where('token_hash', '=', tokenHash).where('used_at', 'is', null).returning('token_hash').executeTakeFirst()
  return spent !== undefined
}

/** Invalidates all of the user's pending challenges: after a password change, no older sign-in can be completed. */
export async function spendChallengesOf(db: Db, userId: string, now: Date): Promise<void> {
  await db.updateTable('challenges').set({ used_at: now, code_hash: null }).where('user_id', '=', userId).where('used_at', 'is', null).execute()
}

/** Deletes challenges that expired before the given moment. */
export async function purgeChallenges(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('challenges').where('expires_at', '<', before).execute()
}
