/** Load on one server: requests over a few connections, each response timed. */
import autocannon from 'autocannon'

export interface Call { method: 'GET' | 'POST'; path: string; token: string; body?: string; idempotencyKey?: string }
export interface Figures { perSecond: number; p50: number; p99: number; failed: number; answered: number }
/** Ends after the given seconds, or after the given number of requests. */
export type Extent = { seconds: number } | { requests: number }

const CONNECTIONS = 8

/** Sends the calls of `next` over `connections` connections until the extent is reached. Times are in milliseconds. */
export async function load(url: string, next: () => Call, extent: Extent, connections = CONNECTIONS): Promise<Figures> {
  const times: number[] = []
  let failed = 0
  const began = performance.now()
  // autocannon reports completion by the clock, up to a second after the last response.
  let last = began
  await new Promise<void>((resolve, reject) => {
    const instance = autocannon({
      url, connections, timeout: 30,
      ...('seconds' in extent ? { duration: extent.seconds } : { amount: extent.requests }),
      requests: [{ setupRequest: (request) => ({ ...request, ...asRequest(next()) }) }]
    }, (error: Error | null) => (error ? reject(error) : resolve()))
    instance.on('response', (_client, status, _bytes, time) => {
      times.push(time)
      last = performance.now()
      if (status >= 300) failed += 1
    })
    instance.on('reqError', () => { failed += 1 })
  })
  const seconds = (last - began) / 1000
  times.sort((a, b) => a - b)
  return { perSecond: times.length / seconds, p50: percentile(times, 0.5), p99: percentile(times, 0.99), failed, answered: times.length }
}

function asRequest({ method, path, token, body, idempotencyKey }: Call): autocannon.Request {
  return {
    method, path,
    headers: {
      authorization: `Bearer ${token}`, ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey })
    },
    ...(body !== undefined && { body })
  }
}

/** The smallest value that the given fraction of the sorted times does not exceed. */
export function percentile(sorted: number[], fraction: number): number {
  return sorted[Math.min(sorted.length - 1, Math.ceil(sorted.length * fraction) - 1)] ?? Number.NaN
}

/** The median of the values. */
export function median(values: number[]): number {
  return percentile(values.toSorted((a, b) => a - b), 0.5)
}
