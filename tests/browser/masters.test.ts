import { beforeAll, describe, expect, it } from 'vitest'
import type { Page } from 'playwright-core'
import { go } from './harness.ts'
import { makeRequest, type Person } from './people.ts'
import { act, answer, choose, field, lineOf, seeToast } from './steps.ts'
import { startWindows } from './windows.ts'

const windows = startWindows()
let administrator: Person
beforeAll(async () => {
  administrator = await windows.person('admin@mazingira.example')
})

/** Presses a button, and lets it go where it was pressed, though what the field that is left has to say pushes it down meanwhile. */
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
  it('are made by an administrator and chosen by an employee', async () => {
    const page = await windows.at('/records/expense-code', administrator)
    await page.getByRole('link', { name: /New/ }).first().click()
    await field(page, 'Code').focus()
    await pressWhileItMoves(page, 'Save')
    await page.getByRole('alert').filter({ hasText: 'Description is required' }).waitFor()
    await field(page, 'Code').fill('BOAT')
    await field(page, 'Description').fill('Boat hire on the lake')
    await act(page, 'Save')
    await page.getByRole('heading', { level: 1, name: /BOAT/ }).waitFor()
    // Others refer to it by its code from now on.
    expect(await field(page, 'Code').isEditable()).toBe(false)
    await page.getByText('Given once, it does not change.').waitFor()

    const form = await windows.at('/pettycash/form', await windows.person('chebet@mazingira.example'))
    await form.getByRole('button', { name: 'Add line' }).click()
    await lineOf(form, 1).choose('Code', 'BOAT')
    await expect.poll(() => lineOf(form, 1).field('Description').inputValue()).toBe('Boat hire on the lake')
  })

  it('that are blocked are offered no more, and documents that name one show and keep it', async () => {
    const owner = await windows.person('chebet@mazingira.example')
    const no = await makeRequest(owner, { pettyCashLinesAPI: [{ expense_code: 'AIRTIME', amount: 300, shortcutDimension1Code: 'CLIMATE' }] })
    const { data } = await administrator.call('GET', 'documents/expense-code/AIRTIME')
    await administrator.call('PATCH', 'documents/expense-code/AIRTIME', { blocked: true, _rev: data._rev })
    const page = await windows.at(`/pettycash/form?edit=${no}`, owner)
    await expect.poll(() => lineOf(page, 1).field('Code').inputValue()).toMatch(/^AIRTIME – ./)
    await page.getByRole('button', { name: 'Add line' }).click()
    await lineOf(page, 2).field('Code').fill('airt')
    await page.getByText('Nothing found').filter({ visible: true }).waitFor()
    await expect.poll(() => page.getByRole('option').count()).toBe(0)
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Remove line 2' }).click()
    await answer(page, 'Are you sure you want to remove this Item?', 'Yes')
    await field(page, 'Description').first().fill('Airtime of last month')
    await act(page, 'Save')
    await seeToast(page, /successfully Updated/)
    await administrator.call('PATCH', 'documents/expense-code/AIRTIME', { blocked: false })
  })

  it('are changed, and deleted after a question', async () => {
    await administrator.call('POST', 'documents/destination', { code: 'LAMU', description: 'Lamu' })
    const page = await windows.at('/records/destination/card/LAMU', administrator)
    await field(page, 'Description').fill('Lamu island')
    await act(page, 'Save')
    await seeToast(page, /LAMU|saved|updated/i)
    await page.reload()
    await expect.poll(() => field(page, 'Description').inputValue()).toBe('Lamu island')
    await act(page, 'Delete')
    await answer(page, /Are you sure/, 'Yes')
    await page.waitForURL('**/records/destination')
    await expect(administrator.call('GET', 'documents/destination/LAMU')).rejects.toThrow('404')
  })

  it('are not in the menu of an employee, nor can they make one', async () => {
    const page = await windows.at('/pettycash/list', await windows.person('chebet@mazingira.example'))
    expect(await page.getByRole('button', { name: 'Cash Setup' }).count()).toBe(0)
    await go(page, '/records/expense-code/card')
    await page.getByText('You may not make one of these.').waitFor()
  })
})

describe('settings', () => {
  it('change a caption everywhere at once, for everybody of the company', async () => {
    const page = await windows.at('/admin/settings', administrator)
    await field(page, 'Caption of petty cash').fill('Float Request')
    const group = page.getByRole('form').filter({ has: field(page, 'Caption of petty cash') })
    await group.getByRole('button', { name: 'Save' }).click()
    await seeToast(page, /saved|updated/i)
    const list = await windows.at('/pettycash/list', await windows.person('chebet@mazingira.example'))
    try {
      await list.getByRole('heading', { level: 1, name: 'My Float Request Requests' }).waitFor()
    } finally {
      await administrator.call('POST', 'admin/updateSettings', { minor_settings: { pettycash_caption: '' } })
    }
  })

  it('place the action bar at the top or the bottom', async () => {
    const employee = await windows.person('chebet@mazingira.example')
    const stands = async (place: string): Promise<void> => {
      const page = await windows.at('/pettycash/form', employee)
      await expect.poll(() => page.getByRole('toolbar', { name: 'Actions' }).getAttribute('data-place')).toBe(place)
    }
    await stands('bottom')
    await administrator.call('POST', 'admin/updateSettings', { cashmgt_settings: { cashmgt_actions_position: 'top' } })
    try {
      await stands('top')
    } finally {
      await administrator.call('POST', 'admin/updateSettings', { cashmgt_settings: { cashmgt_actions_position: 'bottom' } })
    }
  })

  it('hide and show the allocation code of lines', async () => {
    const employee = await windows.person('chebet@mazingira.example')
    const showsAllocation = async (isShown: boolean): Promise<void> => {
      const page = await windows.at('/pettycash/form', employee)
      await page.getByRole('button', { name: 'Add line' }).click()
      await lineOf(page, 1).field('Code').waitFor()
      await expect.poll(() => page.getByRole('columnheader', { name: 'Allocation' }).count()).toBe(isShown ? 1 : 0)
    }
    await showsAllocation(true)
    await administrator.call('POST', 'admin/updateSettings', { cashmgt_settings: { showAllocationCode: false } })
    try {
      await showsAllocation(false)
    } finally {
      await administrator.call('POST', 'admin/updateSettings', { cashmgt_settings: { showAllocationCode: true } })
    }
  })
})

describe('currencies', () => {
  it('convert the total to the currency of the company by the rate of the master', async () => {
    const employee = await windows.person('chebet@mazingira.example')
    const page = await windows.at('/pettycash/form', employee)
    await choose(page, 'Currency', 'USD')
    await page.getByRole('button', { name: 'Add line' }).click()
    await lineOf(page, 1).choose('Code', 'MEALS')
    await lineOf(page, 1).type('Amount', '20')
    await page.getByText(/USD 20\.00|Total USD/).first().waitFor()
  })
})
