import { beforeAll, describe, expect, it } from 'vitest'
import type { Page } from 'playwright-core'
import { go } from './harness.ts'
import { makeRequest, storedRequest, type Person } from './people.ts'
import { act, answer, choose, field, lineOf, seeToast } from './steps.ts'
import { startWindows } from './windows.ts'

const windows = startWindows()
let administrator: Person
let employee: Person
beforeAll(async () => {
  administrator = await windows.person('admin@mazingira.example')
  employee = await windows.person('chebet@mazingira.example')
})

/** Presses a button and releases at the same place, although the error of the field that loses focus moves the button meanwhile. */
async function pressWhileItMoves(page: Page, name: string): Promise<void> {
  const button = page.getByRole('button', { name, exact: true })
  const place = await button.boundingBox()
  if (!place) throw new Error(`${name} is not on the screen`)
  await page.mouse.move(place.x + place.width / 2, place.y + 2)
  await page.mouse.down()
  await expect.poll(async () => (await button.boundingBox())?.y).toBeGreaterThan(place.y + 2)
  await page.mouse.up()
}

describe('masters', () => {
  it('an administrator creates a master, which requests may then refer to and which then cannot be deleted', async () => {
    const page = await windows.at('/records/expense-code', administrator)
    await page.getByRole('link', { name: /New/ }).first().click()
    await field(page, 'Code').focus()
    await pressWhileItMoves(page, 'Save')
    await page.getByRole('alert').filter({ hasText: 'Description is required' }).waitFor()
    await field(page, 'Code').fill('BOAT')
    await field(page, 'Description').fill('Boat hire on the lake')
    await act(page, 'Save')
    await page.getByRole('heading', { level: 1, name: 'Expense code Boat hire on the lake' }).waitFor()
    // Other records refer to its code from now on.
    expect(await field(page, 'Code').isEditable()).toBe(false)
    await page.getByText('This cannot be changed once it is saved.').waitFor()
    const no = await makeRequest(employee, { pettyCashLinesAPI: [{ expense_code: 'BOAT', amount: 300 }] })
    expect((await storedRequest(employee, no))['pettyCashLinesAPI']).toMatchObject([{ expense_code: 'BOAT' }])
    await field(page, 'Description').fill('Boat hire')
    await act(page, 'Save')
    await seeToast(page, /updated|saved/i)
    await act(page, 'Delete')
    await page.getByRole('dialog').getByRole('button', { name: /^(Yes|Delete)$/ }).click()
    await page.getByText(/BOAT is still used by .*, so it cannot be deleted\./).first().waitFor()
    expect((await administrator.call('GET', 'documents/expense-code/BOAT')).data).toMatchObject({ description: 'Boat hire' })
  })

  it('a blocked master is no longer offered, and a document that refers to it still shows it and can be saved', async () => {
    const no = await makeRequest(employee, { pettyCashLinesAPI: [{ expense_code: 'AIRTIME', amount: 300, shortcutDimension1Code: 'CLIMATE' }] })
    const { data } = await administrator.call('GET', 'documents/expense-code/AIRTIME')
    await administrator.call('PATCH', 'documents/expense-code/AIRTIME', { blocked: true, _rev: data._rev })
    const page = await windows.at(`/pettycash/form?edit=${no}`, employee)
    await expect.poll(() => lineOf(page, 1).field('Code').inputValue()).toMatch(/^AIRTIME – ./)
    await page.getByRole('button', { name: 'Add line' }).click()
    await lineOf(page, 2).field('Code').fill('airt')
    await page.getByText('Nothing found').filter({ visible: true }).waitFor()
    await expect.poll(() => page.getByRole('option').count()).toBe(0)
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Remove line 2' }).click()
    await answer(page, 'Are you sure you want to remove this Item?', 'Remove')
    await field(page, 'Description').first().fill('Airtime of last month')
    await act(page, 'Save')
    await seeToast(page, /successfully Updated/)
    await administrator.call('PATCH', 'documents/expense-code/AIRTIME', { blocked: false, _rev: (await administrator.call('GET', 'documents/expense-code/AIRTIME')).data._rev })
  })

  it('an employee has no menu entry for masters and cannot create one', async () => {
    const page = await windows.at('/records/expense-code/card', employee)
    await page.getByText('You may not create this record.').waitFor()
    expect(await page.getByRole('button', { name: 'Cash Setup' }).count()).toBe(0)
  })
})

describe('settings', () => {
  it('changed settings move the actions and hide a column in a form that is open, and rename its list', async () => {
    const change = (caption: string, showAllocationCode: boolean, cashmgt_actions_position: string): Promise<unknown> =>
      administrator.call('POST', 'admin/updateSettings', { minor_settings: { pettycash_caption: caption }, cashmgt_settings: { showAllocationCode, cashmgt_actions_position } })
    const page = await windows.at('/pettycash/form', employee)
    const place = (): Promise<string | null> => page.getByRole('toolbar', { name: 'Actions' }).getAttribute('data-place')
    const allocations = (): Promise<number> => page.getByRole('columnheader', { name: 'Allocation' }).count()
    await lineOf(page, 1).field('Code').waitFor()
    await field(page, 'Description').fill('Lunch with visitors')
    expect([await place(), await allocations()]).toEqual(['bottom', 1])
    await page.locator('html[data-live]').waitFor({ state: 'attached' })
    try {
      await change('Float Request', false, 'top')
      await expect.poll(place).toBe('top')
      await expect.poll(allocations).toBe(0)
      await go(page, '/pettycash/list')
      await answer(page, 'You have unsaved changes.', 'Leave')
      await page.getByRole('heading', { level: 1, name: 'My Float Request Requests' }).waitFor()
    } finally {
      await change('', true, 'bottom')
    }
  })
})

describe('currencies', () => {
  it('a total in another currency is shown in that currency, and stored in the company’s too by the rate of the master', async () => {
    const page = await windows.at('/pettycash/form', employee)
    await choose(page, 'Currency', 'USD')
    await lineOf(page, 1).choose('Code', 'MEALS')
    await lineOf(page, 1).type('Amount', '20')
    await page.getByText(/USD 20\.00|Total USD/).first().waitFor()
    await field(page, 'Description').first().fill('Lunch with visitors')
    await act(page, 'Save')
    await page.waitForURL(/edit=/)
    const { data: { exchangeRate } } = await administrator.call('GET', 'documents/currency/USD')
    expect(await storedRequest(employee, new URL(page.url()).searchParams.get('edit') ?? '')).toMatchObject({ total_amount: 20, amountLCY: 20 * Number(exchangeRate) })
  })
})
