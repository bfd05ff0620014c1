/** The environment settings for identity providers (OpenID Connect), per company or for all companies. */
import type { ConfigReader, Environment } from './config-reader.ts'

export interface ProviderConfig {
  /** The company suffix of the variable names; '' for the provider of all companies without one of their own. */
  key: string
  /** As in the provider's discovery document and its tokens. */
  issuer: string
  clientId: string
  clientSecret: string
  /** Separated by spaces; must include openid. */
  scopes: string
  /** The claim that identifies the account here: an e-mail address, or else a user name. */
  claim: string
  /** A claim that must have this value, or include it if it is a list. Others with an account at the provider cannot sign in. */
  required?: { claim: string; value: string }
  /** Shown to people after "Sign in with". */
  name: string
  /** Whether people of these companies can sign in only through the provider: no passwords, Windows accounts or links to set a password. */
  isOnly: boolean
}

type Reader = Pick<ConfigReader, 'text' | 'address' | 'problem'>

const SCOPES = 'openid email profile'
const MAX_NAME_LENGTH = 60
const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]'])
const OFF = new Set(['0', 'false'])
const ON = new Set(['1', 'true'])
/** Providers where anybody can create an account, so that having one proves nothing. */
const OPEN_HOSTS = new Set(['accounts.google.com', 'appleid.apple.com', 'gitlab.com', 'api.login.yahoo.com', 'www.linkedin.com'])
/** Entra ID endpoints that accept every tenant or personal accounts: their names, and the id of the tenant that holds personal accounts. */
const OPEN_TENANTS = new Set(['common', 'organizations', 'consumers', '9188040d-6c67-4c5b-b112-36a304b66dad'])

/**
 * Reads OIDC_ISSUER for all companies and OIDC_ISSUER_<COMPANY> for one; the other OIDC_ settings work the same way. Returns the providers
 * by the suffix of the variable name, '' for all companies.
 */
export function readProviders(environment: Environment, reader: Reader): Record<string, ProviderConfig> {
  const named = (setting: string): string[] => Object.keys(environment).flatMap((name) => (new RegExp(`^${setting}(_[A-Z0-9_]+)?$`).test(name) && reader.text(name) !== undefined ? [name.slice(setting.length + 1)] : []))
  const companies = named('OIDC_ISSUER')
  for (const company of named('OIDC_ONLY')) {
    const isOfSome = company === '' ? companies.length > 0 : companies.includes(company)
    // A misspelt company here would leave password sign-in enabled where it was meant to be disabled.
    if (!isOfSome) reader.problem(nameFor('OIDC_ONLY', company), `set without ${nameFor('OIDC_ISSUER', company)}`, 'the issuer at which these people sign in')
  }
  return Object.fromEntries(companies.flatMap((company) => readProvider(company, reader)))
}

function nameFor(setting: string, company: string): string {
  return company === '' ? setting : `${setting}_${company}`
}

function readProvider(company: string, { text, address, problem }: Reader): [string, ProviderConfig][] {
  const own = (name: string): string => nameFor(name, company)
  const value = (name: string): string | undefined => text(own(name)) ?? text(name)
  const issuer = address(own('OIDC_ISSUER'), ['https:', 'http:'], 'https://login.example.org')
  if (issuer === undefined) return []
  const { protocol, hostname, search, hash } = new URL(issuer)
  if (protocol === 'http:' && !LOOPBACK.has(hostname)) problem(own('OIDC_ISSUER'), 'an address with http:', 'an address with https: (http: for a provider on this machine only)')
  if (search !== '' || hash !== '') problem(own('OIDC_ISSUER'), 'an address with ? or #', 'the issuer alone, such as https://login.example.org')
  // No fallback to the credentials for all companies: their secret would be sent to another provider.
  const [clientId, clientSecret] = [text(own('OIDC_CLIENT_ID')), text(own('OIDC_CLIENT_SECRET'))]
  if (clientId === undefined) problem(own('OIDC_CLIENT_ID'), 'not set', 'the name that the provider gave this portal')
  if (clientSecret === undefined) problem(own('OIDC_CLIENT_SECRET'), 'not set', 'the secret that goes with it')
  const scopes = value('OIDC_SCOPES') ?? SCOPES
  if (!scopes.split(' ').includes('openid')) problem(own('OIDC_SCOPES'), 'without openid', `scopes separated by blanks, such as ${SCOPES}`)
  const claim = value('OIDC_CLAIM') ?? 'email'
  const name = value('OIDC_NAME') ?? 'your work account'
  if (name.length > MAX_NAME_LENGTH) problem(own('OIDC_NAME'), `of ${name.length} characters`, `at most ${MAX_NAME_LENGTH}`)
  const required = readRequired(value('OIDC_REQUIRE'), () => problem(own('OIDC_REQUIRE'), 'no claim with a value', 'claim=value, such as hd=example.org'))
  if (required === undefined && isOpenToAll(issuer)) problem(own('OIDC_REQUIRE'), 'not set, while anybody can have an account there', 'what tells your people from others: hd=example.org at Google, tid=<tenant> at Entra ID')
  const only = value('OIDC_ONLY') ?? '0'
  if (!ON.has(only) && !OFF.has(only)) problem(own('OIDC_ONLY'), `'${only}'`, '1 or 0')
  return [[company, { key: company, issuer, clientId: clientId ?? '', clientSecret: clientSecret ?? '', scopes, claim, name, isOnly: ON.has(only), ...(required !== undefined && { required }) }]]
}

function readRequired(text: string | undefined, refuse: () => void): ProviderConfig['required'] {
  if (text === undefined) return undefined
  const [, claim, value] = /^([^=\s]+)=(.+)$/.exec(text) ?? []
  if (claim !== undefined && value !== undefined) return { claim, value }
  refuse()
  return undefined
}

function isOpenToAll(issuer: string): boolean {
  const { hostname, pathname } = new URL(issuer)
  return OPEN_HOSTS.has(hostname) || (hostname === 'login.microsoftonline.com' && OPEN_TENANTS.has(pathname.split('/')[1] ?? ''))
}
