import { describe, expect, it } from 'vitest'
import { createPortalHistory } from './portal-history.ts'
import type { PortalHistory } from './portal-history.ts'

/** A fake window whose Back and Forward take effect asynchronously, as in a browser. */
function windowAt(address: string) {
  const entries: { url: URL; state: unknown }[] = [{ url: new URL(address, 'http://portal'), state: null }]
  let at = 0
  let heard: (() => void) | undefined
  const here = () => entries[at] as (typeof entries)[number]
  const place = (state: unknown, url: string | undefined) => ({ url: url === undefined ? here().url : new URL(url, here().url), state })
  const page = {
    get location() { return here().url as unknown as Location },
    history: {
      get state() { return here().state },
      pushState: (state: unknown, _: string, url?: string) => {
        entries.splice(at + 1, Infinity, place(state, url))
        at += 1
      },
      replaceState: (state: unknown, _: string, url?: string) => void (entries[at] = place(state, url)),
      go: (steps: number) => void Promise.resolve().then(() => {
        if (!entries[at + steps]) return
        at += steps
        heard?.()
      }),
    },
    addEventListener: (_: string, listener: () => void) => void (heard = listener),
  }
  return { page: page as unknown as Pick<Window, 'history' | 'location' | 'addEventListener'>, address: () => here().url.pathname + here().url.search }
}

const settled = () => new Promise((resolve) => setTimeout(resolve, 5))

function start(address = '/a') {
  const { page, address: shown } = windowAt(address)
  const history = createPortalHistory(page)
  const seen: string[] = []
  history.listen(() => seen.push(`${history.place().action} ${history.place().location.pathname}`))
  return { history, seen, shown, page }
}

describe('the history of the portal', () => {
  it('it navigates by push and replace, and by Back and Forward', async () => {
    const { history, seen, shown } = start()
    history.push('/b?x=1', { from: 'a' })
    history.replace({ pathname: '/c', search: '', hash: '' })
    history.go(-1)
    await settled()
    history.go(1)
    await settled()
    expect(seen).toEqual(['PUSH /b', 'REPLACE /c', 'POP /a', 'POP /c'])
    expect(shown()).toBe('/c')
  })

  it('it knows whether Back would leave the portal', async () => {
    const { history } = start()
    expect(history.isFirst()).toBe(true)
    history.replace('/b')
    expect(history.isFirst()).toBe(true)
    history.push('/c')
    expect(history.isFirst()).toBe(false)
    history.go(-1)
    await settled()
    expect(history.isFirst()).toBe(true)
  })

  it('it keeps the state of each entry, with a unique key', () => {
    const { history } = start()
    history.push('/b', { from: 'a' })
    const first = history.place().location
    history.push('/b', { from: 'b' })
    expect(first.state).toEqual({ from: 'a' })
    expect(history.place().location.key).not.toBe(first.key)
  })

  it.each<[string, (history: PortalHistory) => void, target: string]>([
    ['a link', (history) => history.push('/next'), '/next'],
    ['a redirect', (history) => history.replace('/next'), '/next'],
    ['Back', (history) => history.go(-1), '/two'],
    ['Back by two', (history) => history.go(-2), '/one'],
  ])('it asks the guard before %s, stays when that refuses and navigates when it allows', async (_, act, target) => {
    const { history, seen, shown } = start('/one')
    history.push('/two')
    history.push('/three')
    seen.length = 0
    const asked: string[] = []
    let answer = false
    const stop = history.guard((next) => {
      asked.push(next.pathname)
      return Promise.resolve(answer)
    })
    act(history)
    await settled()
    expect({ seen, asked, shown: shown(), here: history.place().location.pathname }).toEqual({ seen: [], asked: [target], shown: '/three', here: '/three' })

    answer = true
    act(history)
    await settled()
    expect({ shown: shown(), here: history.place().location.pathname, times: asked.length }).toEqual({ shown: target, here: target, times: 2 })
    expect(seen).toHaveLength(1)

    stop()
    history.push('/free')
    expect(asked).toHaveLength(2)
  })

  it('it navigates at once when the guard has no objection', async () => {
    const { history, shown } = start('/one')
    history.guard(() => undefined)
    history.push('/two')
    expect(shown()).toBe('/two')
    history.go(-1)
    await settled()
    expect(history.place().location.pathname).toBe('/one')
  })

  it('it adopts an entry that an anchor of the page created', async () => {
    const { history, page } = start('/one')
    page.history.pushState(null, '', '/one#main')
    page.history.go(0)
    await settled()
    expect(history.place().location).toMatchObject({ pathname: '/one', hash: '#main' })
    history.go(-1)
    await settled()
    expect(history.place().location.hash).toBe('')
  })
})
