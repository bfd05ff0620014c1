/** An administrator publishes an overlay for a company, sees what it changes and why, and withdraws it. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Locator, Page } from 'playwright-core'
import { comeToRest, faultsOf, PHONE, go, resize } from './harness.ts'
import { type Person } from './people.ts'
import { answer, field, seeToast } from './steps.ts'
import { startWindows } from './windows.ts'

const WITHIN = { timeout: 15_000 }

const windows = startWindows()
let administrator: Person
let page: Page
let problems: string[]
beforeAll(async () => {
  ({ who: administrator, page, problems } = await windows.for('admin@mazingira.example'))
})
afterAll(async () => {
  const { data } = await administrator.call('GET', 'admin/overlays')
  for (const { id } of data as unknown as { id: number }[]) await administrator.call('DELETE', `admin/overlays/${id}`)
})

const dialog = (): Locator => page.getByRole('dialog')
const editor = (): Locator => dialog().getByRole('textbox', { name: 'Overlay' })
/** Opens the JSON of the overlay. */
const writeJson = async (): Promise<void> => dialog().getByRole('button', { name: 'Advanced: the overlay as JSON' }).click()
/** Publishes and confirms the question, which says what changes. */
async function publish(question: string, change: string): Promise<void> {
  await dialog().getByRole('button', { name: 'Publish', exact: true }).click()
  await dialog().filter({ hasText: question }).getByText(change).waitFor()
  await answer(page, question, 'Publish')
}
const published = (): Locator => page.getByRole('region', { name: 'Published' })
const overlay = (...operations: object[]): string => JSON.stringify({ extends: { id: 'destination', version: 1 }, scope: { company: 'MRT' }, operations }, null, 2)
const title = (to: string, was = 'Description'): object => ({ do: 'set', at: 'schema.properties.description.title', to, was })

describe('the screen of overlays', () => {
  it('it says that nothing is published, and shows where a property comes from', async () => {
    await go(page, '/admin/settings')
    await page.getByRole('link', { name: 'Overlays' }).click()
    await page.waitForURL('**/admin/overlays')
    await published().getByText('Nothing is published').waitFor()
    await page.getByText('No overlay touches this').waitFor()
    await page.getByRole('button', { name: 'Show all properties' }).click()
    await page.getByLabel('Document type', { exact: true }).selectOption({ label: 'Destination' })
    await page.getByRole('searchbox', { name: 'Search' }).fill('description.title')
    await expect.poll(() => page.getByRole('list', { name: 'Properties' }).getByRole('listitem').count(), WITHIN).toBe(1)
    await page.getByRole('list', { name: 'Properties' }).getByText('Module').waitFor()
  })

  it('it refuses an invalid overlay with line, code and path, and a press on the line selects the text', async () => {
    await go(page, '/admin/overlays')
    await page.getByRole('button', { name: 'New overlay' }).click()
    await writeJson()
    await expect.poll(() => editor().inputValue(), WITHIN).toContain('"company": "MRT"')
    await editor().fill('{\n  "extends": 1\n  "scope": 2\n}')
    await dialog().getByRole('button', { name: 'Publish' }).click()
    await dialog().getByText('A comma is missing.').waitFor()
    await dialog().getByText('The JSON below cannot be read.').waitFor()
    await editor().fill(overlay(title('Place'), { do: 'set', at: 'schema.properties.descripton.title', to: 'x' }))
    await dialog().getByRole('button', { name: 'Publish' }).click()
    await dialog().getByText(/E603 · operations\.1\.at/).waitFor()
    expect(await faultsOf(page, 'overlays-refused')).toEqual([])
    await dialog().getByRole('button', { name: 'Line 18' }).click()
    expect(await editor().evaluate((area: HTMLTextAreaElement) => area.value.slice(area.selectionStart, area.selectionEnd))).toBe('"schema.properties.descripton.title"')
    await page.keyboard.press('Escape')
    await answer(page, 'Discard what you wrote?', 'Stay')
    await expect.poll(() => editor().inputValue()).toContain('descripton')
    // The key that dismisses a question can ask it again only a task later, until when the window is busy.
    await comeToRest(page)
    await page.keyboard.press('Escape')
    await answer(page, 'Discard what you wrote?', 'Discard')
    await published().getByText('Nothing is published').waitFor()
  })

  it('it previews, publishes, explains, edits and withdraws an overlay, and publishes it again', async () => {
    await go(page, '/admin/overlays?type=destination')
    await page.getByRole('button', { name: 'New overlay' }).click()
    await dialog().getByLabel('Document type', { exact: true }).selectOption({ label: 'Destination' })
    await writeJson()
    await expect.poll(() => editor().inputValue(), WITHIN).toContain('"id": "destination"')
    await editor().fill(overlay(title('Place')))
    await dialog().getByRole('button', { name: 'Preview' }).click()
    await dialog().getByText('What changes, before and after').click()
    await dialog().getByRole('status', { name: 'What changes' }).getByText('“Description”: caption').waitFor()
    await publish('Publish this change of Destination for Mazingira Research Trust?', '“Description” is called “Place”')
    await seeToast(page, /is published/)
    await published().getByText('Destination for Mazingira Research Trust').waitFor()
    const property = page.getByRole('list', { name: 'Properties' }).getByRole('listitem').first()
    await property.getByText('schema.properties.description.title').waitFor()
    await property.getByText('Value at each layer').click()
    await expect.poll(() => property.innerText()).toMatch(/Place[\s\S]*Company[\s\S]*Module: Description[\s\S]*Company MRT \(set\): Place/)
    expect(await faultsOf(page, 'overlays')).toEqual([])

    await published().getByRole('button', { name: /^Edit Destination/ }).click()
    await writeJson()
    await editor().fill(overlay(title('Where to')))
    await publish('Publish this change of Destination', '“Description” is called “Where to”')
    await published().getByText('Where to').waitFor()
    await expect.poll(() => published().getByRole('button', { name: /^Edit/ }).count()).toBe(1)

    await published().getByRole('button', { name: /^Withdraw/ }).click()
    await answer(page, 'Withdraw this overlay of Destination', 'Withdraw')
    await published().getByText('Nothing is published').waitFor()
    const history = page.getByRole('region', { name: 'History' })
    await expect.poll(() => history.getByRole('listitem').first().innerText(), WITHIN).toMatch(/Withdrawn[\s\S]*Where to/)
    await history.getByRole('button', { name: /^Publish again/ }).first().click()
    await dialog().getByRole('region', { name: 'What this changes' }).getByText('“Description” is called “Where to”').waitFor()
    await publish('Publish this change of Destination', '“Description” is called “Where to”')
    await published().getByText('Where to').waitFor()
  })

  it('it renames and requires a field without JSON, undoes what is not wanted, shows a refusal beside its field, and the card follows', async () => {
    await go(page, '/admin/overlays')
    await page.getByRole('button', { name: 'New overlay' }).click()
    await dialog().getByLabel('Document type', { exact: true }).selectOption({ label: 'Currency' })
    const changes = dialog().getByRole('region', { name: 'What this changes' })
    const opened = async (caption: string): Promise<Locator> => {
      await dialog().getByRole('button', { name: new RegExp(`^${caption}`) }).first().click()
      return dialog().getByRole('group', { name: caption, exact: true })
    }
    await (await opened('Name')).getByRole('button', { name: 'Hide' }).click()
    await dialog().getByRole('button', { name: 'Preview' }).click()
    await expect.poll(() => dialog().getByText(/Not allowed: “Name” must be entered/).count(), WITHIN).toBe(2)
    expect(await faultsOf(page, 'overlays-arranged')).toEqual([])
    await changes.getByRole('button', { name: 'Undo: “Name” is hidden' }).click()
    await dialog().getByRole('textbox', { name: 'Caption' }).fill('Name of the currency')
    await changes.getByText('“Name” is called “Name of the currency”').waitFor()
    await (await opened('Symbol')).getByRole('button', { name: 'Require' }).click()
    await changes.getByText('“Symbol” must be filled in').waitFor()
    await writeJson()
    expect(JSON.parse(await editor().inputValue())).toMatchObject({ operations: [{ do: 'set', at: 'schema.properties.displayName.title', to: 'Name of the currency', was: 'Name' }, { do: 'tighten', at: 'schema.required', to: ['symbol'] }] })
    await publish('Publish these 2 changes of Currency for Mazingira Research Trust?', '“Symbol” must be filled in')
    await published().getByText('“Name” is called “Name of the currency”').waitFor()
    await go(page, '/records/currency/card')
    await field(page, 'Name of the currency').waitFor()
    await expect.poll(() => field(page, 'Symbol').evaluate((input: HTMLInputElement) => input.required)).toBe(true)
    await go(page, '/admin/overlays')
    await published().getByRole('button', { name: /^Withdraw Currency/ }).click()
    await answer(page, 'Withdraw this overlay of Currency', 'Withdraw')
    await expect.poll(() => published().getByRole('button', { name: /^Edit/ }).count(), WITHIN).toBe(1)
  })

  it('it explains properties for a person found by name, keeps the person in the address, and shows values as they are written', async () => {
    await go(page, '/admin/overlays?type=destination&all=1&search=required')
    const whom = page.getByLabel('For', { exact: true }).and(page.locator('input'))
    await whom.fill('wanji')
    const asked = page.waitForRequest((request) => request.url().includes('admin/explain') && request.url().includes('user='))
    await page.getByRole('option', { name: /Wanjiku/ }).click()
    expect([...new URL((await asked).url()).searchParams.keys()].sort()).toEqual(['search', 'type', 'user'])
    const name = await whom.inputValue()
    expect(name).toMatch(/Wanjiku.*\(wanjiku@mazingira\.example\)/)
    const kept = page.url()
    await go(page, '/notifications')
    await go(page, kept)
    await expect.poll(() => whom.inputValue(), WITHIN).toBe(name)
    await page.getByRole('list', { name: 'Properties' }).getByText('["code","description"]').waitFor()
  })

  it('it keeps what was written when somebody else withdrew the overlay meanwhile', async () => {
    await go(page, '/admin/overlays')
    await published().getByRole('button', { name: /^Edit/ }).click()
    const { data } = await administrator.call('GET', 'admin/overlays')
    for (const { id } of data as unknown as { id: number }[]) await administrator.call('DELETE', `admin/overlays/${id}`)
    await writeJson()
    await editor().fill(overlay(title('Mine')))
    await dialog().getByRole('button', { name: 'Publish' }).click()
    await dialog().getByText(/Somebody else changed or withdrew this overlay/).waitFor()
    await expect.poll(() => editor().inputValue()).toContain('Mine')
    await page.keyboard.press('Escape')
    await answer(page, 'Discard what you wrote?', 'Discard')
  })

  it('it says when the overlays cannot be loaded, and tries again on request', async () => {
    // After a server error the portal would retry twice, after one and two seconds.
    await page.route('**/api/v1/admin/overlays', (route) => route.fulfill({ status: 429, json: { code: 'too-many', message: 'Too many calls.' } }))
    await page.goto('/admin/overlays')
    await published().getByText('Too many calls.').waitFor(WITHIN)
    await page.unrouteAll()
    await published().getByRole('button', { name: 'Try again' }).click()
    await published().getByText('Nothing is published').waitFor()
  })

  it('it opens the editor on a phone', async () => {
    await resize(page, PHONE)
    await comeToRest(page)
    await page.getByRole('button', { name: 'New overlay' }).click()
    await dialog().getByRole('region', { name: 'What this changes' }).waitFor()
    await writeJson()
    await editor().waitFor()
    expect(problems).toEqual([])
  })
})
