/** What a person proves before they change their own authenticators. */
import { AppError } from '../../errors.ts'
import type { Services, Session } from '../../services.ts'
import { findSessionFacts } from '../../store/sign-in/sessions.ts'
import { hasPassword } from '../present-password.ts'
import { requireFresh, requireFreshProof } from '../step-up.ts'
import { personOf } from './prove.ts'

/**
 * @throws AppError step-up-needed without a recent confirmation. An authenticator is asked for in every company of the account, so the
 * identity provider of some is not enough to add one: a password is asked for as well. Without one, the provider has to say that it saw the
 * person a moment ago: a session that began at the provider by itself, in a browser that somebody else found, proves nothing.
 */
export async function requireProofForAuthenticators(services: Services, session: Session): Promise<void> {
  requireFreshProof(session, services.clock.now())
  // Whoever has an authenticator began this session with it.
  if (session.hasAuthenticator) return
  const user = await personOf(services, session)
  if (user.companies.every((code) => session.companies.includes(code))) return
  const facts = await findSessionFacts(services.database.kysely, session.tokenHash)
  if (facts?.proved_by_provider !== true) return
  if (await hasPassword(services.config, services.database.kysely, user)) throw new AppError('step-up-needed')
  requireFresh(session, services.clock.now())
}
