/** What a person recognises a session by: the browser and the system, from the User-Agent header. */
import type { FastifyRequest } from 'fastify'
import { deviceTokenOf } from './known-device.ts'

const BROWSERS: [RegExp, string][] = [
  [/Edg(e|A|iOS)?\//, 'Edge'], [/OPR\/|Opera/, 'Opera'], [/SamsungBrowser\//, 'Samsung Internet'], [/Firefox\/|FxiOS\//, 'Firefox'],
  [/HeadlessChrome\//, 'Chrome'], [/Chrome\/|CriOS\//, 'Chrome'], [/Safari\//, 'Safari'],
]
const SYSTEMS: [RegExp, string][] = [
  [/iPhone/, 'iPhone'], [/iPad/, 'iPad'], [/Android/, 'Android'], [/Windows/, 'Windows'], [/Mac OS X|Macintosh/, 'macOS'], [/CrOS/, 'ChromeOS'], [/Linux/, 'Linux'],
]
const MAX_LENGTH = 100

/** Where a request comes from, for the audit trail and the list of sessions. */
export interface Arrival { ip: string; device: string; /** What the browser brings of an earlier sign-in. */ browser: string | undefined }

/** `Firefox on Windows`; what the client calls itself when the header names neither. */
export function arrivalOf(request: FastifyRequest, deviceName = ''): Arrival {
  const agent = request.headers['user-agent'] ?? ''
  const find = (names: [RegExp, string][]): string | undefined => names.find(([pattern]) => pattern.test(agent))?.[1]
  const readFromHeader = [find(BROWSERS), find(SYSTEMS)].filter((part) => part !== undefined).join(' on ')
  return { ip: request.ip, device: plain(readFromHeader === '' ? deviceName : readFromHeader), browser: deviceTokenOf(request) }
}

/** One line of printable characters. */
function plain(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ').trim().slice(0, MAX_LENGTH)
}
