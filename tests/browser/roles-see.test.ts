/**
 * What is withheld from a role: a form, an approval and a list without it, and saving the visible rest.
 * tests/http/redacted-manifest.test.ts covers which role sees what.
 */
import { beforeAll, expect, it } from 'vitest'
import type { Page } from 'playwright-core'
import { accessibilityProblems, scrollsSideways, takePicture, go } from './harness.ts'
import { type Person } from './people.ts'
import { act, answer, field, lineOf, seeToast } from './steps.ts'
import { startWindows } from './windows.ts'

/** Juma and Chebet are only employees; Ekal and Otieno also approve; Njeri belongs to HR, Mutua to finance. */
const NAMES = ['juma', 'chebet', 'ekal', 'otieno', 'njeri', 'mutua'] as const

const windows = startWindows(() => ({ MODULES: 'modules:tests/fixtures/modules' }))
const people: Record<typeof NAMES[number], Person> = {} as never

beforeAll(async () => {
  for (const name of NAMES) people[name] = await windows.person(`${name}@mazingira.example`)
})

const make = async (owner: Person, fields: object = {}): Promise<string> =>
  (await owner.call('POST', 'documents/consignment', { subject: 'Soil samples', destination: 'Kisumu', postage: 20, parcels: [{ what: 'Soil', kilos: 3 }], ...fields })).data.no

/** The headings of the list, or the labels of the fields on its cards. */
const columns = (page: Page): Promise<string[]> => page.locator('thead th').allInnerTexts().then((texts) => texts.map((text) => text.trim()).filter(Boolean))
/** The captions of inputs and values on the card or approval, each once. */
async function captions(page: Page): Promise<string[]> {
  await page.locator('[data-section="main"]').waitFor()
  const texts = await page.locator('[data-section] label, [data-section] dt, [data-section] th').allInnerTexts()
  return [...new Set(texts.map((text) => text.replace('*', '').trim()).filter(Boolean))]
}
async function openCard(page: Page, no?: string): Promise<void> {
  await go(page, `/records/consignment/card${no === undefined ? '' : `?key=${no}`}`)
  await page.locator('[data-kind="card"] [data-section="main"]').waitFor()
}

it('a role that never sees some fields gets a form without them, and its saves keep the values of others', async () => {
  const { page, problems } = await windows.of(people.juma)
  await go(page, '/records/consignment')
  await page.getByRole('link', { name: 'New Consignment' }).first().click()
  await field(page, 'Subject').fill('Seedlings')
  await field(page, 'Postage').fill('15')
  await page.getByRole('button', { name: /Add/ }).click()
  await lineOf(page, 1).type('What', 'Mango')
  await lineOf(page, 1).type('Kilos', '4')
  expect(await captions(page)).not.toEqual(expect.arrayContaining([expect.stringMatching(/Value|Margin|Price/)]))
  expect(await page.locator('[data-section="worth"]').count()).toBe(0)
  // Values that depend on a redacted one come from the server; those that depend on visible ones are computed here.
  expect(await field(page, 'Total').inputValue()).toBe('')
  await expect.poll(() => field(page, 'Weight').inputValue()).toBe('4')
  expect(await accessibilityProblems(page)).toEqual([])
  expect(await scrollsSideways(page)).toBe(false)
  await takePicture(page, 'roles-new')
  await act(page, 'Save')
  await seeToast(page, /created/)
  const no = /CO-\d{4}/.exec((await page.getByRole('heading', { level: 1 }).textContent()) ?? '')?.[0] ?? ''
  await expect.poll(() => field(page, 'Total').inputValue()).toBe('15')

  const stored = await people.mutua.call('GET', `documents/consignment/${no}`)
  await people.mutua.call('PATCH', `documents/consignment/${no}`, { value: 900, margin: 12, parcels: [{ ...(stored.data['parcels'] as object[])[0], price: 77 }] })
  await openCard(page, no)
  await expect.poll(() => field(page, 'Total').inputValue()).toBe('105')
  await field(page, 'Postage').fill('25')
  await field(page, 'Postage').blur()
  // Until then, neither a guess nor an error is shown.
  await expect.poll(() => field(page, 'Total').inputValue()).toBe('105')
  await act(page, 'Save')
  await seeToast(page, /saved/)
  await expect.poll(() => field(page, 'Total').inputValue()).toBe('115')
  await takePicture(page, 'roles-employee')
  expect((await people.mutua.call('GET', `documents/consignment/${no}`)).data).toMatchObject({ value: 900, margin: 12, postage: 25, parcels: [{ price: 77 }] })

  expect(problems).toEqual([])
})

it('a person who gets a first decision sees the approval without a reload, with fields that are hidden in their own records', async () => {
  const no = await make(people.ekal, { subject: 'Handed on' })
  await people.mutua.call('PATCH', `documents/consignment/${no}`, { value: 700, margin: 9 })
  await people.ekal.call('POST', `documents/consignment/${no}/actions/send`, {})
  const own = await make(people.chebet)
  const { page, problems } = await windows.of(people.chebet)
  // The cached manifest is that of somebody who approves nothing.
  await openCard(page, own)
  expect(await captions(page)).not.toEqual(expect.arrayContaining([expect.stringMatching(/Value|Margin|Price/)]))
  await page.locator('html[data-live]').waitFor({ state: 'attached' })
  const { data: [entry] } = (await people.otieno.call('GET', `approvals/approvalEntries?status=Open&scope=mine&documentNo=${no}`)) as unknown as { data: { entryNo: number }[] }
  const { data: colleague } = (await people.chebet.call('GET', 'hrmis/auth/session')) as unknown as { data: { user: { employee: string } } }
  await page.evaluate(() => Object.assign(window, { isStill: true }))
  await people.otieno.call('POST', 'approvals/delegate', { entryNo: entry?.entryNo, to: colleague.user.employee })
  await page.getByRole('button', { name: /^Approvals, 1/ }).click()
  await page.getByRole('menu').or(page.getByRole('dialog')).getByText(no).click()
  await page.locator('[data-kind="approval"] [data-section="worth"]').getByText('700.00').waitFor()
  await expect.poll(() => captions(page)).toContain('Value')
  expect(await captions(page)).not.toContain('Margin')
  expect(await page.evaluate(() => 'isStill' in window)).toBe(true)
  await page.getByRole('toolbar', { name: 'Decision' }).getByRole('button', { name: 'Approve', exact: true }).waitFor()
  expect(problems).toEqual([])
})

it('a list has a column that is hidden in some rows only, marks the hidden values, and does not sort or filter by it', async () => {
  const [no] = [await make(people.njeri, { destination: 'Lamu' }), await make(people.juma)]
  const { page, problems } = await windows.of(people.njeri)
  await go(page, '/records/consignment')
  const row = page.locator(`[data-key="${no}"]`)
  await row.getByLabel('not shown to you').waitFor()
  expect(await columns(page)).toEqual(['No.', 'Status', 'Subject', 'Destination', 'Value (KES)', 'Total', 'Actions'])
  expect(await page.getByPlaceholder('Value from').count()).toBe(0)
  await page.getByRole('columnheader', { name: 'Value' }).click()
  expect(page.url()).not.toContain('sort=')
  await takePicture(page, 'roles-list-hr')
  expect(problems).toEqual([])
})

it('an action on a changed record asks to save the changes first, and then acts on what is on the screen', async () => {
  const no = await make(people.ekal)
  const { page, problems } = await windows.of(people.ekal)
  await openCard(page, no)
  await field(page, 'Subject').fill('Soil samples, relabelled')
  await act(page, 'Send For Approval')
  await answer(page, 'Your unsaved changes are saved first.', 'Cancel')
  expect((await people.ekal.call('GET', `documents/consignment/${no}`)).data).toMatchObject({ subject: 'Soil samples', status: 'Open' })
  await expect.poll(() => field(page, 'Subject').inputValue()).toBe('Soil samples, relabelled')
  await act(page, 'Send For Approval')
  await answer(page, 'Your unsaved changes are saved first.', 'Save and go on')
  await seeToast(page, /Soil samples, relabelled/)
  expect((await people.ekal.call('GET', `documents/consignment/${no}`)).data).toMatchObject({ subject: 'Soil samples, relabelled', status: 'Pending Approval' })
  expect(problems).toEqual([])
})
