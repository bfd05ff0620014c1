import { createHmac } from 'node:crypto'
import type { Session } from '../services.ts'

/** How long a signed URL is valid. */
const LIFE_SECONDS = 60

/**
 * Adds the user, the company, the expiry and an HMAC-SHA256 signature (base64url) to the URL. The signature covers the entire URL before
 * `signature` is added, so that the receiver can verify that it comes from this portal.
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
