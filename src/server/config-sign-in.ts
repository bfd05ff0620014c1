/** The part of the environment that sign-in reads: the SMS gateway and the directories of companies with Windows accounts. */
import { existsSync } from 'node:fs'

export interface SmsGateway {
  /** Messages are posted here; a user and password in it travel as Basic authorization. */
  url: string
  /** Sent as bearer token. */
  token?: string
  /** Body with {to} and {message}; absent: JSON with both. */
  template?: string
}

export interface DirectoryConfig {
  /** ldap: or ldaps: */
  url: string
  /** The name to bind with, from {username}; unused with `search`. */
  bind: string
  /** Finds the person's name first. Without `dn` the search is anonymous. */
  search?: { base: string; filter: string; dn?: string; password?: string }
  /** Whether an ldap: connection turns to TLS before a password is sent. */
  startTls: boolean
  /** Certificate authority to trust beside the system's. */
  caFile?: string
}

interface Reader {
  text(name: string): string | undefined
  address(name: string, protocols: string[], example: string): string | undefined
  problem(name: string, seen: string, expected: string): undefined
}

/** SMS_URL with SMS_TOKEN and SMS_BODY; undefined when there is no gateway. */
export function readSmsGateway({ text, address }: Pick<Reader, 'text' | 'address'>): SmsGateway | undefined {
  const url = address('SMS_URL', ['http:', 'https:'], 'https://host/send')
  const [token, template] = [text('SMS_TOKEN'), text('SMS_BODY')]
  if (url === undefined) return undefined
  return { url, ...(token !== undefined && { token }), ...(template !== undefined && { template }) }
}

/** LDAP_URL for all companies with Windows accounts, LDAP_URL_<COMPANY> for one; the other LDAP_ settings likewise. */
export function readDirectories(environment: Record<string, string | undefined>, reader: Reader): Record<string, DirectoryConfig> {
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
  // A name without a password binds as nobody (RFC 4513, 5.1.2), and the search would be an anonymous one after all.
  if (base !== undefined && dn !== undefined && password === undefined) problem(own('LDAP_SEARCH_PASSWORD'), 'not set', 'the password of LDAP_SEARCH_DN, or neither of them for an anonymous search')
  const search = base === undefined ? undefined : { base, filter, ...(dn !== undefined && { dn }), ...(password !== undefined && { password }) }
  return [[company, {
    url, bind: bind ?? '', startTls: !['0', 'false'].includes(value('LDAP_STARTTLS') ?? ''),
    ...(search !== undefined && { search }), ...(caFile !== undefined && { caFile }),
  }]]
}
