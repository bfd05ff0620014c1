import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { WorkCount } from './work.ts'

describe('the work of a window', () => {
  const exposed: string[] = []
  let later: (() => void)[] = []
  const idle = (): void => {
    for (const then of later.splice(0)) then()
  }
  let count = new WorkCount(() => undefined)
  beforeEach(() => {
    later = []
    count = new WorkCount((then) => later.push(then))
    count.exposeTo((kinds) => exposed.push(kinds))
    idle()
    exposed.length = 0
  })

  it('its start is exposed at once, and its end only once the window is idle', () => {
    const end = count.begin('call')
    expect(exposed).toEqual(['call'])
    end()
    expect(exposed).toEqual(['call'])
    idle()
    expect(exposed).toEqual(['call', ''])
  })

  it('it has not ended when one piece of work starts the next', () => {
    const end = count.begin('call')
    end()
    const next = count.begin('code')
    idle()
    expect(exposed).toEqual(['call', 'code'])
    next()
    idle()
    expect(exposed.at(-1)).toBe('')
  })

  it('it ends with the last of several pieces, each of which ends once', () => {
    const first = count.begin('call')
    const second = count.begin('call')
    first()
    first()
    idle()
    expect(exposed).toEqual(['call'])
    second()
    idle()
    expect(exposed).toEqual(['call', ''])
  })
})

describe('the busy attribute of the root element', () => {
  beforeEach(() => {
    vi.useFakeTimers()
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  it('it names the work in progress, including queries, and is absent at rest', async () => {
    const root = { dataset: { busy: 'start' } as Record<string, string> } as unknown as HTMLElement
    const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
    // A fresh module, so that pending work of other tests in this worker does not count.
    vi.resetModules()
    const { beginWork, countQueries, trackWork, exposeWork } = await import('./work.ts')
    exposeWork(root)
    const endCounting = countQueries(client)
    await vi.runAllTimersAsync()
    expect(root.dataset).toEqual({})
    let answer = (_: string): void => undefined
    const fetched = client.fetchQuery({ queryKey: ['one'], queryFn: () => new Promise<string>((resolve) => (answer = resolve)) })
    await vi.runAllTimersAsync()
    expect(root.dataset['busy']).toBe('query')
    const end = beginWork('pause')
    expect(root.dataset['busy']).toBe('query pause')
    answer('here')
    await fetched
    end()
    await vi.runAllTimersAsync()
    expect(root.dataset).toEqual({})
    const failing = trackWork('draft', async () => Promise.reject(new Error('no store'))).catch(() => 'refused')
    expect(root.dataset['busy']).toBe('draft')
    expect(await failing).toBe('refused')
    await vi.runAllTimersAsync()
    expect(root.dataset).toEqual({})
    client.fetchQuery({ queryKey: ['two'], queryFn: () => new Promise(() => undefined) }).catch(() => undefined)
    await vi.runAllTimersAsync()
    expect(root.dataset['busy']).toBe('query')
    endCounting()
    await vi.runAllTimersAsync()
    expect(root.dataset).toEqual({})
    client.clear()
  })
})
