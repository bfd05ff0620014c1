import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { WorkCount } from './work.ts'

describe('what the window is about', () => {
  const told: string[] = []
  let later: (() => void)[] = []
  const idle = (): void => {
    for (const then of later.splice(0)) then()
  }
  let count = new WorkCount(() => undefined)
  beforeEach(() => {
    later = []
    count = new WorkCount((then) => later.push(then))
    count.exposeTo((kinds) => told.push(kinds))
    idle()
    told.length = 0
  })

  it('is told at once, and that it is over only when the window has drawn', () => {
    const end = count.begin('call')
    expect(told).toEqual(['call'])
    end()
    expect(told).toEqual(['call'])
    idle()
    expect(told).toEqual(['call', ''])
  })

  it('is not over where one thing led to the next', () => {
    const end = count.begin('call')
    end()
    const next = count.begin('code')
    idle()
    expect(told).toEqual(['call', 'code'])
    next()
    idle()
    expect(told.at(-1)).toBe('')
  })

  it('goes on until the last of several is over; what ended does not end twice', () => {
    const first = count.begin('call')
    const second = count.begin('call')
    first()
    first()
    idle()
    expect(told).toEqual(['call'])
    second()
    idle()
    expect(told).toEqual(['call', ''])
  })
})

describe('the root element', () => {
  beforeEach(() => {
    vi.useFakeTimers()
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  it('says what is under way, of queries and mutations too, and nothing at rest', async () => {
    const root = { dataset: { busy: 'start' } as Record<string, string> } as unknown as HTMLElement
    const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
    // A fresh module, so that pending work of other tests in this worker does not count.
    vi.resetModules()
    const { beginWork, countQueries, during, exposeWork } = await import('./work.ts')
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
    const failing = during('draft', async () => Promise.reject(new Error('no store'))).catch(() => 'refused')
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
