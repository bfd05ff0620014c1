import { addDecisionLink } from '../../src/server/store/approvals/decision-links.ts'
import { hashToken, newToken } from '../../src/server/sign-in/tokens.ts'
import type { TestApp } from './harness.ts'

/** The token of a decision link, as mailed before the company required step-up. */
export async function mailedLink({ services: { database }, clock }: TestApp, no: string, entryNo: number): Promise<string> {
  const token = newToken()
  const entry = await database.kysely.selectFrom('approval_entries as e').innerJoin('documents as d', (on) => on.onRef('d.company', '=', 'e.company').onRef('d.type', '=', 'e.type').onRef('d.key', '=', 'e.document_key'))
    .innerJoin('users as u', 'u.employee', 'e.approver').select(['e.company', 'e.rev as entryRev', 'd.rev as recordRev', 'u.id']).where('e.entry_no', '=', entryNo).where('d.key', '=', no).executeTakeFirstOrThrow()
  const now = clock.now()
  await database.transaction((tx) => addDecisionLink(tx, {
    token_hash: hashToken(token), company: entry.company, user_id: entry.id, entry_no: entryNo, entry_rev: entry.entryRev, record_rev: entry.recordRev, created_at: now, expires_at: new Date(now.getTime() + 60_000),
  }))
  return token
}
