import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { JsonObject } from '../../core/index.ts'
import type * as Module from './preferences.ts'

interface Sent { body: { name: string; value: JsonObject | null }; answer: (preferences: object) => void; fail: () => void }

const client = new QueryClient()
let sent: Sent[] = []
let savePreference: typeof Module.savePreference
const shown = (): unknown => (client.getQueryData(['bootstrap']) as { preferences: unknown }).preferences

beforeEach(async () => {
  sent = []
  client.setQueryData(['bootstrap'], { preferences: { other: { size: 10 } } })
  vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => undefined, removeItem: () => undefined })
  vi.stubGlobal('window', { addEventListener: () => undefined })
  vi.stubGlobal('document', { querySelector: () => null, addEventListener: () => undefined })
  vi.stubGlobal('fetch', (_: unknown, { body }: { body: string }) => new Promise<Response>((resolve) => {
    const reply = (status: number, value: object) => resolve(Response.json(value, { status }))
    sent.push({ body: JSON.parse(body) as Sent['body'], answer: (preferences) => reply(200, { data: preferences }), fail: () => reply(422, { message: 'No', code: 'invalid' }) })
  }))
  ;({ savePreference } = await import('./preferences.ts'))
})
afterEach(() => vi.unstubAllGlobals())

it('changes are stored in their order, and the answer to one takes back nothing of the next', async () => {
  const first = savePreference(client, 'list:a', { calendar: 'week' })
  const second = savePreference(client, 'list:a', { calendar: 'month' })
  await vi.waitFor(() => expect(sent.map(({ body }) => body.value)).toEqual([{ calendar: 'week' }]))
  sent[0]?.answer({ 'list:a': { calendar: 'week' } })
  await first
  expect(shown()).toMatchObject({ 'list:a': { calendar: 'month' } })
  await vi.waitFor(() => expect(sent).toHaveLength(2))
  sent[1]?.answer({ 'list:a': { calendar: 'month' } })
  await second
  expect(shown()).toEqual({ 'list:a': { calendar: 'month' } })
})

it('a change that cannot be stored is taken back, and does not stop the next', async () => {
  const failing = expect(savePreference(client, 'list:a', { calendar: 'week' })).rejects.toThrow()
  await vi.waitFor(() => expect(sent).toHaveLength(1))
  sent[0]?.fail()
  await failing
  expect(shown()).toEqual({ other: { size: 10 } })
  const next = savePreference(client, 'other', null)
  await vi.waitFor(() => expect(sent).toHaveLength(2))
  sent[1]?.answer({})
  await next
  expect(shown()).toEqual({})
})

it('of two changes that cannot be stored, neither stays', async () => {
  const settled = Promise.allSettled([savePreference(client, 'list:a', { calendar: 'week' }), savePreference(client, 'list:b', { size: 50 })])
  for (const at of [0, 1]) {
    await vi.waitFor(() => expect(sent).toHaveLength(at + 1))
    sent[at]?.fail()
  }
  expect((await settled).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  expect(shown()).toEqual({ other: { size: 10 } })
})
