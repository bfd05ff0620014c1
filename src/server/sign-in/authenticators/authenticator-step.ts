/** The second step of a sign-in with an authenticator, instead of a code that is sent. */
import type { CodeNeededAnswer, LoginAnswer } from '../../../contract/index.ts'
import { AppError } from '../../errors.ts'
import type { Services } from '../../services.ts'
import { listAuthenticators } from '../../store/sign-in/authenticators.ts'
import type { Authenticator } from '../../store/sign-in/authenticators.ts'
import { createChallenge, keepChallengeNonce } from '../../store/sign-in/challenges.ts'
import type { FirstStep } from '../begin-session.ts'
import type { RequestOrigin } from '../device.ts'
import { maskEmail } from '../mask.ts'
import { answerChallenge, openChallenge, passChallenge, refuseLockedCodes } from '../open-challenge.ts'
import { hashToken, newToken } from '../tokens.ts'
import { isPasskeyRight, passkeyToAsk } from './passkeys.ts'

const LASTS_MS = 10 * 60_000

/** Opens a challenge that any of the person's authenticators can answer. */
export async function askAuthenticator(services: Services, { user, company, method, arrival, replaces, provider, directoryOf }: FirstStep, known: Authenticator[]): Promise<CodeNeededAnswer> {
  await refuseLockedCodes(services, user, { company, kind: 'code-failed', arrival })
  const now = services.clock.now()
  const challenge = newToken()
  const expiresAt = new Date(now.getTime() + LASTS_MS)
  await createChallenge(services.database.kysely, { tokenHash: hashToken(challenge), userId: user.id, company, method, device: arrival.device, replaces, providerSignIn: provider?.signIn, directoryOf, now, expiresAt, hasAuthenticator: true })
  return { user: { name: user.name, email: maskEmail(user.email) }, challenge, authenticators: kindsOf(known), minutes: LASTS_MS / 60_000 }
}

/** The kinds of authenticators in the list. */
export function kindsOf(known: Authenticator[]): Authenticator['kind'][] {
  return (['passkey', 'app'] as const).filter((kind) => known.some((one) => one.kind === kind))
}

/** The options for the browser to sign the challenge with a passkey. @throws AppError challenge-ended */
export async function passkeyOfChallenge(services: Services, challenge: string): Promise<Awaited<ReturnType<typeof passkeyToAsk>>> {
  const { found, user } = await openChallenge(services, challenge)
  if (!found.has_authenticator) throw new AppError('challenge-ended')
  const asked = await passkeyToAsk(services, await listAuthenticators(services.database.kysely, user.id))
  await keepChallengeNonce(services.database.kysely, found.token_hash, asked.challenge)
  return asked
}

/** Begins the challenge's session if a passkey of the person has signed it. */
export async function verifyPasskey(services: Services, challenge: string, sent: unknown, arrival: RequestOrigin): Promise<LoginAnswer> {
  const { database } = services
  const opened = await openChallenge(services, challenge)
  const { found, user } = opened
  const { nonce } = found
  if (!found.has_authenticator || nonce === null) throw new AppError('challenge-ended')
  return answerChallenge(services, opened, { arrival, what: 'passkey' }, async () => {
    const known = await listAuthenticators(database.kysely, user.id)
    return database.transaction(async (tx) => ((await isPasskeyRight(services, tx, { nonce, sent, known })) ? passChallenge(services, tx, opened, arrival, 'passkey') : undefined))
  })
}
