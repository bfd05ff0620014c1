import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { callAddress, FIRST_CALL, type SessionUser, type StartedCalls } from '../../contract/index.ts'
import type { Session } from './session.ts'
import { takeStarted } from './started-call.ts'

const SESSION = { token: 'T', user: { default_company: 'MRT' } as SessionUser } as Session
const RECORD = 'documents/petty-cash/PC-1'
let started: StartedCalls

beforeEach(() => {
  started = { token: 'T', company: 'MRT', at: performance.now(), answers: { [callAddress(FIRST_CALL)]: Promise.resolve('first'), [callAddress(RECORD)]: Promise.resolve('record') } }
  vi.stubGlobal('window', { dirishaStarted: started })
})
afterEach(() => vi.unstubAllGlobals())

it('an answer is given once', async () => {
  expect(await takeStarted(SESSION, RECORD)).toBe('record')
  expect(await takeStarted(SESSION, RECORD)).toBeNull()
  expect(await takeStarted(SESSION, FIRST_CALL)).toBe('first')
})

it.each([
  ['nobody’s', null], ['of another session', { ...SESSION, token: 'U' }], ['of another company', { ...SESSION, user: { default_company: 'USC' } as SessionUser }],
])('an answer for a session that is %s is not given, and is gone', async (_, session) => {
  expect(await takeStarted(session, RECORD)).toBeNull()
  expect(await takeStarted(SESSION, RECORD)).toBeNull()
})

it('an answer for another query is not given', async () => {
  expect(await takeStarted(SESSION, RECORD, { view: 'accounts' })).toBeNull()
})

it('a record that nobody took for half a minute is fetched again; what the portal needs before its first screen is not', async () => {
  started.at -= 31_000
  expect(await takeStarted(SESSION, RECORD)).toBeNull()
  expect(await takeStarted(SESSION, FIRST_CALL)).toBe('first')
})

it.each([
  [{ search: 'a b&c', empty: '', none: null }, '?search=a%20b%26c'], [{ search: '\u{1F600}' }, '?search=%F0%9F%98%80'], [{ search: 'cut \uD83D' }, '?search=cut%20%EF%BF%BD'], [{ search: '\uDE00 cut' }, '?search=%EF%BF%BD%20cut'], [{}, ''],
])('the address of a call with %j ends with %s', (query, end) => {
  expect(callAddress('documents/petty-cash', query)).toBe(`/api/v1/documents/petty-cash${end}`)
})
