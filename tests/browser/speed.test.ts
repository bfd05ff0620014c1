/** How quick the portal feels: what is known is drawn without waiting, what comes soon comes without a trace of waiting, and nothing jumps. */
import type { Locator, Page, Route } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import type { BootstrapAnswer } from '../../src/contract/index.ts'
import { DESKTOP, PHONE, comeToRest, go } from './harness.ts'
import { makeRequest, sendRequest, storedRequest, type Person } from './people.ts'
import { answer, field } from './steps.ts'
import { startWindows } from './windows.ts'

const windows = startWindows()

const LIST = '/pettycash/list'
const cardOf = (no: string): string => `/pettycash/form?edit=${no}`

const DOCUMENTS = /\/api\/v1\/(hrmis\/(pettycash|imprest)|documents)/

/** Keeps the server's responses about documents back until they are let go. */
async function holdDocuments(page: Page): Promise<{ letGo: () => Promise<void> }> {
  const held: Route[] = []
  let isOpen = false
  await page.route(DOCUMENTS, async (route) => {
    if (isOpen) return route.continue()
    held.push(route)
  })
  return {
    letGo: async () => {
      isOpen = true
      await Promise.all(held.splice(0).map((route) => route.continue()))
    },
  }
}

/** Follows a link of the portal, wherever it stands. */
const follow = (page: Page, path: string): Promise<void> => page.locator(`a[href="${path}"]`).first().evaluate((link: HTMLElement) => link.click())

it('a list that was seen before is drawn without waiting for the server', async () => {
  const { page, who } = await windows.for('wanjiku@mazingira.example')
  const no = await makeRequest(who, { description: 'Seen before' })
  await go(page, LIST)
  await comeToRest(page)
  await follow(page, cardOf(no))
  await field(page, 'Description').waitFor()
  await comeToRest(page)
  await follow(page, '/imprest/list')
  await page.locator('[data-kind="list"]:not([data-screen="cash.petty-cash.list"])').waitFor()
  await comeToRest(page)

  const lists = await holdDocuments(page)
  await follow(page, LIST)
  await page.locator(`a[href="${cardOf(no)}"]`).first().waitFor()
  await lists.letGo()
  await comeToRest(page)
})

it('the form of a card is fetched while the portal starts, with the manifests of all that it leads to', async () => {
  const { page, who } = await windows.for('wanjiku@mazingira.example')
  const no = await makeRequest(who, { description: 'Fetched early' })
  // Nothing of the portal itself runs: what is fetched, the page asks for.
  await page.route(/\/assets\/index-.*\.js$/, (route) => route.abort())
  const asked: string[] = []
  page.on('request', (request) => void asked.push(new URL(request.url()).pathname))
  await page.goto(cardOf(no), { waitUntil: 'commit' })
  const { types } = (await who.call('GET', 'portal/bootstrap')).data as unknown as BootstrapAnswer
  const wanted = ['petty-cash', 'employee', 'dimension-value'].map((type) => `/api/v1/portal/manifests/${types[type]?.manifest ?? ''}.json`)
  await expect.poll(() => wanted.filter((address) => !asked.includes(address))).toEqual([])
  await expect.poll(() => asked.filter((address) => /\/assets\/(form|stored|lines)-.*\.js$/.test(address)).length).toBe(3)
})

describe('a card that was seen before', () => {
  const early = (page: Page) => page.locator('[data-early]')
  const back = (page: Page): Promise<void> => page.getByRole('link', { name: 'Back to the list' }).click()

  /** A list, after a visit to the card of one of its records, whose field still holds what `typed` says. */
  async function seenBefore(typed?: string): Promise<{ page: Page; who: Person; no: string }> {
    const { page, who } = await windows.for('wanjiku@mazingira.example')
    const no = await makeRequest(who, { description: 'As first seen' })
    await go(page, LIST)
    await comeToRest(page)
    await follow(page, cardOf(no))
    await field(page, 'Description').waitFor()
    await comeToRest(page)
    if (typed !== undefined) await field(page, 'Description').fill(typed)
    await back(page)
    if (typed !== undefined) await answer(page, 'You have unsaved changes.', 'Leave')
    await page.locator('[data-kind="list"]').waitFor()
    await comeToRest(page)
    return { page, who, no }
  }

  it('is shown without waiting for the server, to be read only, and can be filled in once it was fetched', async () => {
    const { page, no } = await seenBefore()
    const { letGo } = await holdDocuments(page)
    await follow(page, cardOf(no))
    await early(page).getByText('As first seen').first().waitFor()
    expect(await page.locator('form[inert]').count()).toBe(1)
    expect(await page.locator('form input:not([type=file]), form textarea').count(), 'fields to fill in').toBe(0)
    await letGo()
    await field(page, 'Description').fill('Filled in')
    expect(await page.locator('[inert]').count()).toBe(0)
  })

  it('is shown as it is stored now once it was fetched', async () => {
    const { page, who, no } = await seenBefore()
    const { _rev } = await storedRequest(who, no)
    await who.call('POST', 'hrmis/pettycash/update', { no, _rev, description: 'Changed meanwhile' })
    await comeToRest(page)
    const { letGo } = await holdDocuments(page)
    await follow(page, cardOf(no))
    await early(page).getByText('As first seen').first().waitFor()
    await letGo()
    await expect.poll(() => field(page, 'Description').inputValue()).toBe('Changed meanwhile')
  })

  it.each<[string, (route: Route) => Promise<void>, string]>([
    ['it is gone', (route) => route.fulfill({ status: 404, contentType: 'application/json', body: JSON.stringify({ status: 404, code: 'not_found', message: 'No such record.' }) }), 'Not found'],
    ['the network is', (route) => route.abort(), 'This could not be loaded'],
  ])('gives way to the error if %s', async (_, refuse, title) => {
    const { page, no } = await seenBefore()
    await page.route(/\/hrmis\/pettycash\/show/, refuse)
    await follow(page, cardOf(no))
    await page.getByRole('alert').getByText(title).waitFor()
    await comeToRest(page)
    expect(await page.locator('form').count()).toBe(0)
  })

  it('leaves a draft as it is, which the card then has', async () => {
    const { page, no } = await seenBefore('Typed, not saved')
    const { letGo } = await holdDocuments(page)
    await follow(page, cardOf(no))
    await early(page).getByText('As first seen').first().waitFor()
    await letGo()
    await page.getByText('Your unsaved changes were restored.').waitFor()
    expect(await field(page, 'Description').inputValue()).toBe('Typed, not saved')
  })
})

it('of a wait, nothing is seen for 200 ms; then its placeholder is', async () => {
  const { page } = await windows.for('wanjiku@mazingira.example')
  await go(page, LIST)
  await comeToRest(page)
  const { letGo } = await holdDocuments(page)
  await Promise.all([page.waitForRequest(DOCUMENTS), follow(page, '/imprest/list')])
  const placeholder = page.locator('[data-loading] .mantine-Skeleton-root').first()
  await placeholder.waitFor({ state: 'attached' })
  // A copy begins anew, wherever the original is by now.
  const seen = await placeholder.evaluate((element) => {
    const copy = element.cloneNode() as Element
    element.after(copy)
    const [animation] = copy.getAnimations()
    return [199, 202].map((at) => {
      animation?.pause()
      if (animation) animation.currentTime = at
      return getComputedStyle(copy).visibility
    })
  })
  expect(seen).toEqual(['hidden', 'visible'])
  await letGo()
  await comeToRest(page)
})

/** What moved on the page since it was loaded, also right after a keystroke; in shares of the window as Chromium counts them. */
const moved = (page: Page): Promise<number> => page.evaluate(() => (window as unknown as { moved: number }).moved)

it.each<[string, string, { width: number; height: number }, (page: Page) => Promise<void>]>([
  ['a list', LIST, PHONE, async () => undefined],
  ['a list', LIST, DESKTOP, async () => undefined],
  ['a card, up to the first keystroke', 'draft', PHONE, (page) => field(page, 'Description').pressSequentially('a')],
  ['a card, up to the first keystroke', 'draft', DESKTOP, (page) => field(page, 'Description').pressSequentially('a')],
  ['the approvals', '/approvals/list', PHONE, async () => undefined],
  ['the approvals with the papers of the first', '/approvals/list', DESKTOP, async () => undefined],
])('nothing jumps on %s (%s, %o), and nothing is fetched twice', async (_, path, viewport, act) => {
  const owner = await windows.person('wanjiku@mazingira.example')
  const no = path === 'draft' ? await makeRequest(owner) : await sendRequest(owner)
  const who = path === '/approvals/list' ? await windows.person('otieno@mazingira.example') : owner
  const { page } = await windows.of(who, viewport)
  await page.addInitScript(() => {
    const counted = window as unknown as { moved: number }
    counted.moved = 0
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) counted.moved += (entry as unknown as { value: number }).value
    }).observe({ type: 'layout-shift', buffered: true })
  })
  const useless: string[] = []
  page.on('console', (message) => { if (message.text().includes('is not used because the request credentials mode')) useless.push(message.text()) })
  await page.goto(path === 'draft' ? cardOf(no) : path)
  await page.locator('[data-screen]').first().waitFor()
  await comeToRest(page)
  await act(page)
  await comeToRest(page)
  expect(await moved(page)).toBeLessThanOrEqual(0.02)
  // Of these, each would be fetched twice.
  expect(useless, 'what was fetched ahead in vain').toEqual([])
})

it('the page draws the outline of the frame before any of the portal’s code is there', async () => {
  const { page } = await windows.for('kiptoo@mazingira.example')
  await page.route(/\/assets\/index-[^/]+\.js$/, () => undefined)
  await page.goto(LIST, { waitUntil: 'commit' })
  await page.locator('.dirisha-outline header').waitFor()
  expect(await page.locator('[data-screen]').count()).toBe(0)
})

it.each([['phone', PHONE], ['desktop', DESKTOP]] as const)('the page draws the heading of a card before any of the portal’s code is there, where the card has it (%s)', async (_, screen) => {
  const { page, who } = await windows.for('wanjiku@mazingira.example', screen)
  const no = await makeRequest(who, { description: 'Headed early' })
  const place = async (heading: Locator) => {
    await heading.waitFor()
    const { x, y } = await heading.evaluate((element) => {
      const range = document.createRange()
      range.selectNodeContents(element)
      return range.getBoundingClientRect()
    })
    return { text: await heading.textContent(), x: Math.round(x), y: Math.round(y) }
  }
  let letGo = (): void => undefined
  const isFree = new Promise<void>((resolve) => { letGo = resolve })
  await page.route(/\/assets\/index-[^/]+\.js$/, async (route) => {
    await isFree
    await route.continue()
  })
  await page.goto(cardOf(no), { waitUntil: 'commit' })
  const early = await place(page.locator('.dirisha-outline h1'))
  expect(early.text).toBe(`Petty Cash ${no}`)
  letGo()
  // While its screen is exchanged, it has no place.
  await expect.poll(() => place(page.locator('[data-screen] h1'))).toEqual(early)
})

it('a card appears part by part, from the top, and what they move only once all are there', async () => {
  const { page, who } = await windows.for('wanjiku@mazingira.example', PHONE)
  const no = await makeRequest(who, { description: 'Part by part' })
  await page.addInitScript(() => {
    const seen = { sections: [] as number[], fields: [] as number[], bars: [] as string[] }
    Object.assign(window, { seen })
    const note = <T>(list: T[], value: T): void => void (list.at(-1) !== value && list.push(value))
    new MutationObserver(() => {
      note(seen.sections, document.querySelectorAll('[data-screen] [data-section]').length)
      note(seen.fields, document.querySelectorAll('[data-section] .mantine-InputWrapper-root').length)
      for (const bar of document.querySelectorAll('[data-screen] [role="toolbar"]')) note(seen.bars, getComputedStyle(bar).visibility)
    }).observe(document, { childList: true, subtree: true, attributes: true, attributeFilter: ['data-drawing'] })
  })
  await page.goto(cardOf(no))
  await field(page, 'Description').waitFor()
  await comeToRest(page)
  const seen = await page.evaluate(() => (window as unknown as { seen: { sections: number[]; fields: number[]; bars: string[] } }).seen)
  const all = await page.locator('[data-screen] [data-section]').count()
  expect(seen.sections, 'a section after the other').toEqual(Array.from({ length: all + 1 }, (_, count) => count))
  expect(seen.fields.length, 'and a few of its fields at a time').toBeGreaterThan(4)
  expect(seen.bars).toEqual(['hidden', 'visible'])
  await page.getByRole('combobox').first().click()
  expect(await page.getByRole('listbox').first().getAttribute('id'), 'named by React: a name that Mantine gives renders each input twice').toMatch(/^mantine-_r_/)
})

it('a list begins the files and calls that it needs at the same time, and a phone does not fetch the table', async () => {
  const { page } = await windows.for('kiptoo@mazingira.example', PHONE)
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  await page.goto(LIST)
  await page.locator('[data-screen]').first().waitFor()
  await comeToRest(page)
  const rows = asked.indexOf('/api/v1/hrmis/pettycash')
  expect(rows).toBeGreaterThan(0)
  expect(asked.slice(0, rows).filter((path) => /\/(table|documents|approval_card_rules|administration|ChartDrawing|PdfPages)-/.test(path)), 'before the rows').toEqual([])
  expect(asked.filter((path) => /\/(table|ChartDrawing|PdfPages)-/.test(path)), 'at all').toEqual([])
})

it('a card asks once for each manifest that it needs', async () => {
  const { page } = await windows.for('kiptoo@mazingira.example', PHONE)
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  await page.goto('/pettycash/form')
  await field(page, 'Description').waitFor()
  await comeToRest(page)
  const manifests = asked.filter((path) => path.startsWith('/api/v1/portal/manifests/'))
  expect(manifests.length).toBeGreaterThan(1)
  expect(manifests.filter((path, at) => manifests.indexOf(path) < at)).toEqual([])
})
