import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { SessionUser } from '../../contract/index.ts'
import type * as Module from './session.ts'

const USER = { id: 'U1', default_company: 'MRT' } as SessionUser

/** Web storage that records its state after each write: other tabs see the writes one by one. */
class Storage {
  readonly states: Map<string, string>[] = []
  values: Map<string, string>
  constructor(values: Iterable<[string, string]> = []) {
    this.values = new Map(values)
  }
  getItem(key: string): string | null {
    return this.values.get(key) ?? null
  }
  setItem(key: string, value: string): void {
    this.values.set(key, value)
    this.states.push(new Map(this.values))
  }
  removeItem(key: string): void {
    this.values.delete(key)
    this.states.push(new Map(this.values))
  }
}

/** The module as loaded by a tab that opens on this storage. */
async function openTab(local: Storage): Promise<typeof Module> {
  vi.resetModules()
  vi.stubGlobal('localStorage', local)
  return import('./session.ts')
}

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('document', { querySelector: () => null, addEventListener: () => undefined })
  vi.stubGlobal('window', { addEventListener: () => undefined })
  vi.stubGlobal('sessionStorage', new Storage())
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

it('a token that another tab replaces is never taken for lost, however much of the change has arrived', async () => {
  const signedIn = new Storage()
  ;(await openTab(signedIn)).startSession({ token: 'old', user: USER })
  const before = new Map(signedIn.values)

  const shared = new Storage(before)
  const replacing = await openTab(shared)
  replacing.expectNewToken(true)
  replacing.startSession({ token: 'new', user: { ...USER, default_company: 'BML' } })
  expect(shared.states.length).toBeGreaterThan(2)

  for (const [at, state] of shared.states.entries()) {
    const local = new Storage(before)
    const other = await openTab(local)
    expect(other.currentSession()?.token).toBe('old')
    local.values = state
    const answers: boolean[] = []
    void other.isReplaced('old').then((answer) => answers.push(answer))
    await vi.advanceTimersByTimeAsync(1_000)
    expect([at, answers.includes(false)]).toEqual([at, false])
  }
})

it('a token is lost when no tab replaces it, or when its replacement does not arrive in time', async () => {
  const local = new Storage()
  const tab = await openTab(local)
  tab.startSession({ token: 'old', user: USER })
  expect(await tab.isReplaced('old')).toBe(false)
  tab.expectNewToken(true)
  const answer = tab.isReplaced('old')
  await vi.advanceTimersByTimeAsync(16_000)
  expect(await answer).toBe(false)
})
