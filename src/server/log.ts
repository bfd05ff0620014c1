/** Writes the log: readable lines on a terminal, JSON lines everywhere else. No line contains a secret. */
import type { LogLevel } from './config.ts'
import { LOG_LEVELS } from './config.ts'
import { hideIn, withoutSecrets } from './hide-secrets.ts'
import type { Log } from './services.ts'

export interface LogOptions {
  /** Readable lines for a terminal; by default if standard output is one. */
  isForPeople?: boolean
  /** Secrets to redact, in addition to anything that looks like a secret. */
  secrets?: readonly string[]
  /** Fields added to every line: the request or job it belongs to. */
  context?: () => object
}

/** Creates a log that writes lines of at least the given level; warnings and errors go to standard error. */
export function createLog(level: LogLevel, { isForPeople = process.stdout.isTTY, secrets = [], context = () => ({}) }: LogOptions = {}): Log {
  const least = level === 'silent' ? -1 : LOG_LEVELS.indexOf(level)
  const write = (name: keyof Log) => (details: object, message = '') => {
    if (LOG_LEVELS.indexOf(name) > least) return
    const stream = name === 'info' || name === 'debug' ? process.stdout : process.stderr
    const shown = withoutSecrets({ ...context(), ...details }, secrets) as Record<string, unknown>
    stream.write(`${(isForPeople ? forPeople : forPrograms)(name, shown, hideIn(message, secrets))}\n`)
  }
  return { debug: write('debug'), info: write('info'), warn: write('warn'), error: write('error') }
}

function forPrograms(level: string, details: Record<string, unknown>, message: string): string {
  return JSON.stringify({ time: new Date().toISOString(), level, ...details, msg: message })
}

function forPeople(level: string, { err, ...rest }: Record<string, unknown>, message: string): string {
  const more = Object.keys(rest).length === 0 ? '' : ` ${JSON.stringify(rest)}`
  const stack = isErrorLike(err) ? `\n${err.stack ?? err.message}` : ''
  return `${level === 'info' ? '' : `${level}: `}${message}${more}${stack}`
}

function isErrorLike(value: unknown): value is { message: string; stack?: string } {
  return typeof value === 'object' && value !== null && 'message' in value
}
