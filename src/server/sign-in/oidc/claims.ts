/** What a provider says of a person, and which account here that names. */
import type { Configuration, IDToken, UserInfoResponse } from 'openid-client'
import { isEmail } from '../../../contract/index.ts'
import type { ProviderConfig } from '../../config.ts'
import type { Db } from '../../store/database.ts'
import { findUserByEmail, findUserByUsername } from '../../store/users.ts'
import type { User } from '../../store/users.ts'

export type Claims = Record<string, unknown>

const MAX_LENGTH = 254

/** The claims of the ID token; with those of the UserInfo endpoint where what is asked for does not stand in the token. */
export async function claimsOf(configuration: Configuration, { claim, required }: ProviderConfig, { idToken, accessToken }: { idToken: IDToken; accessToken: string }): Promise<Claims> {
  const isWhole = [claim, required?.claim].every((name) => name === undefined || Object.hasOwn(idToken, name))
  if (isWhole || configuration.serverMetadata().userinfo_endpoint === undefined) return idToken
  const { fetchUserInfo } = await import('openid-client')
  const more: UserInfoResponse = await fetchUserInfo(configuration, accessToken, idToken.sub)
  return { ...more, ...idToken }
}

/** Whether the person is one of those whom the provider vouches for here. */
export function isRequiredMet(claims: Claims, required: ProviderConfig['required']): boolean {
  if (required === undefined) return true
  const value = own(claims, required.claim)
  return Array.isArray(value) ? value.includes(required.value) : value === required.value
}

/** Whether the account is named by an e-mail that the provider itself says is not known to be the person's. Some say it as a text. */
export function isUnverified(claims: Claims, { claim }: ProviderConfig): boolean {
  return claim === 'email' && ![undefined, true, 'true'].includes(own(claims, 'email_verified') as string | boolean | undefined)
}

/** What names the account; undefined when the provider says nothing that could be a name. */
export function accountNamed(claims: Claims, { claim }: ProviderConfig): string | undefined {
  const value = own(claims, claim)
  if (typeof value !== 'string' || value.length > MAX_LENGTH || /\p{Cc}/u.test(value)) return undefined
  return value.trim() === '' ? undefined : value.trim()
}

/** Whose account it is, active or not: by e-mail, or else by user name. */
export async function personNamed(db: Db, account: string): Promise<User | undefined> {
  const user = isEmail(account) ? await findUserByEmail(db, account) : await findUserByUsername(db, account)
  // Capitals make no difference, but letters that only look alike or fold into others do: K (Kelvin) is no k.
  return user !== undefined && [user.email, user.username].some((name) => name !== null && plainly(name) === plainly(account)) ? user : undefined
}

function plainly(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => letter.toLowerCase())
}

function own(claims: Claims, name: string): unknown {
  return Object.hasOwn(claims, name) ? claims[name] : undefined
}
