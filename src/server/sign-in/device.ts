/** Describes a session's device by browser and operating system, from the User-Agent header. */
import type { FastifyRequest } from 'fastify'
import { deviceTokenOf } from './known-device.ts'
import { usesCookie } from './session-cookie.ts'

const BROWSERS: [RegExp, string][] = [
  [/Edg(e|A|iOS)?\//, 'Edge'], [/OPR\/|Opera/, 'Opera'], [/SamsungBrowser\//, 'Samsung Internet'], [/Firefox\/|FxiOS\//, 'Firefox'],
  [/HeadlessChrome\//, 'Chrome'], [/Chrome\/|CriOS\//, 'Chrome'], [/Safari\//, 'Safari'],
]
const SYSTEMS: [RegExp, string][] = [
  [/iPhone/, 'iPhone'], [/iPad/, 'iPad'], [/Android/, 'Android'], [/Windows/, 'Windows'], [/Mac OS X|Macintosh/, 'macOS'], [/CrOS/, 'ChromeOS'], [/Linux/, 'Linux'],
]
const MAX_LENGTH = 100

/** The origin of a request, for the audit trail and the list of sessions. */
export interface RequestOrigin { ip: string; device: string; /** Token of the device cookie from an earlier sign-in. */ browser: string | undefined; /** Whether a session that begins with the request is kept in a cookie. */ isInCookie: boolean }

/** The arrival with a device such as `Firefox on Windows`; falls back to the client's own name if the header identifies neither. */
export function arrivalOf(request: FastifyRequest, deviceName = ''): RequestOrigin {
  const agent = request.headers['user-agent'] ?? ''
  const find = (names: [RegExp, string][]): string | undefined => names.find(([pattern]) => pattern.test(agent))?.[1]
  const readFromHeader = [find(BROWSERS), find(SYSTEMS)].filter((part) => part !== undefined).join(' on ')
  return { ip: request.ip, device: plain(readFromHeader === '' ? deviceName : readFromHeader), browser: deviceTokenOf(request), isInCookie: usesCookie(request, request.server.services.config) }
}

/** One line of printable characters. */
function plain(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ').trim().slice(0, MAX_LENGTH)
}
