/** A second look at the person before what does harm in wrong hands: whoever sits at an open screen may not be who signed in at it. */
import type { ResolvedAction, ResolvedDocumentType, Settings } from '../../core/index.ts'
import { AppError } from '../errors.ts'
import type { Session } from '../services.ts'

/** What is looked at: changes of accounts, settings and manifests, and actions that give rights; those that pay; the person’s own authenticators. */
export type StepUpFor = 'rights' | 'payments' | 'authenticators'

const MINUTE_MS = 60_000
const DEFAULT_MINUTES = 10
const GROUP = 'security_settings'

/** Throws AppError step-up-needed where the company asks for a look and the last one is too old. */
export function requireProof(session: Pick<Session, 'settings' | 'provedAt'>, what: Exclude<StepUpFor, 'authenticators'>, now: Date): void {
  if (asksFor(session.settings, what)) requireFresh(session, now)
}

/** The same before an action, where the manifest marks it. */
export function requireProofToAct(session: Pick<Session, 'settings' | 'provedAt'>, action: Pick<ResolvedAction, 'stepUp'> | undefined, now: Date): void {
  if (!asksWho(action)) return
  if (action?.stepUp === 'rights') requireProof(session, 'rights', now)
  requireProof(session, 'payments', now)
}

/** Whether a manifest marks the action, whatever the company makes of it. */
export function asksWho(action: Pick<ResolvedAction, 'stepUp'> | undefined): boolean {
  return action?.stepUp === true || action?.stepUp === 'rights'
}

/**
 * The same before one's own authenticators are changed, whatever the company says. Who signs in at a provider that does not say when it saw
 * them could show nothing, and never come to have an authenticator: they add the first one right after signing in.
 */
export function requireProofForAuthenticators(session: Pick<Session, 'settings' | 'provedAt' | 'setUpUntil' | 'hasAuthenticator'>, now: Date): void {
  const { setUpUntil, hasAuthenticator } = session
  const mayBegin = !hasAuthenticator && setUpUntil !== null && setUpUntil > now && setUpUntil <= proofEndsAt(session.settings, now)
  if (!mayBegin) requireFresh(session, now)
}

/**
 * The same before a decision on a document of the type, or before that is given to somebody else: for its amount in the company’s currency,
 * which is null where it has none, and where the manifest says so of approving; what it says that of and has no amount is as the largest.
 */
export function requireProofToDecide(session: Pick<Session, 'settings' | 'provedAt'>, { actions }: Pick<ResolvedDocumentType, 'actions'>, amount: number | null, now: Date): void {
  const { approve } = actions
  requireProofToAct(session, approve, now)
  if (asksProofOfAmount(session.settings, asksWho(approve) ? (amount ?? Infinity) : amount)) requireFresh(session, now)
}

/** Whether a decision on the amount asks for a look. */
export function asksProofOfAmount(settings: Settings, amount: number | null): boolean {
  const above = settings[GROUP]?.['step_up_above']
  return typeof above === 'number' && above > 0 && amount !== null && Math.abs(amount) >= above
}

/** Until when a look at the moment counts. */
export function proofEndsAt(settings: Settings, now: Date): Date {
  const minutes = settings[GROUP]?.['step_up_minutes']
  return new Date(now.getTime() + (typeof minutes === 'number' ? minutes : DEFAULT_MINUTES) * MINUTE_MS)
}

function asksFor(settings: Settings, what: Exclude<StepUpFor, 'authenticators'>): boolean {
  return what === 'rights' ? settings[GROUP]?.['step_up_rights'] !== false : settings[GROUP]?.['step_up_payments'] === true
}

function requireFresh({ settings, provedAt }: Pick<Session, 'settings' | 'provedAt'>, now: Date): void {
  // Of two servers one may be ahead; much further off a clock was wrong, then or now, and the look says nothing.
  const isFresh = provedAt !== null && proofEndsAt(settings, provedAt) > now && provedAt < proofEndsAt(settings, now)
  if (!isFresh) throw new AppError('step-up-needed')
}
