/** Codes of authenticator apps: six digits that change every 30 s, by SHA-1, which is what every app understands (RFC 6238). */
import { Secret, TOTP } from 'otpauth'
import { CODE_DIGITS } from '../../../contract/index.ts'

const STEP_MS = 30_000
/** 160 bits, as RFC 4226 asks. */
const SECRET_BYTES = 20
/** How many steps the clock of a phone may be off, either way. */
const WINDOW = 1

/** A new secret in Base32, to be shared with an app. */
export function newAppSecret(): string {
  return new Secret({ size: SECRET_BYTES }).base32
}

/** The address that an app reads from a picture: whose account where, and the secret. */
export function appAddress({ secret, issuer, account }: { secret: string; issuer: string; account: string }): string {
  return totp(secret, { issuer, label: account }).toString()
}

/** Of which step the code is, at the moment or one step around it; undefined when of none. */
export function stepOf(secret: string, code: string, now: Date): number | undefined {
  const delta = totp(secret).validate({ token: code, timestamp: now.getTime(), window: WINDOW })
  return delta === null ? undefined : Math.floor(now.getTime() / STEP_MS) + delta
}

function totp(secret: string, names: { issuer?: string; label?: string } = {}): TOTP {
  return new TOTP({ ...names, secret: Secret.fromBase32(secret), digits: CODE_DIGITS, period: STEP_MS / 1_000, algorithm: 'SHA1' })
}
