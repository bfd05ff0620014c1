import { createHmac } from 'node:crypto'
import type { Session } from '../services.ts'

/** How long a signed address may be opened. */
const LIFE_SECONDS = 60

/**
 * The address with who opens it, until when, and an HMAC-SHA256 (base64url) of the whole address before `signature` was
 * added, so that the receiver can tell that it comes from this portal.
 */
export function signedAddress(address: URL, { actor, company }: Session, secret: string, now: Date): string {
  const signed = new URL(address)
  signed.searchParams.delete('signature')
  signed.searchParams.set('user', actor.email)
  signed.searchParams.set('company', company.code)
  signed.searchParams.set('expires', String(Math.floor(now.getTime() / 1000) + LIFE_SECONDS))
  signed.searchParams.append('signature', createHmac('sha256', secret).update(signed.href).digest('base64url'))
  return signed.href
}
