/** The environment settings for sign-in: the SMS gateway and the LDAP directories of companies with Windows accounts. */
import { existsSync } from 'node:fs'
import type { ConfigReader, Environment } from './config-reader.ts'

export interface SmsGateway {
  /** Messages are sent here with POST; a user and password in the URL are sent as Basic authorization. */
  url: string
  /** Sent as a bearer token. */
  token?: string
  /** Request body with {to} and {message}; if absent, JSON with both. */
  template?: string
}

export interface DirectoryConfig {
  /** An ldap: or ldaps: URL. */
  url: string
  /** The name to bind with, containing {username}; unused with `search`. */
  bind: string
  /** Looks up the person's name first. Without `dn` the search is anonymous. */
  search?: { base: string; filter: string; dn?: string; password?: string }
  /** Whether an ldap: connection is upgraded to TLS before a password is sent. */
  startTls: boolean
  /** File with a certificate authority to trust in addition to the system's. */
  caFile?: string
}

type Reader = Pick<ConfigReader, 'text' | 'address' | 'problem'>

/** Reads SMS_URL, SMS_TOKEN and SMS_BODY; undefined if no gateway is configured. */
export function readSmsGateway({ text, address }: Pick<Reader, 'text' | 'address'>): SmsGateway | undefined {
  const url = address('SMS_URL', ['http:', 'https:'], 'https://host/send')
  const [token, template] = [text('SMS_TOKEN'), text('SMS_BODY')]
  if (url === undefined) return undefined
  return { url, ...(token !== undefined && { token }), ...(template !== undefined && { template }) }
}

/** Reads LDAP_URL for all companies with Windows accounts and LDAP_URL_<COMPANY> for one; the other LDAP_ settings work the same way. */
export function readDirectories(environment: Environment, reader: Reader): Record<string, DirectoryConfig> {
  const companies = Object.keys(environment).flatMap((name) => (/^LDAP_URL(_[A-Z0-9_]+)?$/.test(name) ? [name.slice('LDAP_URL_'.length)] : []))
  return Object.fromEntries(companies.flatMap((company) => readDirectory(company, reader)))
}

const USERNAME_FILTER = '(|(uid={username})(sAMAccountName={username}))'

function readDirectory(company: string, { text, address, problem }: Reader): [string, DirectoryConfig][] {
  const own = (name: string): string => (company === '' ? name : `${name}_${company}`)
  const value = (name: string): string | undefined => text(own(name)) ?? text(name)
  const url = address(own('LDAP_URL'), ['ldap:', 'ldaps:'], 'ldaps://directory.example.org')
  if (url === undefined) return []
  const [bind, base, dn, password, caFile] = ['LDAP_BIND', 'LDAP_SEARCH_BASE', 'LDAP_SEARCH_DN', 'LDAP_SEARCH_PASSWORD', 'LDAP_CA'].map(value)
  const filter = value('LDAP_SEARCH_FILTER') ?? USERNAME_FILTER
  const need = 'a text with {username}, such as uid={username},ou=people,dc=example,dc=org'
  if (base === undefined && bind === undefined) problem(own('LDAP_BIND'), 'not set', `${need}, or LDAP_SEARCH_BASE to search`)
  else if (base === undefined && bind?.includes('{username}') !== true) problem(own('LDAP_BIND'), 'without {username}', need)
  if (!filter.includes('{username}')) problem(own('LDAP_SEARCH_FILTER'), 'without {username}', `a filter such as ${USERNAME_FILTER}`)
  if (caFile !== undefined && !existsSync(caFile)) problem(own('LDAP_CA'), `'${caFile}', which does not exist`, 'a file with certificates')
  // A name without a password binds anonymously (RFC 4513, 5.1.2), so the search would be anonymous after all.
  if (base !== undefined && dn !== undefined && password === undefined) problem(own('LDAP_SEARCH_PASSWORD'), 'not set', 'the password of LDAP_SEARCH_DN, or neither of them for an anonymous search')
  const search = base === undefined ? undefined : { base, filter, ...(dn !== undefined && { dn }), ...(password !== undefined && { password }) }
  return [[company, {
    url, bind: bind ?? '', startTls: !['0', 'false'].includes(value('LDAP_STARTTLS') ?? ''),
    ...(search !== undefined && { search }), ...(caFile !== undefined && { caFile }),
  }]]
}
