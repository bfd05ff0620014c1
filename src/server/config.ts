/** Settings from the environment, validated once at startup. All problems are reported together, each with the expected value. */
import path from 'node:path'
import { existsSync, statSync } from 'node:fs'
import { isIP } from 'node:net'
import { readDirectories, readSmsGateway } from './config-sign-in.ts'
import type { DirectoryConfig, SmsGateway } from './config-sign-in.ts'
import { folderProblems } from './manifests/read-sources.ts'
import { readLimits } from './config-limits.ts'
import { createConfigReader, type ConfigProblem, type ConfigReader, type Environment } from './config-reader.ts'
import { readProviders, type ProviderConfig } from './config-oidc.ts'
import { readTracing, type TracingConfig } from './config-tracing.ts'
import { readServices, type FindingService } from './config-services.ts'
import type { Rates } from './limits/cost-classes.ts'

export type { ProviderConfig } from './config-oidc.ts'
export type { ConfigProblem } from './config-reader.ts'
export type { DirectoryConfig, SmsGateway } from './config-sign-in.ts'

export type Mode = 'development' | 'production' | 'test'
export const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const
const MAX_DRAIN_S = 300
/** A terabyte. */
const MAX_FILES_MB = 1_000_000
const DEFAULT_FILES_MB = 500
const MAX_PORT = 65_535
const DEFAULT_PORT = 3000
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
  /** Megabytes that a person may store in files within a day; 0: any. */
  filesMbPerDay: number
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

/** Reads the environment. Relative folders are resolved against `cwd`. @throws ConfigError listing every problem. */
export function readConfig(environment: Environment, options: { root: string; cwd?: string }): Config {
  const cwd = options.cwd ?? process.cwd()
  const reader = createConfigReader(environment)
  const { text, oneOf, address, wholeNumber, flag, secret } = reader
  const port = wholeNumber('PORT', MAX_PORT, DEFAULT_PORT)
  const publicUrl = (address('PUBLIC_URL', ['http:', 'https:'], 'https://portal.example.org') ?? `http://localhost:${port}`).replace(/\/+$/, '')
  const config: Config = {
    mode: oneOf<Mode>('NODE_ENV', ['development', 'production', 'test'], 'production'),
    port,
    dataDir: readDataDir(reader, cwd),
    publicUrl,
    isSessionInCookie: readSessionCookie(reader, publicUrl),
    modules: readModules(reader, options.root, cwd),
    trustProxy: readTrustProxy(reader),
    logLevel: oneOf<LogLevel>('LOG_LEVEL', LOG_LEVELS, 'info'),
    directories: readDirectories(environment, reader),
    providers: readProviders(environment, reader),
    services: readServices(environment, reader),
    limits: readLimits(reader),
    filesMbPerDay: wholeNumber('FILES_MB_PER_DAY', MAX_FILES_MB, DEFAULT_FILES_MB),
    root: options.root,
    drainSeconds: wholeNumber('DRAIN_SECONDS', MAX_DRAIN_S, 0),
    strictOverlays: flag('STRICT_OVERLAYS') ?? false,
    ...present({
      databaseUrl: address('DATABASE_URL', ['postgres:', 'postgresql:'], 'postgres://user:password@host:5432/database'),
      smtpUrl: address('SMTP_URL', ['smtp:', 'smtps:'], 'smtp://user:password@host:587'),
      scannerUrl: address('SCANNER_URL', ['clamd:'], 'clamd://host:3310'),
      analyticsSecret: secret('ANALYTICS_SECRET'),
      sms: readSmsGateway(reader),
      apiBase: address('API_BASE', ['http:', 'https:'], 'https://host/api/v1'),
      client: readClient(reader),
      demo: flag('DEMO'),
      host: text('HOST'),
      metricsToken: secret('METRICS_TOKEN'),
      tracing: readTracing(reader),
    }),
  }
  if (reader.problems.length > 0) throw new ConfigError(reader.problems)
  return config
}

/** The entries that have a value. */
function present<T extends object>(entries: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(entries).filter(([, value]) => value !== undefined)) as { [K in keyof T]?: Exclude<T[K], undefined> }
}

function readSessionCookie({ flag, problem }: ConfigReader, publicUrl: string): boolean {
  const isInCookie = flag('SESSION_COOKIE') ?? false
  if (isInCookie && !URL_OF_SAFE_COOKIES.test(publicUrl)) problem('SESSION_COOKIE', 'on, while PUBLIC_URL is without TLS', 'a PUBLIC_URL with https: (http: on the machine itself alone), or 0')
  return isInCookie
}

function readModules({ text, problem }: ConfigReader, root: string, cwd: string): string[] {
  const folders = text('MODULES')?.split(':').filter((folder) => folder !== '') ?? [path.join(root, 'modules')]
  return folders.map((folder) => {
    const absolute = path.resolve(cwd, folder)
    if (!existsSync(absolute)) problem('MODULES', `'${folder}', which does not exist`, 'folders of modules, separated by colons')
    else if (!statSync(absolute).isDirectory()) problem('MODULES', `'${folder}', which is a file`, 'folders of modules, separated by colons')
    else for (const seen of folderProblems(absolute)) problem('MODULES', seen, 'folders of modules, separated by colons')
    return absolute
  })
}

function readDataDir({ text, problem }: ConfigReader, cwd: string): string {
  const absolute = path.resolve(cwd, text('DATA_DIR') ?? 'data')
  if (existsSync(absolute) && !statSync(absolute).isDirectory()) problem('DATA_DIR', `'${absolute}', which is a file`, 'a folder')
  return absolute
}

function readClient({ text, problem }: ConfigReader): string | undefined {
  const seen = text('CLIENT')
  if (seen === undefined || /^[a-z0-9][a-z0-9-]*$/.test(seen)) return seen
  return problem('CLIENT', `'${seen}'`, 'the name of a client overlay: small letters, digits and hyphens')
}

function readTrustProxy({ text, problem }: ConfigReader): string[] {
  const proxies = (text('TRUST_PROXY') ?? 'loopback').split(',').map((proxy) => proxy.trim()).filter((proxy) => proxy !== '')
  for (const proxy of proxies) {
    if (!PROXY_NAMES.has(proxy) && !isAddressOrRange(proxy)) problem('TRUST_PROXY', `'${proxy}'`, 'addresses or ranges such as 10.0.0.0/8, or loopback, linklocal, uniquelocal, separated by commas')
  }
  return proxies
}

function isAddressOrRange(proxy: string): boolean {
  const [address = '', bits, ...rest] = proxy.split('/')
  const maxBits = isIP(address) === 6 ? 128 : 32
  return isIP(address) !== 0 && (bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= maxBits && rest.length === 0))
}
