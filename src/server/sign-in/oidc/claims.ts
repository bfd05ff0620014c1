/** Reads a provider's claims about a person, and finds the account they identify. */
import type { Configuration, IDToken, UserInfoResponse } from 'openid-client'
import { isEmail } from '../../../contract/index.ts'
import { shownText } from '../../../core/index.ts'
import type { ProviderConfig } from '../../config.ts'
import type { Db } from '../../store/connection/database.ts'
import { findUserByEmail, findUserByUsername } from '../../store/users/users.ts'
import type { User } from '../../store/users/users.ts'

export type Claims = Record<string, unknown>

const MAX_LENGTH = 254

/** The claims of the ID token, plus those of the UserInfo endpoint if a required claim is missing from the token. */
export async function claimsOf(configuration: Configuration, { claim, required }: ProviderConfig, { idToken, accessToken }: { idToken: IDToken; accessToken: string }): Promise<Claims> {
  const isWhole = [claim, required?.claim].every((name) => name === undefined || Object.hasOwn(idToken, name))
  if (isWhole || configuration.serverMetadata().userinfo_endpoint === undefined) return idToken
  const { fetchUserInfo } = await import('openid-client')
  const more: UserInfoResponse = await fetchUserInfo(configuration, accessToken, idToken.sub)
  return { ...more, ...idToken }
}

/** Whether the claims have the required value. */
export function isRequiredMet(claims: Claims, required: ProviderConfig['required']): boolean {
  if (required === undefined) return true
  const value = own(claims, required.claim)
  return Array.isArray(value) ? value.includes(required.value) : value === required.value
}

/**
 * Whether the account is identified by an e-mail address that the provider marks as unverified. Some providers send the flag as a string.
 */
export function isUnverified(claims: Claims, { claim }: ProviderConfig): boolean {
  return claim === 'email' && ![undefined, true, 'true'].includes(own(claims, 'email_verified') as string | boolean | undefined)
}

/** The name of the account; undefined if the claim cannot be a name. */
export function accountNamed(claims: Claims, { claim }: ProviderConfig): string | undefined {
  const value = own(claims, claim)
  if (typeof value !== 'string' || value.length > MAX_LENGTH || /\p{Cc}/u.test(value)) return undefined
  return shownText(value) || undefined
}

/** The account with this name, active or not: by e-mail address, otherwise by user name. */
export async function personNamed(db: Db, account: string): Promise<User | undefined> {
  const user = isEmail(account) ? await findUserByEmail(db, account) : await findUserByUsername(db, account)
  // Case does not matter, but characters that look alike or fold into others do: K (Kelvin) is not k.
  return user !== undefined && [user.email, user.username].some((name) => name !== null && plainly(name) === plainly(account)) ? user : undefined
}

function plainly(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => letter.toLowerCase())
}

function own(claims: Claims, name: string): unknown {
  return Object.hasOwn(claims, name) ? claims[name] : undefined
}
