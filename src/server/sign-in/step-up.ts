/**
 * Step-up: confirms the user's identity before an action that could do harm, because an unattended session may be used by another person.
 */
import type { ResolvedAction, ResolvedDocumentType, Settings } from '../../core/index.ts'
import { AppError } from '../errors.ts'
import type { Session } from '../services.ts'

/**
 * What requires step-up: `rights` are changes to accounts, settings and manifests, and actions that grant rights; `payments` are actions
 * that pay; `authenticators` are changes to the person’s own authenticators.
 */
export type StepUpFor = 'rights' | 'payments' | 'authenticators'

const MINUTE_MS = 60_000
const DEFAULT_MINUTES = 10
const GROUP = 'security_settings'

/** @throws AppError step-up-needed if the company requires step-up and the last proof is too old */
export function requireStepUp(session: Pick<Session, 'settings' | 'provedAt'>, what: Exclude<StepUpFor, 'authenticators'>, now: Date): void {
  if (asksFor(session.settings, what)) requireFresh(session, now)
}

/** The same before an action whose manifest requires step-up. */
export function requireStepUpForAction(session: Pick<Session, 'settings' | 'provedAt'>, action: Pick<ResolvedAction, 'stepUp'> | undefined, now: Date): void {
  if (!requiresStepUp(action)) return
  if (action?.stepUp === 'rights') requireStepUp(session, 'rights', now)
  requireStepUp(session, 'payments', now)
}

/**
 * The same once it is known which amount the document has after the action, in the company's currency (null if there is none): to pay an
 * amount, or to enter one, is no less than to approve it. An action without an amount is treated as the largest.
 */
export function requireStepUpForAmount(session: Pick<Session, 'settings' | 'provedAt'>, action: Pick<ResolvedAction, 'stepUp'>, amount: number | null, now: Date): void {
  if (action.stepUp === true && asksProofOfAmount(session.settings, amount ?? Infinity)) requireFresh(session, now)
}

/** Whether the manifest marks the action for step-up, regardless of the company's settings. */
export function requiresStepUp(action: Pick<ResolvedAction, 'stepUp'> | undefined): boolean {
  return action?.stepUp === true || action?.stepUp === 'rights'
}

/**
 * The same before a person's own authenticators are changed, regardless of the company's settings. If a provider does not state when it
 * authenticated a person without a password, they could never prove their identity or add an authenticator; so they may add the first one
 * right after signing in.
 */
export function requireFreshProof(session: Pick<Session, 'settings' | 'provedAt' | 'setUpUntil' | 'hasAuthenticator'>, now: Date): void {
  const { setUpUntil, hasAuthenticator } = session
  const mayBegin = !hasAuthenticator && setUpUntil !== null && setUpUntil > now && setUpUntil <= stepUpExpiresAt(session.settings, now)
  if (!mayBegin) requireFresh(session, now)
}

/**
 * The same before a decision on a document of the type, or before handing it to another person. It depends on the amount in the company’s
 * currency (null if there is none) and on whether the manifest marks approving. A marked document without an amount is treated as the
 * largest.
 */
export function requireStepUpForDecision(session: Pick<Session, 'settings' | 'provedAt'>, { actions }: Pick<ResolvedDocumentType, 'actions'>, amount: number | null, now: Date): void {
  const { approve } = actions
  requireStepUpForAction(session, approve, now)
  if (asksProofOfAmount(session.settings, requiresStepUp(approve) ? (amount ?? Infinity) : amount)) requireFresh(session, now)
}

/** Whether a decision on the amount requires step-up. */
export function asksProofOfAmount(settings: Settings, amount: number | null): boolean {
  const above = settings[GROUP]?.['step_up_above']
  return typeof above === 'number' && above > 0 && amount !== null && Math.abs(amount) >= above
}

/** Until when a proof given now counts. */
export function stepUpExpiresAt(settings: Settings, now: Date): Date {
  const minutes = settings[GROUP]?.['step_up_minutes']
  return new Date(now.getTime() + (typeof minutes === 'number' ? minutes : DEFAULT_MINUTES) * MINUTE_MS)
}

function asksFor(settings: Settings, what: Exclude<StepUpFor, 'authenticators'>): boolean {
  return what === 'rights' ? settings[GROUP]?.['step_up_rights'] !== false : settings[GROUP]?.['step_up_payments'] === true
}

/** @throws AppError step-up-needed unless the person confirmed their identity a moment ago, whatever the company's settings ask for */
export function requireFresh({ settings, provedAt }: Pick<Session, 'settings' | 'provedAt'>, now: Date): void {
  // One of two servers may be slightly ahead. A proof further in the future means that a clock was or is wrong, so it does not count.
  const isFresh = provedAt !== null && stepUpExpiresAt(settings, provedAt) > now && provedAt < stepUpExpiresAt(settings, now)
  if (!isFresh) throw new AppError('step-up-needed')
}
