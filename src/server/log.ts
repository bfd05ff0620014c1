/** Tells things worth knowing: lines for people on a terminal, JSON lines for programs everywhere else. */
import type { LogLevel } from './config.ts'
import { LOG_LEVELS } from './config.ts'
import type { Log } from './services.ts'

/** A log that writes what is at least as grave as `level`; warnings and errors go to standard error. */
export function createLog(level: LogLevel, isForPeople = process.stdout.isTTY): Log {
  const least = level === 'silent' ? -1 : LOG_LEVELS.indexOf(level)
  const write = (name: 'info' | 'warn' | 'error') => (details: object, message = '') => {
    if (LOG_LEVELS.indexOf(name) > least) return
    const stream = name === 'info' ? process.stdout : process.stderr
    stream.write(`${isForPeople ? forPeople(name, details, message) : forPrograms(name, details, message)}\n`)
  }
  return { info: write('info'), warn: write('warn'), error: write('error') }
}

function forPrograms(level: string, details: object, message: string): string {
  return JSON.stringify({ time: new Date().toISOString(), level, ...plain(details), msg: message })
}

function forPeople(level: string, details: object, message: string): string {
  const { err, ...rest } = plain(details)
  const more = Object.keys(rest).length === 0 ? '' : ` ${JSON.stringify(rest)}`
  const stack = isErrorLike(err) ? `\n${err.stack ?? err.message}` : ''
  return `${level === 'info' ? '' : `${level}: `}${message}${more}${stack}`
}

/** Errors have no enumerable properties: JSON would show them empty. */
function plain(details: object): Record<string, unknown> {
  const entries = Object.entries(details).map(([key, value]: [string, unknown]) => {
    return value instanceof Error ? [key, { name: value.name, message: value.message, stack: value.stack }] : [key, value]
  })
  return Object.fromEntries(entries) as Record<string, unknown>
}

function isErrorLike(value: unknown): value is { message: string; stack?: string } {
  return typeof value === 'object' && value !== null && 'message' in value
}
