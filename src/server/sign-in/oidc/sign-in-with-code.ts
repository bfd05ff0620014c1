import type { SignInAnswer } from '../../../contract/index.ts'
import { AppError } from '../../errors.ts'
import type { Services } from '../../services.ts'
import { takeCode } from '../../store/sign-in/provider-sign-ins.ts'
import { findUserById } from '../../store/users/users.ts'
import { afterFirstStep } from '../after-first-step.ts'
import { recordSignInEvent } from '../audit.ts'
import type { RequestOrigin } from '../device.ts'
import { tidy } from '../tidy.ts'
import { hashToken } from '../tokens.ts'
import { companyAt } from './provider-of.ts'

/**
 * Continues as after any first step, for a person who came back from the provider. @throws AppError challenge-ended, provider-no-account
 */
export async function signInWithCode(services: Services, { code, browserToken, arrival }: { code: string; browserToken: string | undefined; arrival: RequestOrigin }): Promise<SignInAnswer> {
  const { database, clock, config } = services
  const taken = await takeCode(database.kysely, { codeHash: hashToken(code), browserHash: hashToken(browserToken ?? '') }, clock.now())
  const provider = taken === undefined ? undefined : config.providers[taken.provider]
  const user = taken === undefined || taken.user_id === null ? undefined : await findUserById(database.kysely, taken.user_id)
  if (taken === undefined || provider === undefined || user === undefined) throw new AppError('challenge-ended')
  const company = companyAt(config, provider, user, taken.company)
  if (!user.active || company === undefined) {
    await recordSignInEvent(database.kysely, { company: user.default_company, kind: 'sign-in-failed', actor: user.id, arrival, at: clock.now(), detail: 'oidc: deactivated account' })
    throw new AppError('provider-no-account')
  }
  await tidy(services)
  return afterFirstStep(services, { user, company, method: 'oidc', arrival, provider: { signIn: taken.state_hash, seenAt: taken.seen_at } })
}
