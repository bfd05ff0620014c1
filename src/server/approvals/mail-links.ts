/** Decision links in mails: single use, valid for three days, for one person, bound to the entry and document as they were when sent. */
import type { MailDecisionAnswer } from '../../contract/index.ts'
import { isDecision, type CompiledType, type Settings } from '../../core/index.ts'
import { docOf } from '../commands/check-document.ts'
import { commandContext, contextWithRefs, titleFor, type CommandContext } from '../commands/context.ts'
import { relationToRecord } from '../commands/permit-action.ts'
import { visibleEntries, type VisibleEntry } from '../commands/visible-entries.ts'
import { AppError } from '../errors.ts'
import { runSliced } from '../in-pieces.ts'
import { fieldsOfEntry, presentEntry } from '../presenters/approval-entry.ts'
import { readLabels } from '../presenters/labels.ts'
import type { Services } from '../services.ts'
import { asksProofOfAmount, requiresStepUp } from '../sign-in/step-up.ts'
import { hasAuthenticator } from '../store/sign-in/authenticators.ts'
import { asksForAuthenticators, codeSettingsOf, mustHaveAuthenticator } from '../sign-in/settings.ts'
import { hashToken, newToken } from '../sign-in/tokens.ts'
import type { Db, Tx } from '../store/connection/database.ts'
import { addDecisionLink, findDecisionLink, type DecisionLink } from '../store/approvals/decision-links.ts'
import { actorOf } from '../sign-in/establish-session.ts'
import { sessionOfPerson } from '../sign-in/session-of-person.ts'
import { recipientsOf } from '../store/users/recipients.ts'

const LASTS_MS = 72 * 60 * 60_000
const OFFERED = ['approve', 'reject'] as const

/** Whether mails may carry decision links that work without signing in. Where sign-in requires a code, a mail alone is not enough. */
export function decidesByMail(settings: Settings): boolean {
  return settings['approval_settings']?.['approve_by_mail'] !== false && !codeSettingsOf(settings).isOn
}

/** Creates a link and returns its URL. */
export async function makeDecisionLink(tx: Tx, { services, session, now }: CommandContext, bound: { userId: string; entryNo: number; entryRev: number; recordRev: number }): Promise<string> {
  const token = newToken()
  await addDecisionLink(tx, {
    token_hash: hashToken(token), company: session.company.code, user_id: bound.userId, entry_no: bound.entryNo, entry_rev: bound.entryRev, record_rev: bound.recordRev,
    created_at: now, expires_at: new Date(now.getTime() + LASTS_MS),
  })
  return `${services.config.publicUrl}/auth/decide/${token}`
}

/** Those of the approvers who must have an authenticator in the company, so that a link would not open for them. */
export async function whoMustHaveAuthenticator(tx: Tx, { services, session, now }: CommandContext, ids: string[]): Promise<ReadonlySet<string>> {
  const { code } = session.company
  if (!asksForAuthenticators(session.settings)) return new Set()
  const people = await recipientsOf(tx, code, services.engines.base().catalogue.organisation, ids, now)
  // Their entries may not have been written yet.
  const actors = people.map((person) => actorOf({ ...person, holds_entries: true, company: { code } }, session.today))
  return new Set(actors.filter(({ roles }) => mustHaveAuthenticator(session.settings, roles)).map(({ id }) => id))
}

export interface OpenedLink { link: DecisionLink; command: CommandContext; entry: VisibleEntry }

/** Resolves a token to its link, command context and entry. @throws AppError with the reason when the link can no longer be used. */
export async function openDecisionLink(services: Services, db: Db, token: string, ip: string | null): Promise<OpenedLink> {
  const link = await findDecisionLink(db, hashToken(token))
  if (link === undefined) throw new AppError('decision-link-unknown')
  if (link.used_at !== null) throw new AppError('decision-link-used')
  if (link.expires_at <= services.clock.now()) throw new AppError('decision-link-expired')
  const session = await sessionOfPerson(services, db, link.company, link.user_id, ip)
  if (session === undefined || !decidesByMail(session.settings) || (await hasAuthenticator(db, link.user_id)) || mustHaveAuthenticator(session.settings, session.actor.roles)) throw new AppError('decision-link-unknown')
  const command = commandContext(services, session)
  const [entry] = await visibleEntries(db, command, { company: link.company, entryNo: link.entry_no })
  if (entry === undefined) throw new AppError('decision-link-unknown')
  if (entry.row.status !== 'Open' || entry.row.rev !== link.entry_rev) throw new AppError('decision-link-over')
  if (entry.record.rev !== link.record_rev) throw new AppError('decision-link-changed')
  return { link, command, entry }
}

/**
 * @throws AppError decision-asks-more when the decision has input of its own; step-up-needed when the type requires step-up for it. This
 * applies even if the company does not require it, since a mail may lie open for three days.
 */
export function refuseByMail({ command, entry: { row } }: OpenedLink, decision: typeof OFFERED[number]): void {
  const type = command.engine.type(row.type)
  if (asksPerson(type, decision)) throw new AppError('step-up-needed')
  if (asksMore(type, decision)) throw new AppError('decision-asks-more')
}

/** Whether the manifest requires step-up for the decision, or for approving: if so, no decision on the type is made without signing in. */
function asksPerson({ manifest: { actions } }: CompiledType, decision: typeof OFFERED[number]): boolean {
  return requiresStepUp(actions['approve']) || requiresStepUp(actions[decision])
}

/** Whether the decision has input other than a reason: it is made in the portal, which can ask for it. */
function asksMore({ manifest: { actions } }: CompiledType, decision: typeof OFFERED[number]): boolean {
  return Object.keys(actions[decision]?.input?.fields ?? {}).some((name) => name !== 'reason')
}

/** Builds the content of the confirmation page. */
export async function presentDecisionLink(db: Db, { link, command, entry: { row, ...document } }: OpenedLink): Promise<MailDecisionAnswer> {
  const type = command.engine.type(row.type)
  const labels = await readLabels(db, command, [{ fields: fieldsOfEntry(type, document.record), doc: document.record.data }])
  const entry = presentEntry(command, row, type, { ...document, labels })
  const doc = docOf(type, document.record)
  const { ctx } = await contextWithRefs(db, command, type, [doc])
  const { allowed } = await runSliced(type.findingActions(doc, ctx, relationToRecord(command.session, document.record.owner, true), false))
  // A decision that requires step-up is made in the portal, too: a mail does not prove who reads it.
  const isClosed = (id: typeof OFFERED[number]): boolean => asksPerson(type, id) || (id === 'approve' && asksProofOfAmount(command.session.settings, row.amount))
  return {
    title: titleFor(type, command.session), documentNo: entry.documentNo, senderName: entry.senderName, approverName: command.session.actor.name, stepTitle: entry.stepTitle,
    dueDate: entry.dueDate, summary: entry.summary, link: entry.link, expiresAt: link.expires_at.toISOString(),
    decisions: OFFERED.filter((id) => isDecision(id) && allowed.includes(id) && !asksMore(type, id) && !isClosed(id)),
  }
}
