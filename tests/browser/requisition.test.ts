/**
 * Requisitions in the browser: started from low stock, issued at the counter, received in parts, and lines with autosave. decisions.test.ts
 * covers their approval, tests/http/requisition-walk.test.ts their whole life.
 */
import { beforeAll, describe, expect, it } from 'vitest'
import type { Page } from 'playwright-core'
import { PHONE, comeToRest, faultsOf, scrollsSideways, takePicture, type Visitor, go, resize } from './harness.ts'
import { dayAhead, type Person } from './people.ts'
import { RECEIPT } from './receipt.ts'
import { act, choose, field, lineOf, seeState, seeToast } from './steps.ts'
import { startWindows } from './windows.ts'

const windows = startWindows()

const look = async (page: Page, what: string): Promise<void> => {
  expect(await scrollsSideways(page), what).toBe(false)
  await takePicture(page, `requisition-${what}`)
}

const linesOf = async (who: Person, no: string): Promise<{ quantity: number }[]> => (await who.call('GET', `documents/requisition/${no}`)).data['requisitionLines'] as { quantity: number }[]

describe('a requisition from low stock', () => {
  let no = ''

  it('the selected low items become the lines of a new requisition, with the proposed quantities', async () => {
    const { page, who, problems } = await windows.for('wanjiku@mazingira.example')
    await go(page, '/requisition/stock?low=true')
    await page.getByRole('checkbox', { name: 'Select FIRST-AID@MAIN-KSM' }).check()
    await page.getByRole('checkbox', { name: 'Select SOLAR-LAMP@MAIN-NBO' }).check()
    await page.getByRole('link', { name: 'New Store Requisition' }).waitFor()
    await look(page, 'stock')
    await page.getByRole('link', { name: 'New Store Requisition' }).click()
    await page.getByRole('heading', { level: 1, name: 'New requisition request' }).waitFor()
    await expect.poll(async () => (await open(page, 2)).field('Quantity').inputValue()).toMatch(/^\d+$/)
    expect(page.url()).not.toContain('items=')
    const proposed = await Promise.all([1, 2].map((line) => lineOf(page, line).field('Quantity').inputValue()))
    const request = page.locator('[data-section="request"]')
    await field(request, 'Description').fill('Kits for the field office')
    await choose(request, 'Location', 'Main store Nairobi')
    await choose(page, 'Department', 'Climate')
    await page.getByText('More than the store holds.').first().waitFor()
    await look(page, 'new')
    await page.getByLabel('Attach files').setInputFiles({ name: 'plan.pdf', mimeType: 'application/pdf', buffer: RECEIPT })
    await act(page, 'Save Changes')
    await seeState(page, 'Open')
    no = /REQ-\d{4}-\d{5}/.exec((await page.getByRole('heading', { level: 1 }).textContent()) ?? '')?.[0] ?? ''
    expect((await linesOf(who, no)).map(({ quantity }) => String(quantity))).toEqual(proposed)
    await who.call('POST', 'requisition/SendApprovalRequest', { headerNo: no })
    await (await windows.person('otieno@mazingira.example')).call('POST', 'approvals/approve', { code: no })
    expect(problems).toEqual([])
  })

  it('the storekeeper issues a part of it, and the rest is proposed next', async () => {
    const { page, problems } = await windows.for('baraka@mazingira.example')
    await go(page, `/requisition/issue/${no}`)
    await page.getByRole('heading', { level: 1, name: /Issue Requisition/ }).waitFor()
    const asked = Number(await (await open(page, 1)).field('To issue').inputValue())
    await (await open(page, 1)).type('To issue', '1')
    await (await open(page, 2)).type('To issue', '0')
    await act(page, 'Issue')
    await page.getByRole('dialog', { name: 'Issue' }).getByRole('button', { name: 'Issue', exact: true }).click()
    await seeToast(page, 'items issued')
    await page.getByText('Part issued').first().waitFor()
    await expect.poll(async () => (await open(page, 1)).field('To issue').inputValue()).toBe(String(asked - 1))
    await look(page, 'part-issued')
    expect(problems).toEqual([])
  })
})

describe('goods received on a phone', () => {
  const HEAD = { globalDimension1Code: 'CLIMATE' }
  let procurement: Visitor & { who: Person }
  let requester: Person
  let no = ''

  beforeAll(async () => {
    procurement = await windows.for('ali@mazingira.example', PHONE)
    requester = await windows.person('wanjiku@mazingira.example')
    const lines = [{ billingItemCode: 'SOLAR-LAMP', description: 'Solar lamp', quantity: 4, unitCost: 1000, ...HEAD }, { billingItemCode: 'CONSULT-DAY', description: 'Training', quantity: 2, unitCost: 1000, ...HEAD }]
    const made = await requester.call('POST', 'requisition', { documentType: 'Purchase Requisition', description: 'Lamps and their training', locationCode: 'MAIN-NBO', ...HEAD, requisitionLines: lines, attachments: [{ fileName: 'plan.pdf', attachment: RECEIPT.toString('base64') }] })
    no = made.data.no
    await requester.call('POST', 'requisition/SendApprovalRequest', { headerNo: no })
    for (const name of ['otieno', 'achieng']) await (await windows.person(`${name}@mazingira.example`)).call('POST', 'approvals/approve', { code: no })
    await procurement.who.call('POST', 'approvals/approve', { code: no })
    await procurement.who.call('POST', `documents/requisition/${no}/actions/order`, { input: { orderNo: 'LPO-77', orderedOn: dayAhead(), extent: 'All of it' } })
  })

  it('each line proposes the quantity that is outstanding, and says when more is entered', async () => {
    const { page } = procurement
    await go(page, `/requisition/receive/${no}`)
    await page.getByRole('heading', { level: 1, name: /Receive Requisition/ }).waitFor()
    expect(await (await open(page, 1)).field('To receive').inputValue()).toBe('4')
    expect(await (await open(page, 2)).field('To receive').inputValue()).toBe('2')
    await (await open(page, 1)).type('To receive', '5')
    await page.getByText('More than is outstanding.').first().waitFor()
    await look(page, 'receive-too-much')
  })

  it('the goods are received in parts, and the history shows what arrived and who received it', async () => {
    const { page, who, problems } = procurement
    await (await open(page, 1)).type('To receive', '3')
    await (await open(page, 2)).type('To receive', '0')
    await act(page, 'Record receipt')
    const dialog = page.getByRole('dialog', { name: 'Record receipt' })
    await field(dialog, 'Delivery note').fill('DN-1')
    await dialog.getByRole('button', { name: 'Record receipt', exact: true }).click()
    await seeToast(page, 'receipt recorded')
    await page.getByText('Part received').first().waitFor()
    await expect.poll(async () => (await open(page, 1)).field('To receive').inputValue()).toBe('1')
    await expect.poll(async () => (await open(page, 2)).field('To receive').inputValue()).toBe('2')
    expect(await faultsOf(page, 'requisition-look-receive')).toEqual([])
    await who.call('POST', `documents/requisition/${no}/actions/receive`, { input: { deliveryNote: 'DN-2', receivedOn: dayAhead() } })

    await resize(page, PHONE)
    await go(page, `/requisition/card?code=${no}`)
    await page.getByRole('button', { name: /History/ }).click()
    const history = page.locator('[data-section="history"]')
    await history.getByText(/Solar lamp: 3 \(3 of 4\)/).first().waitFor()
    await history.getByText(/Solar lamp: 1 \(4 of 4\), Training: 2 \(2 of 2\)/).first().waitFor()
    await expect.poll(() => history.textContent()).toContain('Ali Hassan')
    await expect.poll(() => page.locator('[data-section="totals"]').textContent()).toMatch(/Total quantity6/)
    await look(page, 'received-history')
    expect(problems).toEqual([])
  })
})

/** A line with its fields visible: on a phone it is opened first. */
async function open(page: Page, number: number): Promise<ReturnType<typeof lineOf>> {
  await comeToRest(page)
  const head = page.getByRole('region', { name: `Line ${number}`, exact: true }).locator('[aria-expanded]').first()
  if ((page.viewportSize()?.width ?? 0) < 768 && (await head.getAttribute('aria-expanded')) === 'false') await head.click()
  return lineOf(page, number)
}

describe('lines with autosave', () => {
  const HEAD = { globalDimension1Code: 'CLIMATE' }
  let requester: Visitor & { who: Person }
  beforeAll(async () => {
    requester = await windows.for('wanjiku@mazingira.example')
  })
  const made = async (who: Person): Promise<string> => {
    const reply = await who.call('POST', 'requisition', { documentType: 'Store Requisition', description: 'Pens for the training', requestedFor: 'MRT-015', locationCode: 'MAIN-NBO', ...HEAD, requisitionLines: [{ billingItemCode: 'PENS-BOX', quantity: 1, ...HEAD }] })
    return reply.data.no
  }
  const quantity = async (who: Person, no: string): Promise<number | undefined> => (await linesOf(who, no))[0]?.quantity

  it('the lines say that they are not saved without a network, and are saved once it is back', async () => {
    const { page, who, context } = requester
    const no = await made(who)
    await go(page, `/requisition/card?code=${no}`)
    await (await open(page, 1)).field('Quantity').waitFor()
    await context.setOffline(true)
    await (await open(page, 1)).type('Quantity', '4')
    await page.locator('[data-autosave="failed"]').getByText(/Not saved: /).waitFor()
    await takePicture(page, 'requisition-offline')
    await context.setOffline(false)
    await expect.poll(() => quantity(who, no), { timeout: 15_000 }).toBe(4)
    await page.locator('[data-autosave="saved"]').waitFor()
  })

  it('an invalid line shows its problem, and is stored only once it is corrected', async () => {
    const { page, who } = requester
    const no = await made(who)
    await go(page, `/requisition/card?code=${no}`)
    // The screen uses the server's wording.
    for (const [typed, said] of [['0', 'Must be greater than 0'], ['0.5', 'Field cannot be less than 1']] as const) {
      await (await open(page, 1)).type('Quantity', typed)
      await page.locator('[data-autosave="incomplete"]').getByText('Not saved yet: complete the line first.').waitFor()
      await expect.poll(() => page.getByText(/greater than|cannot be less than|negative/).allTextContents()).toEqual([said])
    }
    expect(await quantity(who, no)).toBe(1)
    await (await open(page, 1)).type('Quantity', '2')
    await expect.poll(() => quantity(who, no)).toBe(2)
  })

  it('the lines are not saved over a record that was changed meanwhile in another window', async () => {
    const { page, who } = requester
    const no = await made(who)
    await go(page, `/requisition/card?code=${no}`)
    // Header input waits to be saved, so the card no longer follows changes.
    await field(page, 'Description').fill('Pens for the workshop')
    await who.call('PATCH', `requisition/${no}`, { description: 'Pens for two trainings' })
    await (await open(page, 1)).type('Quantity', '6')
    await page.getByRole('dialog').filter({ hasText: /changed by someone else/ }).waitFor()
    await takePicture(page, 'requisition-stale')
    expect(await quantity(who, no)).toBe(1)
  })
})
