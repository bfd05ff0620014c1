/** Sign-ins that wait for their code. Neither the challenge's token nor the code is stored, only what can check them. */
import { sql, type Selectable } from 'kysely'
import type { Db } from './database.ts'
import type { ChallengesTable } from './tables.ts'

export type Challenge = Selectable<ChallengesTable>
export interface NewChallenge {
  tokenHash: string; userId: string; company: string; method: string; device: string; now: Date; expiresAt: Date
  /** Token hash of the session that ends when this one begins. */
  replaces?: string | undefined
  /** Of the sign-in at a provider that was the first step. */
  providerSignIn?: string | undefined
  /** No code is sent: an authenticator of the person answers, until the challenge ends. */
  hasAuthenticator?: boolean
}

/** Keeps that a first step was passed and a code is waited for. */
export async function createChallenge(db: Db, challenge: NewChallenge): Promise<void> {
  await db.insertInto('challenges').values({
    token_hash: challenge.tokenHash, user_id: challenge.userId, company: challenge.company, method: challenge.method, device: challenge.device,
    replaces: challenge.replaces ?? null, provider_sign_in: challenge.providerSignIn ?? null, created_at: challenge.now, expires_at: challenge.expiresAt, has_authenticator: challenge.hasAuthenticator ?? false,
    ...(challenge.hasAuthenticator === true && { code_ends_at: challenge.expiresAt }),
  }).execute()
}

/** The challenge, whatever became of it. */
export async function findChallenge(db: Db, tokenHash: string): Promise<Challenge | undefined> {
  return db.selectFrom('challenges').selectAll().where('token_hash', '=', tokenHash).executeTakeFirst()
}

/** Gives the challenge a new code, unless one was given between `sentBefore` and now: of two at once only one succeeds. The older code dies. */
export async function renewCode(db: Db, tokenHash: string, code: { hash: string; endsAt: Date; sentBefore: Date; now: Date }): Promise<boolean> {
  const { hash, endsAt, sentBefore, now } = code
  const renewed = await db.updateTable('challenges')
    .set({ code_hash: hash, code_ends_at: endsAt, tries: 0, sends: sql<number>`sends + 1`, sent_at: now })
    .where('token_hash', '=', tokenHash).where('used_at', 'is', null).where('expires_at', '>', now)
    .where((eb) => eb.or([eb('sent_at', 'is', null), eb('sent_at', '<=', sentBefore), eb('sent_at', '>', now)]))
    .returning('token_hash').executeTakeFirst()
  return renewed !== undefined
}

/** Remembers by which way the last code went: `sms` or `email`. */
export async function noteChannel(db: Db, tokenHash: string, channel: string): Promise<void> {
  await db.updateTable('challenges').set({ channel }).where('token_hash', '=', tokenHash).execute()
}

/** Takes one of the tries that a live code has; undefined when none is left. Taken before the code is compared, so that tries at once count too. */
export async function takeTry(db: Db, tokenHash: string, max: number, now: Date): Promise<Challenge | undefined> {
  return db.updateTable('challenges').set({ tries: sql<number>`tries + 1` })
    .where('token_hash', '=', tokenHash).where('used_at', 'is', null).where('expires_at', '>', now).where('code_ends_at', '>', now).where('tries', '<', max)
    .returningAll().executeTakeFirst()
}

/** Keeps what a passkey is asked to sign. */
export async function keepChallengeNonce(db: Db, tokenHash: string, nonce: string): Promise<void> {
  await db.updateTable('challenges').set({ nonce }).where('token_hash', '=', tokenHash).execute()
}

/** Spends the challenge; false when it was spent already. */
export async function spendChallenge(db: Db, tokenHash: string, now: Date): Promise<boolean> {
  const spent = await db.updateTable('challenges').set({ used_at: now, code_hash: null })
    .where('token_hash', '=', tokenHash).where('used_at', 'is', null).returning('token_hash').executeTakeFirst()
  return spent !== undefined
}

/** Spends all that the person has under way: after a change of password nothing older leads in. */
export async function spendChallengesOf(db: Db, userId: string, now: Date): Promise<void> {
  await db.updateTable('challenges').set({ used_at: now, code_hash: null }).where('user_id', '=', userId).where('used_at', 'is', null).execute()
}

/** Forgets challenges that ended before the moment. */
export async function purgeChallenges(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('challenges').where('expires_at', '<', before).execute()
}
