/** Every text of the screens can be translated: in a language of brackets nothing of ours stands outside of them. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, describe, expect, it } from 'vitest'
import { comeToRest, go } from './harness.ts'
import { dataOf, PSEUDO, untranslatedTexts, writePseudoLanguage } from './pseudo-language.ts'
import { startWindows } from './windows.ts'

let folder = ''
const windows = startWindows(() => {
  folder = mkdtempSync(join(tmpdir(), 'dirisha-texts-'))
  writePseudoLanguage(folder)
  return { MODULES: `modules:${folder}` }
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** A window in the language, with the data that it received. */
async function inPseudo(page: Page): Promise<ReadonlySet<string>> {
  const data = dataOf(page)
  await page.evaluate((language) => localStorage.setItem('dirisha.language', language), PSEUDO)
  await page.reload()
  await page.locator(`html[lang="${PSEUDO}"]`).waitFor()
  return data
}

const press = (key: string) => (page: Page) => page.keyboard.press(key)
const click = (name: RegExp) => (page: Page) => page.getByRole('button', { name }).first().click()

/** The record of the first row, on its own card. */
async function openFirst(page: Page): Promise<void> {
  await page.locator('tbody tr[data-key]').first().click()
  await page.locator('[data-summary], dl, [role=toolbar]').first().waitFor()
}

/** The screens, and what is opened on some of them. */
const SCREENS: { person: string; screens: [route: string, opens?: (page: Page) => Promise<void>][] }[] = [
  {
    person: 'wanjiku',
    screens: [
      ['/dashboard/main'], ['/dashboard'], ['/records/petty-cash'], ['/records/petty-cash', click(/Actions for/)], ['/records/petty-cash', click(/More for this list/)], ['/records/petty-cash', openFirst], ['/records/imprest', openFirst], ['/records/petty-cash/card'], ['/records/imprest/card'], ['/approvals/list'], ['/notifications'], ['/security'],
      ['/notifications', press('Control+k')],
    ],
  },
  { person: 'otieno', screens: [['/approvals/list'], ['/approvals/list', press('?')], ['/dashboard/main']] },
  { person: 'admin', screens: [['/admin/settings'], ['/admin/user-settings'], ['/admin/user-settings', click(/New user/)], ['/admin/overlays'], ['/admin/overlays', click(/New overlay/)], ['/admin/sign-ins'], ['/admin/outbox'], ['/there/is/nothing']] },
]

describe('in another language', () => {
  it.each(SCREENS.map(({ person, screens }) => [person, screens] as const))('%s finds no text that is not translated', async (person, screens) => {
    const { page } = await windows.for(`${person}@mazingira.example`)
    await go(page, '/')
    const data = await inPseudo(page)
    const found: Record<string, string[]> = {}
    for (const [route, opens] of screens) {
      await go(page, route)
      await page.locator('[data-screen]').first().waitFor()
      await comeToRest(page)
      await opens?.(page)
      const texts = await untranslatedTexts(page, data, route === '/admin/overlays' && opens !== undefined)
      if (texts.length > 0) found[`${route}${opens === undefined ? '' : ' with what is opened'}`] = texts
    }
    expect(found).toEqual({})
  })

  it('the pages without a session are translated, and what they refuse', async () => {
    const { page } = await windows.open()
    await page.goto('/auth/login')
    const data = await inPseudo(page)
    const found: Record<string, string[]> = {}
    for (const route of ['/auth/login', '/auth/reset', '/auth/activate', '/auth/signup']) {
      await page.goto(route)
      await page.locator('[data-screen]').first().waitFor()
      await page.locator('button[type=submit]').click()
      const texts = await untranslatedTexts(page, data)
      if (texts.length > 0) found[route] = texts
    }
    expect(found).toEqual({})
  })

  it('a person chooses the language on the page of their account, and goes back to English', async () => {
    const { page } = await windows.for('wanjiku@mazingira.example')
    await go(page, '/security')
    await page.getByRole('combobox', { name: 'Language' }).selectOption(PSEUDO)
    await page.getByRole('heading', { name: '⟦Security⟧', level: 1 }).waitFor()
    await page.getByRole('combobox', { name: '⟦Language⟧' }).selectOption('en')
    await page.getByRole('heading', { name: 'Security', level: 1, exact: true }).waitFor()
    expect(await page.locator('html').getAttribute('lang')).toBe('en')
  })
})
