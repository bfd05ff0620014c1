/** The portal's only HTTP client: every call goes through `call` or `download`. */
import { t } from '../../core/index.ts'
import { callAddress, IDEMPOTENCY_KEY } from '../../contract/index.ts'
import type { ErrorAnswer, QueryValues } from '../../contract/index.ts'
import type { Json, JsonObject } from '../../core/index.ts'
import { ApiError } from './api-error.ts'
import { currentSession, expireSession, isReplaced } from './session.ts'
import { readableMessage } from './readable-message.ts'
import { sessionHeaders } from './session-headers.ts'
import { confirmIdentity } from './step-up.ts'
import { trackWork } from '../ui/work.ts'

export { ApiError, messageOf } from './api-error.ts'

/** Error codes for an outdated session: it belongs to another company, or an authenticator is now required. */
const SESSION_DIFFERS = new Set(['wrong-company', 'authenticator-needed'])
const STEP_UP_NEEDED = 'step-up-needed'

export interface Call {
  method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE'
  /** Relative to the API base, already encoded. */
  path: string
  /** Empty values are omitted. */
  query?: QueryValues
  /** Sent as JSON; FormData (with files) is sent unchanged. */
  body?: Json | JsonObject | FormData | object
  /** Set when a call may be retried for the same intent (a retried save); otherwise each POST gets its own key. */
  idempotencyKey?: string
  signal?: AbortSignal
}

/** Calls the server and returns its whole JSON response. @throws ApiError */
export function call<T>(request: Call): Promise<T> {
  return withStepUp(async () => {
    const response = await send(request)
    const text = await response.text()
    return (text === '' ? {} : parse(text, response)) as T
  })
}

/** Downloads a file with the session's token, which a plain link could not send. */
export function download(path: string, query?: QueryValues, signal?: AbortSignal): Promise<{ blob: Blob; fileName: string }> {
  return withStepUp(async () => {
    const response = await send({ method: 'GET', path, ...(query ? { query } : {}), ...(signal ? { signal } : {}) })
    return { blob: await response.blob(), fileName: fileNameOf(response) }
  })
}

/** Calls the server for a response in NDJSON and passes on each line as it arrives. */
export function callForLines(request: Call, onLine: (line: unknown) => void): Promise<void> {
  return withStepUp(async () => {
    const response = await send(request, 'application/x-ndjson')
    const { readLines } = await import('./read-lines.ts')
    try {
      await readLines(response, onLine)
    } catch (error) {
      if (isAbort(error)) throw error
      throw new ApiError(0, 'broken-off', t('The connection was lost. What is listed as done is done. Check the list for the rest.'))
    }
  })
}

/**
 * Runs a call and, if it was refused because a step-up is needed, retries it after the step-up; the refused call changed nothing. Waiting
 * for the user does not count as work.
 */
async function withStepUp<T>(work: () => Promise<T>): Promise<T> {
  const token = currentSession()?.token
  try {
    return await trackWork('call', work)
  } catch (error) {
    // Never retried as another user, who may have signed in by then.
    if (!(error instanceof ApiError) || error.code !== STEP_UP_NEEDED || !(await confirmIdentity()) || currentSession()?.token !== token) throw error
    return trackWork('call', work)
  }
}

/** How many calls begin in one task: each takes a slow phone ten milliseconds. */
const AT_ONCE = 3
let begun = 0

/** Lets what is drawn or typed go first, once the screen has begun several calls at once. */
const turn = (): Promise<unknown> | undefined => {
  if (begun === 0) setTimeout(() => { begun = 0 })
  begun += 1
  return begun > AT_ONCE ? new Promise((resolve) => setTimeout(resolve)) : undefined
}

async function send(request: Call, accept = 'application/json'): Promise<Response> {
  if (request.method === 'GET') await turn()
  const session = currentSession()
  let response: Response
  try {
    response = await fetch(callAddress(request.path, request.query), {
      method: request.method,
      headers: { ...headersOf(request, session?.token, session?.user.default_company), accept },
      ...(request.body === undefined ? {} : { body: request.body instanceof FormData ? request.body : JSON.stringify(request.body) }),
      ...(request.signal ? { signal: request.signal } : {}),
    })
  } catch (error) {
    if (isAbort(error)) throw error
    throw navigator.onLine
      ? new ApiError(0, 'unreachable', t('The server cannot be reached. Try again in a moment.'))
      : new ApiError(0, 'offline', t('No internet connection'))
  }
  if (response.ok) return response
  const failure = await failureOf(response)
  // Another tab may have signed in again during this call: only the refused token is ended.
  if (session && response.status === 401 && !(await isReplaced(session.token))) expireSession(failure.message)
  // Without a network, neither the code nor the response arrives. The next call is refused in the same way and tries again.
  if (session && SESSION_DIFFERS.has(failure.code)) import('./adopt-session.ts').then(({ adoptSession }) => adoptSession(session.token)).catch(() => undefined)
  throw failure
}

function headersOf(request: Call, token: string | undefined, company: string | undefined): Record<string, string> {
  return {
    ...(request.body === undefined || request.body instanceof FormData ? {} : { 'content-type': 'application/json' }),
    ...sessionHeaders(token, company),
    ...(request.method === 'POST' ? { [IDEMPOTENCY_KEY]: request.idempotencyKey ?? newIdempotencyKey() } : {}),
  }
}

/** A key for one intent; reuse it when retrying the same intent. */
export function newIdempotencyKey(): string {
  // randomUUID exists only on https and localhost, but the portal must also work at a plain http intranet address.
  return crypto.randomUUID?.() ?? Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')
}

async function failureOf(response: Response): Promise<ApiError> {
  const answer: Partial<ErrorAnswer> = await response.json().then(asErrorAnswer, (error: unknown) => {
    // The caller aborted the call meanwhile: rethrow, so that no session ends for a reason that nobody reads.
    if (isAbort(error)) throw error
    return {}
  })
  return new ApiError(response.status, answer.code ?? `http-${response.status}`, answer.message ? readableMessage(answer.message) : textOf(response.status), answer.errors ?? [])
}

function isAbort(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'AbortError'
}

function asErrorAnswer(body: unknown): Partial<ErrorAnswer> {
  return typeof body === 'object' && body !== null ? body : {}
}

function textOf(status: number): string {
  if (status === 404) return t('Not found, or you do not have access.')
  if (status === 413) return t('This is too large to send.')
  if (status === 429) return t('Too many attempts. Wait a moment.')
  return status >= 500 ? t('Something went wrong on the server. Try again in a moment.') : t('This did not work.')
}

function parse(text: string, response: Response): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new ApiError(response.status, 'bad-answer', t('The server sent an unexpected response. Try again in a moment.'))
  }
}

function fileNameOf(response: Response): string {
  const header = response.headers.get('content-disposition') ?? ''
  const encoded = /filename\*=UTF-8''([^;]+)/i.exec(header)?.[1]
  return encoded ? decodeURIComponent(encoded) : (/filename="?([^";]+)"?/i.exec(header)?.[1] ?? 'file')
}
