/** Queries an external service for records that match a text. Its response is untrusted. */
import { LRUCache } from 'lru-cache'
import { isObject, type JsonObject } from '../../core/index.ts'
import type { FindingService } from '../config-services.ts'

const TIMEOUT_MS = 4_000
const MAX_BYTES = 512 * 1024
const MAX_FOUND = 20
const KEPT_MS = 24 * 60 * 60_000
const MAX_KEPT = 1_000

interface Kept { until: number; found: Promise<JsonObject[]> }

/** Responses cached for a day, in this process: people search for the same things, and services limit requests. */
const kept = new LRUCache<string, Kept>({ max: MAX_KEPT })

/** A search. `from` identifies the portal in the User-Agent header, which map services require. */
export interface Asking { search: string; rows: string[]; from: string; now: Date }

/** The records that the service finds. Rejects if it does not respond in time, or not with a list. */
export async function askService(service: FindingService, asking: Asking): Promise<JsonObject[]> {
  const name = JSON.stringify([service.url, asking.rows, asking.search.toLowerCase()])
  const now = asking.now.getTime()
  const known = kept.get(name)
  if (known !== undefined && known.until > now) return known.found
  const found = fetchFound(service, asking)
  kept.set(name, { until: now + KEPT_MS, found })
  // Concurrent callers share the response; a failure is not cached.
  found.catch(() => { if (kept.get(name)?.found === found) kept.delete(name) })
  return found
}

async function fetchFound({ url, key }: FindingService, { search, rows, from }: Asking): Promise<JsonObject[]> {
  const address = url.replaceAll('{search}', encodeURIComponent(search)).replaceAll('{key}', encodeURIComponent(key ?? ''))
  const bearer = key === undefined || url.includes('{key}') ? {} : { authorization: `Bearer ${key}` }
  // A redirect could send the key elsewhere.
  const answer = await fetch(address, {
    headers: { accept: 'application/json', 'accept-language': 'en', 'user-agent': `Dirisha (${from})`, ...bearer }, redirect: 'error', signal: AbortSignal.timeout(TIMEOUT_MS),
  })
  if (!answer.ok) {
    await answer.body?.cancel()
    throw new Error(`The service answered ${answer.status}.`)
  }
  let list: unknown = JSON.parse(await textOf(answer))
  for (const name of rows) list = isObject(list) ? list[name] : undefined
  if (!Array.isArray(list)) throw new Error('The service answered no list.')
  return list.filter(isObject).slice(0, MAX_FOUND)
}

/** Reads the body, aborting as soon as it exceeds MAX_BYTES. */
async function textOf(answer: Response): Promise<string> {
  const parts: Uint8Array[] = []
  let bytes = 0
  for await (const part of (answer.body ?? []) as AsyncIterable<Uint8Array>) {
    bytes += part.byteLength
    if (bytes > MAX_BYTES) throw new Error('The service answered more than is read.')
    parts.push(part)
  }
  return Buffer.concat(parts).toString('utf8')
}
