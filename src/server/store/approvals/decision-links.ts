/** Mailed links to decide one approval entry. Only the hash of their token is stored. */
import type { Selectable } from 'kysely'
import type { Db, Tx } from '../connection/database.ts'
import { insertAtCommit } from '../connection/before-commit.ts'
import type { DecisionLinksTable } from '../sql/tables.ts'

export type DecisionLink = Selectable<DecisionLinksTable>

/** Stores a link for a user, bound to the current revisions of entry and document. */
export async function addDecisionLink(db: Db, link: Omit<DecisionLink, 'used_at'>): Promise<void> {
  await insertAtCommit(db, [{ into: 'decision_links', row: { ...link } }])
}

/** The link in whatever state, also if it is used or expired. */
export async function findDecisionLink(db: Db, tokenHash: string): Promise<DecisionLink | undefined> {
  return db.selectFrom('decision_links').selectAll().where('token_hash', '=', tokenHash).executeTakeFirst()
}

/** Marks the link as used, in the transaction of the decision; false if it already was. */
export async function useDecisionLink(tx: Tx, tokenHash: string, now: Date): Promise<boolean> {
  const used = await tx.updateTable('decision_links').set({ used_at: now }).where('token_hash', '=', tokenHash).where('used_at', 'is', null).returning('token_hash').executeTakeFirst()
  return used !== undefined
}

/** Deletes links that expired before the given moment. */
export async function purgeDecisionLinks(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('decision_links').where('expires_at', '<', before).execute()
}
