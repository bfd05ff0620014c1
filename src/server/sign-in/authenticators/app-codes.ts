/** TOTP codes of authenticator apps (RFC 6238): six digits that change every 30 s, with SHA-1, which every app supports. */
import { Secret, TOTP } from 'otpauth'
import { CODE_DIGITS } from '../../../contract/index.ts'

const STEP_MS = 30_000
/** 160 bits, as RFC 4226 recommends. */
const SECRET_BYTES = 20
/** Steps that a phone's clock may be off, in either direction. */
const WINDOW = 1

/** A new secret in Base32, to be shared with an app. */
export function newAppSecret(): string {
  return new Secret({ size: SECRET_BYTES }).base32
}

/** The otpauth URI that an app reads from a QR code: issuer, account and secret. */
export function appAddress({ secret, issuer, account }: { secret: string; issuer: string; account: string }): string {
  return totp(secret, { issuer, label: account }).toString()
}

/** The time step the code belongs to, at most one step from now; undefined if it is invalid. */
export function stepOf(secret: string, code: string, now: Date): number | undefined {
  const delta = totp(secret).validate({ token: code, timestamp: now.getTime(), window: WINDOW })
  return delta === null ? undefined : Math.floor(now.getTime() / STEP_MS) + delta
}

function totp(secret: string, names: { issuer?: string; label?: string } = {}): TOTP {
  return new TOTP({ ...names, secret: Secret.fromBase32(secret), digits: CODE_DIGITS, period: STEP_MS / 1_000, algorithm: 'SHA1' })
}
