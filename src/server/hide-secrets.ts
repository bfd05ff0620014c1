/** Takes secrets out of what is logged: the installation's own, whatever looks like a token, and values whose name says that they are one. */
import type { Config } from './config.ts'

const HIDDEN = '[hidden]'
const MAX_DEPTH = 6
/** Shorter ones would take whole words out of every line. */
const MIN_SECRET_LENGTH = 4
const SECRET_NAME = /authorization|cookie|passw|secret|token|credential|api-?key/i
/** A token as sign-in/tokens.ts makes them: 32 bytes in base64url, which a name or path hardly ever looks like. */
const TOKEN = /(?<![\w-])(?=[\w-]*[a-z])(?=[\w-]*[A-Z])(?=[\w-]*\d)[\w-]{43}(?![\w-])/g
const IN_HEADER = /\b(Bearer|Basic) [\w.~+/=-]{8,}/gi
/** But not in the examples that settings are explained with. */
const IN_ADDRESS = /(\b[a-z][a-z0-9+.-]*:\/\/)(?!user:password@host:)[^\s/@]*:[^\s/@]*@/gi

/** The installation's own secrets: passwords in addresses, keys and tokens of services. */
export function secretsOf({ databaseUrl, smtpUrl, sms, analyticsSecret, metricsToken, services, directories, providers, tracing }: Config): string[] {
  const inAddresses = [databaseUrl, smtpUrl, sms?.url].flatMap((address) => {
    if (address === undefined) return []
    const { password } = new URL(address)
    return [password, decoded(password)]
  })
  const keys = Object.values(services).map(({ key }) => key)
  const passwords = Object.values(directories).map(({ search }) => search?.password)
  const clients = Object.values(providers).map(({ clientSecret }) => clientSecret)
  return [...new Set([...inAddresses, analyticsSecret, metricsToken, sms?.token, ...keys, ...passwords, ...clients, ...(tracing?.secrets ?? [])])].filter((secret) => secret !== undefined && secret.length >= MIN_SECRET_LENGTH) as string[]
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** The text without secrets. */
export function hideIn(text: string, secrets: readonly string[]): string {
  const shown = secrets.reduce((rest, secret) => rest.replaceAll(secret, HIDDEN), text)
  return shown.replace(IN_HEADER, `$1 ${HIDDEN}`).replace(IN_ADDRESS, `$1${HIDDEN}@`).replace(TOKEN, HIDDEN)
}

/** The value without secrets, as JSON can write it: errors by name, message, stack, code and cause; nothing deeper than a few levels, and nothing twice. */
export function withoutSecrets(value: unknown, secrets: readonly string[], above: readonly object[] = []): unknown {
  if (typeof value === 'string') return hideIn(value, secrets)
  if (typeof value === 'bigint') return String(value)
  if (typeof value !== 'object' || value === null || value instanceof Date) return value
  if (above.length > MAX_DEPTH || above.includes(value)) return '…'
  const inside = (part: unknown): unknown => withoutSecrets(part, secrets, [...above, value])
  if (Array.isArray(value)) return value.map(inside)
  const members = value instanceof Error ? errorFields(value) : value
  return Object.fromEntries(Object.entries(members).map(([name, one]) => [name, SECRET_NAME.test(name) && one !== undefined && one !== null ? HIDDEN : inside(one)]))
}

/** Errors have no enumerable properties, and those of drivers hold values of rows. */
function errorFields(error: Error): object {
  const { name, message, stack, cause } = error
  const code = 'code' in error && (typeof error.code === 'string' || typeof error.code === 'number') ? error.code : undefined
  return { name, message, ...(code !== undefined && { code }), stack, ...(cause !== undefined && { cause }) }
}
