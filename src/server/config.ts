/** Settings from the environment, validated once at startup. All problems are reported together, each with the expected value. */
import path from 'node:path'
import { existsSync, statSync } from 'node:fs'
import { isIP } from 'node:net'
import { readDirectories, readSmsGateway } from './config-sign-in.ts'
import type { DirectoryConfig, SmsGateway } from './config-sign-in.ts'
import { folderProblems } from './manifests/read-sources.ts'
import { readLimits } from './config-limits.ts'
import { readProviders, type ProviderConfig } from './config-oidc.ts'
import { readTracing, type TracingConfig } from './config-tracing.ts'
import { readServices, type FindingService } from './config-services.ts'
import type { Rates } from './limits/cost-classes.ts'

export type { ProviderConfig } from './config-oidc.ts'
export type { DirectoryConfig, SmsGateway } from './config-sign-in.ts'

export type Mode = 'development' | 'production' | 'test'
export const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const
const MAX_DRAIN_S = 300
/** URLs over which a cookie cannot be intercepted. */
const URL_OF_SAFE_COOKIES = /^(https:|http:\/\/(localhost|127(\.\d+){3}|\[::1\])(:|\/|$))/i
const PROXY_NAMES = new Set(['loopback', 'linklocal', 'uniquelocal'])
export type LogLevel = (typeof LOG_LEVELS)[number]

export interface Config {
  mode: Mode
  /** The address to listen on. Undefined: all addresses, or the loopback only if the demo with its published password is loaded. */
  host?: string
  port: number
  /** Folder of the embedded database; an absolute path. Unused with `databaseUrl`. */
  dataDir: string
  /** URL of a PostgreSQL server. Absent: the embedded database in `dataDir`. */
  databaseUrl?: string
  smtpUrl?: string
  /** Signs links to an external analytics service, which knows the same secret. */
  analyticsSecret?: string
  sms?: SmsGateway
  /** LDAP directories by company code as in the variable name; '' for all other companies. */
  directories: Record<string, DirectoryConfig>
  /** Identity providers, by the same keys. */
  providers: Record<string, ProviderConfig>
  /** External services that look up records of masters, by the name manifests use. */
  services: Record<string, FindingService>
  /** Rate limits that differ from the defaults. */
  limits: Rates
  /** The portal's public URL, without a trailing slash; links in mails start with it. */
  publicUrl: string
  /** Proxies trusted to name the client's address: addresses, CIDR ranges, or loopback, linklocal, uniquelocal. */
  trustProxy: string[]
  /** Absolute paths of module folders; later ones add to earlier ones. */
  modules: string[]
  /** Scope of client overlays. */
  client?: string
  /** Undefined: the demo is loaded into a new embedded database only. */
  demo?: boolean
  logLevel: LogLevel
  /** Whether the portal keeps its session in an HttpOnly cookie. API callers that do not request the cookie keep using a bearer token. */
  isSessionInCookie: boolean
  /** URL of the ClamAV daemon, which scans every file before it is stored. */
  scannerUrl?: string
  /** Bearer token for reading /metrics. Undefined: only programs on this machine can read it. */
  metricsToken?: string
  /** Set when traces are exported. Undefined: no tracing code is loaded. */
  tracing?: TracingConfig
  /** Seconds between reporting "not ready" and accepting no more requests, so that a load balancer has time to notice. */
  drainSeconds: number
  /** Whether the server refuses to start while any part of an overlay is set aside. */
  strictOverlays: boolean
  /** URL of an existing server that implements the specified API; the portal then calls it instead of this one. */
  apiBase?: string
  /** Root folder of the repository or installation, which contains schemas, dist and node_modules; an absolute path. */
  root: string
}

export interface ConfigProblem {
  name: string
  seen: string
  expected: string
}

/** Reports all problems of the environment at once. */
export class ConfigError extends Error {
  override name = 'ConfigError'
  readonly problems: ConfigProblem[]
  constructor(problems: ConfigProblem[]) {
    const lines = problems.map((p) => `  ${p.name} is ${p.seen}. Expected: ${p.expected}.`)
    super(`${problems.length === 1 ? 'One setting is' : `${problems.length} settings are`} not right:\n${lines.join('\n')}`)
    this.problems = problems
  }
}

type Environment = Record<string, string | undefined>

/** Reads the environment. Relative folders are resolved against `cwd`. @throws ConfigError listing every problem. */
export function readConfig(environment: Environment, options: { root: string; cwd?: string }): Config {
  const cwd = options.cwd ?? process.cwd()
  const problems: ConfigProblem[] = []
  const text = (name: string): string | undefined => environment[name]?.trim() || undefined
  const problem = (name: string, seen: string, expected: string): undefined => {
    problems.push({ name, seen, expected })
    return undefined
  }

  const oneOf = <T extends string>(name: string, allowed: readonly T[], otherwise: T): T => {
    const seen = text(name)
    if (seen === undefined) return otherwise
    const found = allowed.find((value) => value === seen)
    return found ?? problem(name, `'${seen}'`, `one of ${allowed.join(', ')}`) ?? otherwise
  }
  const address = (name: string, protocols: string[], example: string): string | undefined => {
    const seen = text(name)
    if (seen === undefined) return undefined
    // The URL may contain a password, so the message never repeats it.
    if (!URL.canParse(seen)) return problem(name, 'not a valid address', `an address such as ${example}`)
    const { protocol } = new URL(seen)
    return protocols.includes(protocol) ? seen : problem(name, `an address with ${protocol}`, `an address such as ${example}`)
  }
  const port = (): number => {
    const seen = text('PORT')
    if (seen === undefined) return 3000
    const value = Number(seen)
    return /^\d+$/.test(seen) && value <= 65535 ? value : (problem('PORT', `'${seen}'`, 'a whole number from 0 to 65535') ?? 3000)
  }
  const drainSeconds = (): number => {
    const seen = text('DRAIN_SECONDS')
    if (seen === undefined) return 0
    const value = Number(seen)
    return /^\d+$/.test(seen) && value <= MAX_DRAIN_S ? value : (problem('DRAIN_SECONDS', `'${seen}'`, `a whole number from 0 to ${MAX_DRAIN_S}`) ?? 0)
  }
  const flag = (name: string): boolean | undefined => {
    const seen = text(name)
    if (seen === undefined) return undefined
    if (seen === '1' || seen === 'true') return true
    return seen === '0' || seen === 'false' ? false : problem(name, `'${seen}'`, '1 or 0')
  }
  const modules = (): string[] => {
    const seen = text('MODULES')
    const folders = seen?.split(':').filter((folder) => folder !== '') ?? [path.join(options.root, 'modules')]
    return folders.map((folder) => {
      const absolute = path.resolve(cwd, folder)
      if (!existsSync(absolute)) problem('MODULES', `'${folder}', which does not exist`, 'folders of modules, separated by colons')
      else if (!statSync(absolute).isDirectory()) problem('MODULES', `'${folder}', which is a file`, 'folders of modules, separated by colons')
      else for (const seen of folderProblems(absolute)) problem('MODULES', seen, 'folders of modules, separated by colons')
      return absolute
    })
  }
  const dataDir = (): string => {
    const absolute = path.resolve(cwd, text('DATA_DIR') ?? 'data')
    if (existsSync(absolute) && !statSync(absolute).isDirectory()) problem('DATA_DIR', `'${absolute}', which is a file`, 'a folder')
    return absolute
  }
  const client = (): string | undefined => {
    const seen = text('CLIENT')
    if (seen === undefined || /^[a-z0-9][a-z0-9-]*$/.test(seen)) return seen
    return problem('CLIENT', `'${seen}'`, 'the name of a client overlay: small letters, digits and hyphens')
  }

  const trustProxy = (): string[] => {
    const given = (text('TRUST_PROXY') ?? 'loopback').split(',').map((one) => one.trim()).filter((one) => one !== '')
    for (const one of given) {
      const [address = '', bits, ...rest] = one.split('/')
      const most = isIP(address) === 6 ? 128 : 32
      const isRange = bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= most && rest.length === 0)
      if (!PROXY_NAMES.has(one) && !(isIP(address) !== 0 && isRange)) problem('TRUST_PROXY', `'${one}'`, 'addresses or ranges such as 10.0.0.0/8, or loopback, linklocal, uniquelocal, separated by commas')
    }
    return given
  }

  const listenPort = port()
  const databaseUrl = address('DATABASE_URL', ['postgres:', 'postgresql:'], 'postgres://user:password@host:5432/database')
  const smtpUrl = address('SMTP_URL', ['smtp:', 'smtps:'], 'smtp://user:password@host:587')
  const scannerUrl = address('SCANNER_URL', ['clamd:'], 'clamd://host:3310')
  const sms = readSmsGateway({ text, address })
  const directories = readDirectories(environment, { text, address, problem })
  const providers = readProviders(environment, { text, address, problem })
  const services = readServices(environment, { text, problem })
  const limits = readLimits({ text, problem })
  const tracing = readTracing({ text, address, problem })
  const analyticsSecret = text('ANALYTICS_SECRET')
  if (analyticsSecret !== undefined && analyticsSecret.length < 16) problem('ANALYTICS_SECRET', 'shorter than 16 characters', 'at least 16 characters that nobody guesses')
  const host = text('HOST')
  const metricsToken = text('METRICS_TOKEN')
  if (metricsToken !== undefined && metricsToken.length < 16) problem('METRICS_TOKEN', 'shorter than 16 characters', 'at least 16 characters that nobody guesses')
  const apiBase = address('API_BASE', ['http:', 'https:'], 'https://host/api/v1')
  const clientScope = client()
  const demoWanted = flag('DEMO')
  const publicUrl = (address('PUBLIC_URL', ['http:', 'https:'], 'https://portal.example.org') ?? `http://localhost:${listenPort}`).replace(/\/+$/, '')
  const isSessionInCookie = flag('SESSION_COOKIE') ?? false
  if (isSessionInCookie && !URL_OF_SAFE_COOKIES.test(publicUrl)) problem('SESSION_COOKIE', 'on, while PUBLIC_URL is without TLS', 'a PUBLIC_URL with https: (http: on the machine itself alone), or 0')
  const config: Config = {
    mode: oneOf<Mode>('NODE_ENV', ['development', 'production', 'test'], 'production'),
    port: listenPort,
    dataDir: dataDir(),
    publicUrl,
    isSessionInCookie,
    modules: modules(),
    trustProxy: trustProxy(),
    logLevel: oneOf<LogLevel>('LOG_LEVEL', LOG_LEVELS, 'info'),
    directories,
    providers,
    services,
    limits,
    root: options.root,
    drainSeconds: drainSeconds(),
    strictOverlays: flag('STRICT_OVERLAYS') ?? false,
    ...(databaseUrl !== undefined && { databaseUrl }),
    ...(smtpUrl !== undefined && { smtpUrl }),
    ...(scannerUrl !== undefined && { scannerUrl }),
    ...(analyticsSecret !== undefined && { analyticsSecret }),
    ...(sms !== undefined && { sms }),
    ...(apiBase !== undefined && { apiBase }),
    ...(clientScope !== undefined && { client: clientScope }),
    ...(demoWanted !== undefined && { demo: demoWanted }),
    ...(host !== undefined && { host }),
    ...(metricsToken !== undefined && { metricsToken }),
    ...(tracing !== undefined && { tracing }),
  }
  if (problems.length > 0) throw new ConfigError(problems)
  return config
}
