/** Requisitions in the browser, by people who see only the screen: from what runs low to what is handed over the counter, and what was bought as it is received in parts. */
import { beforeAll, describe, expect, it } from 'vitest'
import type { Page } from 'playwright-core'
import { PHONE, comeToRest, faultsOf, scrollsSideways, takePicture, type Visitor, go } from './harness.ts'
import type { Person } from './people.ts'
import { RECEIPT } from './receipt.ts'
import { act, answer, choose, field, lineOf, seeState, seeToast } from './steps.ts'
import { startWindows } from './windows.ts'

const PEOPLE = { requester: 'wanjiku', supervisor: 'otieno', head: 'achieng', storekeeper: 'baraka' } as const
type Role = keyof typeof PEOPLE

const windows = startWindows()

describe('a requisition from low stock', () => {
  const visitors: Partial<Record<Role, Visitor & { who: Person }>> = {}
  let no = ''
  const purpose = 'Kits for the field office'

  beforeAll(async () => {
    for (const [role, who] of Object.entries(PEOPLE) as [Role, string][]) visitors[role] = await windows.for(`${who}@mazingira.example`)
  })

  const visitorOf = (role: Role): Visitor & { who: Person } => {
    const visitor = visitors[role]
    if (visitor === undefined) throw new Error(`${role} has not signed in`)
    return visitor
  }
  const pageOf = (role: Role): Page => visitorOf(role).page
  const look = async (page: Page, what: string): Promise<void> => {
    await comeToRest(page)
    expect(await scrollsSideways(page), what).toBe(false)
    await takePicture(page, `requisition-${what}`)
  }

  it('is begun from the items to replenish: their lines are on the card, with the quantity that is proposed', async () => {
    const page = pageOf('requester')
    await go(page, '/requisition/stock?low=true')
    await page.getByRole('checkbox', { name: 'Choose FIRST-AID@MAIN-KSM' }).check()
    await page.getByRole('checkbox', { name: 'Choose SOLAR-LAMP@MAIN-NBO' }).check()
    await page.getByRole('link', { name: 'New Store Requisition' }).waitFor()
    await look(page, 'stock')
    await page.getByRole('link', { name: 'New Store Requisition' }).click()
    await page.getByRole('heading', { level: 1, name: 'New Request' }).waitFor()
    await expect.poll(async () => (await open(page, 2)).field('Quantity').inputValue()).toMatch(/^\d+$/)
    expect(page.url()).not.toContain('items=')
    const request = page.locator('[data-section="request"]')
    await field(request, 'Description').fill(purpose)
    await choose(request, 'Location', 'Main store Nairobi')
    await choose(page, 'Department', 'Climate')
    await page.getByText('More than the store holds.').first().waitFor()
    await look(page, 'new')
  })

  it('is saved, and then its lines save themselves as fields are left', async () => {
    const page = pageOf('requester')
    await page.getByLabel('Attach files').setInputFiles({ name: 'plan.pdf', mimeType: 'application/pdf', buffer: RECEIPT })
    await act(page, 'Save Changes')
    await seeToast(page, 'You have successfully created a new requisition request')
    await seeState(page, 'Open')
    no = /REQ-\d{4}-\d{5}/.exec((await page.getByRole('heading', { level: 1 }).textContent()) ?? '')?.[0] ?? ''
    expect(no).not.toBe('')
    await (await open(page, 1)).type('Quantity', '2')
    await (await open(page, 2)).type('Quantity', '3')
    await page.locator('[data-autosave="saved"]').getByText('Saved').waitFor()
    await look(page, 'saved')
    const { data } = await visitorOf('requester').who.call('GET', `documents/requisition/${no}`)
    expect((data['requisitionLines'] as { quantity: number }[]).map((line) => line.quantity)).toEqual([2, 3])
    await (await open(page, 2)).type('Quantity', '0')
    await page.locator('[data-autosave="incomplete"]').getByText('Not saved yet: complete the line first.').waitFor()
    await (await open(page, 2)).type('Quantity', '3')
    await act(page, 'Send For Approval')
    await answer(page, 'Are you sure you want to send this requisition for approval?', 'Yes')
    await seeToast(page, 'Requisition successfully sent for approval')
    await seeState(page, 'Pending Approval')
    await look(page, 'sent')
  })

  it('is handed on by the supervisor, who will not decide it', async () => {
    const page = pageOf('supervisor')
    await go(page, `/approvals/card/requisition/${no}`)
    await page.getByText(purpose).first().waitFor()
    await look(page, 'approval')
    await act(page, 'Delegate')
    const dialog = page.getByRole('dialog', { name: 'Delegate' })
    await field(dialog, 'Delegate to').click()
    await field(dialog, 'Delegate to').fill('Achieng')
    await page.getByRole('option', { name: /Achieng/ }).first().click()
    await dialog.getByRole('button', { name: 'Delegate', exact: true }).click()
    await seeToast(page, 'Document delegated successfully')
  })

  it('is approved by the one it was handed to', async () => {
    const page = pageOf('head')
    await go(page, '/approvals/list')
    await page.getByRole('link', { name: new RegExp(no) }).first().click()
    await page.getByRole('heading', { level: 1, name: new RegExp(no) }).waitFor()
    await act(page, 'Approve')
    await answer(page, 'Are you sure you want to approve this requisition?', 'Yes')
    await seeToast(page, 'Document approved successfully')
  })

  it('is issued by the storekeeper, a part first and then the rest', async () => {
    const page = pageOf('storekeeper')
    await go(page, `/requisition/issue/${no}`)
    await page.getByRole('heading', { level: 1, name: /Issue Requisition/ }).waitFor()
    await look(page, 'issue')
    await (await open(page, 1)).type('To issue', '1')
    await (await open(page, 2)).type('To issue', '0')
    await issue(page)
    await page.getByText('Part issued').first().waitFor()
    await expect.poll(async () => (await open(page, 1)).field('To issue').inputValue()).toBe('1')
    await look(page, 'part-issued')
    await issue(page)
    await page.getByText('Issued', { exact: true }).first().waitFor()
    await look(page, 'issued')
  })

  it('its requester sees it approved and issued, in the list and on paper', async () => {
    const page = pageOf('requester')
    await go(page, '/requisition/list')
    await page.getByText(purpose).first().waitFor()
    await look(page, 'list')
    await go(page, `/requisition/card?code=${no}`)
    await seeState(page, 'Approved')
    await look(page, 'released')
    await go(page, `/requisition/reqReport/${no}`)
    await page.locator('canvas').first().waitFor()
    await look(page, 'report')
    await go(page, '/requisition/dashboard')
    await page.locator('[data-screen]').first().waitFor()
    await look(page, 'dashboard')
  })

  it('has no faults on the list of what runs low', async () => {
    const page = pageOf('requester')
    await go(page, '/requisition/stock?low=true')
    expect(await faultsOf(page, 'requisition-look-stock')).toEqual([])
  })

  it('nothing was complained about in the console', () => {
    expect(Object.values(visitors).flatMap(({ problems }) => problems)).toEqual([])
  })
})

describe('what was bought, received on a phone', () => {
  const HEAD = { globalDimension1Code: 'CLIMATE' }
  let procurement: Visitor & { who: Person }
  let requester: Visitor & { who: Person }
  let no = ''

  beforeAll(async () => {
    procurement = await windows.for('ali@mazingira.example', PHONE)
    requester = await windows.for('wanjiku@mazingira.example', PHONE)
    const lines = [{ billingItemCode: 'SOLAR-LAMP', description: 'Solar lamp', quantity: 4, unitCost: 1000, ...HEAD }, { billingItemCode: 'CONSULT-DAY', description: 'Training', quantity: 2, unitCost: 1000, ...HEAD }]
    const made = await requester.who.call('POST', 'requisition', { documentType: 'Purchase Requisition', description: 'Lamps and their training', locationCode: 'MAIN-NBO', ...HEAD, requisitionLines: lines, attachments: [{ fileName: 'plan.pdf', attachment: RECEIPT.toString('base64') }] })
    no = made.data.no
    await requester.who.call('POST', 'requisition/SendApprovalRequest', { headerNo: no })
    await (await windows.person('otieno@mazingira.example')).call('POST', 'approvals/approve', { code: no })
    await procurement.who.call('POST', 'approvals/approve', { code: no })
  })

  const look = async (page: Page, what: string): Promise<void> => {
    await comeToRest(page)
    expect(await scrollsSideways(page), what).toBe(false)
    await takePicture(page, `requisition-${what}`)
  }
  const receive = async (page: Page, note: string): Promise<void> => {
    await act(page, 'Record receipt')
    const dialog = page.getByRole('dialog', { name: 'Record receipt' })
    await field(dialog, 'Delivery note').fill(note)
    await dialog.getByRole('button', { name: 'Record receipt', exact: true }).click()
  }

  it('is ordered, and offered to be received line by line, all that is outstanding first', async () => {
    const { page } = procurement
    await go(page, `/requisition/card?code=${no}`)
    await seeState(page, 'Approved')
    await expect.poll(() => page.locator('[data-section="totals"]').textContent()).toMatch(/Total quantity6/)
    await act(page, 'Record order')
    const dialog = page.getByRole('dialog', { name: 'Record order' })
    await field(dialog, 'Order No.').fill('LPO-77')
    await dialog.getByRole('button', { name: 'Record order', exact: true }).click()
    await seeToast(page, 'order recorded')
    await go(page, `/requisition/receive/${no}`)
    await page.getByRole('heading', { level: 1, name: /Receive Requisition/ }).waitFor()
    expect(await (await open(page, 1)).field('To receive').inputValue()).toBe('4')
    expect(await (await open(page, 2)).field('To receive').inputValue()).toBe('2')
    await look(page, 'receive')
  })

  it('is not received beyond what is outstanding, and not without anything', async () => {
    const { page } = procurement
    await (await open(page, 1)).type('To receive', '5')
    await page.getByText('More than is outstanding.').first().waitFor()
    await look(page, 'receive-too-much')
    await (await open(page, 1)).type('To receive', '0')
    await (await open(page, 2)).type('To receive', '0')
    await receive(page, 'DN-0')
    await page.getByText('Say how much is received of at least one item.').first().waitFor()
    expect((await procurement.who.call('GET', `documents/requisition/${no}`)).data['fulfilment']).toBe('Ordered')
  })

  it('is received in part, the rest later', async () => {
    const { page } = procurement
    await (await open(page, 1)).type('To receive', '3')
    await receive(page, 'DN-1')
    await seeToast(page, 'receipt recorded')
    await page.getByText('Part received').first().waitFor()
    await expect.poll(async () => (await open(page, 1)).field('To receive').inputValue()).toBe('1')
    await expect.poll(async () => (await open(page, 2)).field('To receive').inputValue()).toBe('2')
    await look(page, 'part-received')
    await receive(page, 'DN-2')
    await page.getByText('Received', { exact: true }).first().waitFor()
    await look(page, 'received')
  })

  it('is told in its history: what came, and who received it', async () => {
    const { page } = requester
    await go(page, `/requisition/card?code=${no}`)
    await page.getByRole('button', { name: /History/ }).click()
    const history = page.locator('[data-section="history"]')
    await history.getByText(/Solar lamp: 3 \(3 of 4\)/).first().waitFor()
    await history.getByText(/Solar lamp: 1 \(4 of 4\), Training: 2 \(2 of 2\)/).first().waitFor()
    await expect.poll(() => history.textContent()).toContain('Ali Hassan')
    await look(page, 'received-history')
  })

  it('has no faults where it is received', async () => {
    const { page } = procurement
    const { data } = await procurement.who.call('GET', 'documents/requisition?search=Sample%20tubes%20and%20kits')
    const [part] = data as unknown as { no: string }[]
    await go(page, `/requisition/receive/${part?.no ?? ''}`)
    await page.getByRole('heading', { level: 1, name: /Receive Requisition/ }).waitFor()
    expect(await faultsOf(page, 'requisition-look-receive')).toEqual([])
  })

  it('nothing was complained about in the console', () => {
    expect([...procurement.problems, ...requester.problems]).toEqual([])
  })
})

/** A line whose fields stand there: on a phone it is opened first. */
async function open(page: Page, number: number): Promise<ReturnType<typeof lineOf>> {
  await comeToRest(page)
  const head = page.getByRole('region', { name: `Line ${number}`, exact: true }).locator('[aria-expanded]').first()
  if ((page.viewportSize()?.width ?? 0) < 768 && (await head.getAttribute('aria-expanded')) === 'false') await head.click()
  return lineOf(page, number)
}

async function issue(page: Page): Promise<void> {
  await act(page, 'Issue')
  const dialog = page.getByRole('dialog', { name: 'Issue' })
  await dialog.getByRole('button', { name: 'Issue', exact: true }).click()
  await seeToast(page, 'items issued')
  await dialog.waitFor({ state: 'hidden' })
}

describe('lines that save themselves', () => {
  const HEAD = { globalDimension1Code: 'CLIMATE' }
  const made = async (who: Person): Promise<string> => {
    const reply = await who.call('POST', 'requisition', { documentType: 'Store Requisition', description: 'Pens for the training', requestedFor: 'MRT-015', locationCode: 'MAIN-NBO', ...HEAD, requisitionLines: [{ billingItemCode: 'PENS-BOX', quantity: 1, ...HEAD }] })
    return reply.data.no
  }
  const quantity = async (who: Person, no: string): Promise<number | undefined> => ((await who.call('GET', `documents/requisition/${no}`)).data['requisitionLines'] as { quantity: number }[])[0]?.quantity

  it('say that they were not, without a network, and are once it is back', async () => {
    const { page, who, context } = await windows.for('wanjiku@mazingira.example')
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

  it('are not put over what somebody stored meanwhile in another window', async () => {
    const { page, who } = await windows.for('wanjiku@mazingira.example')
    const no = await made(who)
    await go(page, `/requisition/card?code=${no}`)
    // What is typed into the header waits to be saved: the card no longer follows.
    await field(page, 'Description').fill('Pens for the workshop')
    await who.call('PATCH', `requisition/${no}`, { description: 'Pens for two trainings' })
    await (await open(page, 1)).type('Quantity', '6')
    await page.getByRole('dialog').filter({ hasText: /changed by someone else/ }).waitFor()
    await takePicture(page, 'requisition-stale')
    expect(await quantity(who, no)).toBe(1)
  })

  it('say what is wrong with a line, and keep it from being stored', async () => {
    const { page, who } = await windows.for('wanjiku@mazingira.example')
    const no = await made(who)
    await go(page, `/requisition/card?code=${no}`)
    await (await open(page, 1)).type('Quantity', '0')
    await page.locator('[data-autosave="incomplete"]').waitFor()
    await takePicture(page, 'requisition-wrong-line')
    // The screen speaks in the words of the server.
    for (const [typed, said] of [['0', 'Must be greater than 0'], ['-1', 'Must be greater than 0'], ['0.5', 'Field cannot be less than 1']] as const) {
      await (await open(page, 1)).type('Quantity', typed)
      await expect.poll(() => page.getByText(/greater than|less than|negative/).allTextContents()).toEqual([said])
    }
    expect(await quantity(who, no)).toBe(1)
    await (await open(page, 1)).type('Quantity', '2')
    await expect.poll(() => quantity(who, no)).toBe(2)
  })
})
