/**
 * Removes secrets from log output: the installation's own, anything that looks like a token, and values whose name marks them as secret.
 */
import type { Config } from './config.ts'

const HIDDEN = '[hidden]'
const MAX_DEPTH = 6
/** Shorter secrets would match ordinary words in every line. */
const MIN_SECRET_LENGTH = 4
const SECRET_NAME = /authorization|cookie|passw|secret|token|credential|api-?key/i
/** A token in the format of sign-in/tokens.ts: 32 bytes in base64url, a form that names and paths rarely have. */
const TOKEN = /(?<![\w-])(?=[\w-]*[a-z])(?=[\w-]*[A-Z])(?=[\w-]*\d)[\w-]{43}(?![\w-])/g
const IN_HEADER = /\b(Bearer|Basic) [\w.~+/=-]{8,}/gi
/** Leaves the examples in settings' messages alone. */
const IN_ADDRESS = /(\b[a-z][a-z0-9+.-]*:\/\/)(?!user:password@host:)[^\s/@]*:[^\s/@]*@/gi

/** The installation's own secrets: passwords in URLs, and keys and tokens of services. */
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

/** Replaces all secrets in the text. */
export function hideIn(text: string, secrets: readonly string[]): string {
  const shown = secrets.reduce((rest, secret) => rest.replaceAll(secret, HIDDEN), text)
  return shown.replace(IN_HEADER, `$1 ${HIDDEN}`).replace(IN_ADDRESS, `$1${HIDDEN}@`).replace(TOKEN, HIDDEN)
}

/**
 * A JSON-compatible copy of the value without secrets. Errors keep name, message, stack, code and cause; values nested too deeply and
 * circular references are cut off.
 */
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

/** Errors have no enumerable properties of their own, and those that database drivers add contain row values. */
function errorFields(error: Error): object {
  const { name, message, stack, cause } = error
  const code = 'code' in error && (typeof error.code === 'string' || typeof error.code === 'number') ? error.code : undefined
  return { name, message, ...(code !== undefined && { code }), stack, ...(cause !== undefined && { cause }) }
}
