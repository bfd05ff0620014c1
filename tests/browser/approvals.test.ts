/** The approval list by keyboard and in bulk, a standing delegation, the page that a mail links to, and the statement. */
import { beforeAll, describe, expect, it } from 'vitest'
import type { Locator, Page } from 'playwright-core'
import { DESKTOP, PHONE, faultsOf, go, scrollsSideways } from './harness.ts'
import { sendRequest, storedRequest, typedDayAhead, type Person } from './people.ts'
import { answer, choose, field, seeToast } from './steps.ts'
import { startWindows } from './windows.ts'

interface Entry { entryNo: number; documentNo: string }

const windows = startWindows()
let owner: Person
let approver: Person
let administrator: Person
beforeAll(async () => {
  [owner, approver, administrator] = await Promise.all(['chebet', 'otieno', 'admin'].map((name) => windows.person(`${name}@mazingira.example`))) as [Person, Person, Person]
})

const PLACES = ['Kisumu', 'Lodwar', 'Nakuru']
/** A description that no other request has. */
const unlike = (): string => `Batteries ${Math.random().toString(36).slice(2, 8)}`
const sentLike = async (description: string, count: number): Promise<string[]> => {
  const numbers: string[] = []
  for (let index = 0; index < count; index += 1) numbers.push(await sendRequest(owner, { description: `${description} ${PLACES[index] ?? ''}` }))
  return numbers
}
const inbox = (search: string): string => `/approvals/list?search=${encodeURIComponent(search)}`
const rows = (page: Page): Promise<(string | undefined)[]> => page.locator('[data-entry]').evaluateAll((all) => all.map((row) => /PC-[\d-]+/.exec(row.textContent)?.[0]))
const inFocus = (page: Page): Promise<string | undefined> => page.evaluate(() => /PC-[\d-]+/.exec(document.activeElement?.textContent ?? '')?.[0])
/** What a box says of the rows under it. */
const extentIn = (group: Locator): Promise<string> => group.evaluate((box: HTMLInputElement) => {
  if (box.indeterminate) return 'some'
  return box.checked ? 'all' : 'none'
})
const stateOf = async (no: string): Promise<string> => (await storedRequest(owner, no)).status

describe('the approval list', () => {
  it('the list shows further entries on request, and a search narrows it and is kept in the address', async () => {
    const what = unlike()
    const numbers = await sentLike(what, 3)
    const { page } = await windows.of(approver)
    await page.route('**/approvals/approvalEntries?*', (route) => route.continue({ url: `${route.request().url().replace(/&limit=\d+/, '')}&limit=2` }))
    await go(page, inbox(what))
    await page.locator('[data-entry]').first().waitFor()
    await expect.poll(() => rows(page)).toEqual(numbers.slice(0, 2))
    await page.getByRole('button', { name: 'Show more' }).click()
    await expect.poll(() => rows(page)).toEqual(numbers)
    expect(await page.getByRole('button', { name: 'Show more' }).count()).toBe(0)
    await page.getByRole('searchbox').or(page.getByPlaceholder('Number, person, purpose…')).first().fill(`${what} ${PLACES[1]}`)
    await expect.poll(() => rows(page)).toEqual([numbers[1]])
    expect(decodeURIComponent(page.url()).replaceAll('+', ' ')).toContain(`search=${what} ${PLACES[1]}`)
  })

  it('beside the document, too, a row shows whole what it is for, its number and whose it is', async () => {
    const what = `${unlike()} for the emergency lamps of every borehole between Lodwar and Kakuma`
    await sendRequest(owner, { description: what })
    const page = await windows.at(inbox(what), approver)
    const row = page.locator('[data-entry]').first()
    await row.getByText('Chebet Langat').waitFor()
    const cut = await row.locator('*').evaluateAll((all) => all.filter((one) => ['hidden', 'clip'].includes(getComputedStyle(one).overflowX) && one.clientWidth > 1 && (one.scrollWidth > one.clientWidth + 1 || one.scrollHeight > one.clientHeight + 4)).map((one) => one.textContent))
    expect(cut).toEqual([])
  })

  it('the keys j and k move through the list, r rejects an entry, x selects one, and a approves the selected ones', async () => {
    const what = unlike()
    const [first = '', second = '', third = ''] = await sentLike(what, 3)
    const page = await windows.at(inbox(what), approver)
    await page.locator('[data-entry]').first().waitFor()
    await page.locator('h1').focus()
    // The first is current from the start: it is shown beside the queue.
    for (const [key, expected] of [['j', second], ['j', third], ['k', second]] as const) {
      await page.keyboard.press(key)
      await expect.poll(() => inFocus(page)).toBe(expected)
    }
    await page.getByRole('region', { name: `Petty Cash ${second}` }).getByText('Pending Approval').first().waitFor()
    expect(await faultsOf(page, 'approvals-queue')).toEqual([])
    // A click elsewhere does not take the keys away.
    await page.locator('h1').click()
    await page.keyboard.press('?')
    await page.getByRole('dialog', { name: 'Keys' }).getByText('next document').waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog', { name: 'Keys' }).waitFor({ state: 'hidden' })
    await page.keyboard.press('r')
    await page.getByRole('dialog', { name: `Reject ${second}` }).getByRole('textbox').fill('Not this month')
    await page.getByRole('dialog', { name: `Reject ${second}` }).getByRole('button', { name: `Reject ${second}` }).click()
    await seeToast(page, 'Document rejected successfully')
    await expect.poll(() => rows(page)).toEqual([first, third])
    expect(await stateOf(second)).toBe('Rejected')
    // The entry after the decided one has the focus.
    await expect.poll(() => inFocus(page)).toBe(third)
    for (const key of ['x', 'k', 'x']) await page.keyboard.press(key)
    await page.getByRole('toolbar', { name: 'Selected' }).getByText('2 selected').waitFor()
    await page.keyboard.press('a')
    await answer(page, /Approve 2 documents, KES [\d,.]+ in total\?.*Chebet Langat/, 'Approve')
    await seeToast(page, '2 documents were approved.')
    expect([await stateOf(first), await stateOf(third)]).toEqual(['Released', 'Released'])
    await page.getByText('Nothing matches').waitFor()
  })

  it('several requests are approved together, and one that could not be approved is listed with the reason', async () => {
    const what = unlike()
    const [first = '', second = ''] = await sentLike(what, 2)
    const page = await windows.at(inbox(what), approver)
    await page.locator('[data-entry]').first().waitFor()
    for (const box of await page.locator('[data-entry] input[type=checkbox]').all()) await box.check()
    await page.getByText('2 selected').waitFor()
    // One button to press at a time: the other approves what is selected.
    const colours = (): Promise<string[]> => page.getByRole('button', { name: /^Approve( selected)?$/ }).evaluateAll((all) => all.map((button) => getComputedStyle(button).backgroundColor))
    await expect.poll(async () => new Set(await colours()).size).toBe(2)
    expect(await faultsOf(page, 'approvals-selected')).toEqual([])
    await page.getByRole('button', { name: 'Approve selected' }).click()
    // Meanwhile a colleague decides on one of them elsewhere.
    const { data } = await approver.call('GET', `approvals/approvalEntries?scope=mine&status=Open&documentNo=${second}`)
    await approver.call('POST', 'approvals/reject', { entryNo: (data as unknown as Entry[])[0]?.entryNo, reason: 'Elsewhere' })
    const dialog = page.getByRole('dialog', { name: 'Approve 2 documents' })
    await dialog.getByRole('button', { name: 'Approve', exact: true }).click()
    await dialog.getByText('2 of 2 done, 1 refused').waitFor()
    // The dialog stays, although the list behind it is empty by now.
    await expect.poll(() => rows(page), { timeout: 10_000 }).toEqual([])
    const refused = dialog.getByRole('list', { name: 'Not approved' }).getByRole('listitem')
    await expect.poll(() => refused.count()).toBe(1)
    await expect.poll(() => refused.textContent()).toMatch(new RegExp(`${second}.*no longer open`))
    expect(await faultsOf(page, 'approvals-bulk')).toEqual([])
    await dialog.getByRole('button', { name: 'Close' }).last().click()
    expect([await stateOf(first), await stateOf(second)]).toEqual(['Released', 'Rejected'])
  })

  it('only documents of one type are selected together: the others say why, and what is done with those selected stays in view', async () => {
    await sentLike(unlike(), 2)
    const { page } = await windows.of(approver, { width: 1440, height: 900 })
    await go(page, '/approvals/list')
    const [request, other] = [page.locator('[data-entry]').filter({ hasText: 'Petty Cash ·' }).first(), page.locator('[data-entry]').filter({ hasNotText: 'Petty Cash ·' }).first()]
    const bar = page.getByRole('toolbar', { name: 'Selected' })
    const group = request.locator('xpath=ancestor::section[1]').getByRole('checkbox', { name: /^Select all of one type/ })
    await request.focus()
    await page.keyboard.press('x')
    await bar.getByText('1 selected').waitFor()
    expect(await bar.evaluate((one) => Math.round(one.getBoundingClientRect().bottom))).toBeLessThanOrEqual(900)
    await expect.poll(() => extentIn(group)).toBe('some')
    await other.focus()
    await page.keyboard.press('x')
    await bar.getByText('Only documents of one type can be approved together.').waitFor()
    const box = other.getByRole('checkbox')
    expect(await box.isChecked()).toBe(false)
    expect(await box.isDisabled()).toBe(true)
    await page.keyboard.press('Tab')
    await page.getByRole('tooltip').getByText('Only documents of one type').waitFor()
    expect(await faultsOf(page, 'approvals-one-type')).toEqual([])
    // What is asked and taken back leaves the selection as it was.
    await request.focus()
    for (const [key, dialog] of [['a', /^Approve/], ['r', /^Reject/]] as const) {
      await page.keyboard.press(key)
      await page.getByRole('dialog', { name: dialog }).waitFor()
      await page.keyboard.press('Escape')
      await page.getByRole('dialog', { name: dialog }).waitFor({ state: 'hidden' })
      await bar.getByText('1 selected').waitFor()
    }
    await bar.getByRole('button', { name: 'Clear' }).click()
    await bar.waitFor({ state: 'hidden' })
  })

  it('the box of a group selects what is of one type in it, and is ticked only when all of it is selected', async () => {
    const what = unlike()
    await sentLike(what, 3)
    const page = await windows.at(inbox(what), approver)
    const boxes = page.locator('[data-entry]').getByRole('checkbox')
    const group = page.getByRole('checkbox', { name: 'Select all of one type: Later' })
    for (const [act, selected, look] of [[() => group.click(), 3, 'all'], [() => boxes.first().click(), 2, 'some'], [() => group.click(), 3, 'all'], [() => group.click(), 0, 'none']] as const) {
      await act()
      await expect.poll(() => extentIn(group)).toBe(look)
      expect(await boxes.evaluateAll((all) => all.filter((box) => (box as HTMLInputElement).checked).length)).toBe(selected)
    }
  })

  it.each([
    ['an imprest above its budget', 'Handover of boreholes in Eldoret', ['Budget: Over budget', 'Start Date', 'End Date'], ''],
    ['leave to be cancelled', 'Visit by the social worker', ['Cancellation asked', 'Start Date', 'End Date', 'Approved days'], 'Cancellation asked'],
  ] as const)('before %s is approved, its approver reads what decides it', async (_, what, facts, said) => {
    const page = await windows.at('/approvals/list', approver)
    const row = page.locator('[data-entry]').filter({ hasText: what })
    await row.getByText(said).first().waitFor()
    await row.focus()
    await page.keyboard.press('a')
    const dialog = page.getByRole('dialog', { name: /^Approve/ })
    for (const fact of facts) await dialog.getByText(fact, { exact: true }).waitFor()
    expect(await faultsOf(page, `approvals-question-${facts.length}`)).toEqual([])
    await page.keyboard.press('Escape')
  })

  it('what was approved is named with its sender, and a rejection without its reason says so where the reason is entered', async () => {
    const what = unlike()
    const [no = ''] = await sentLike(what, 1)
    const page = await windows.at(inbox(what), approver)
    await page.locator('[data-entry]').first().focus()
    await page.keyboard.press('a')
    await answer(page, 'Are you sure you want to approve this document?', 'Approve')
    await seeToast(page, `Document approved successfully · ${no} · Chebet Langat`)
    await go(page, '/approvals/list')
    // Of a type whose button waits for the reason, and of one whose button does not.
    for (const type of ['Leave planner ·', 'Petty Cash ·']) {
      await page.locator('[data-entry]').filter({ hasText: type }).first().focus()
      await page.keyboard.press('r')
      const dialog = page.getByRole('dialog', { name: /^Reject/ })
      await dialog.getByText('to send').waitFor()
      await dialog.getByRole('button', { name: /^Reject/ }).focus()
      await page.keyboard.press('Enter')
      await dialog.getByText('Reason is required').waitFor()
      await expect.poll(() => dialog.getByRole('textbox').evaluate((box) => box === document.activeElement)).toBe(true)
      await page.keyboard.press('Escape')
      await dialog.waitFor({ state: 'hidden' })
    }
    await page.keyboard.press('?')
    await page.getByRole('dialog', { name: 'Keys' }).getByText('in a dialog: send it', { exact: false }).waitFor()
  })

  it('beside the queue, files come before the fields and what was decided after them, every decision stands in one line, and fewer types do not move the list', async () => {
    const { page } = await windows.of(approver, { width: 1210, height: 800 })
    await go(page, '/approvals/list')
    const rows = page.locator('[data-entry]')
    const height = (): Promise<number> => page.getByRole('region', { name: 'Approval entries' }).locator('> *').first().evaluate((tools) => tools.getBoundingClientRect().height)
    await rows.first().waitFor()
    const before = await height()
    await rows.filter({ hasText: 'Handover of boreholes in Eldoret' }).focus()
    const files = page.getByRole('region', { name: 'Document and attachments' })
    await files.waitFor()
    const sections = page.locator('section[aria-label^="Imprest"]')
    await sections.locator('[data-section="approvals"]').waitFor()
    const order = await sections.evaluate((pane) => [...pane.querySelectorAll('[data-section], [aria-label="Document and attachments"]')].map((one) => one.getAttribute('data-section') ?? 'files'))
    expect([order[0], ...order.slice(-2)]).toEqual(['files', 'approvals', 'history'])
    const tops = await page.getByRole('toolbar', { name: 'Decision' }).getByRole('button').evaluateAll((all) => all.map((button) => Math.round(button.getBoundingClientRect().top)))
    expect(new Set(tops).size).toBe(1)
    await go(page, inbox('Handover of boreholes in Eldoret'))
    await expect.poll(() => rows.count()).toBe(1)
    expect(await height()).toBe(before)
  })

  it.each([['a phone', PHONE], ['a desktop', DESKTOP]] as const)('what a request without an amount asks for leaves room for what it is about, on %s', async (_, size) => {
    const { page } = await windows.of(approver, size)
    await go(page, '/approvals/list')
    const first = page.locator('[data-entry] [data-extent]')
    await first.first().waitFor()
    const rows = await first.evaluateAll((all) => all.map((row) => [...row.children].map((part) => ({ width: part.getBoundingClientRect().width, over: part.getBoundingClientRect().right - row.getBoundingClientRect().right }))))
    for (const [purpose, extent] of rows) expect([(purpose?.width ?? 0) > 60, (extent?.over ?? 1) < 1]).toEqual([true, true])
    expect(await scrollsSideways(page)).toBe(false)
  })

  it('on a phone its row of tabs fades where it continues, and the tab that is open is in view', async () => {
    const { page } = await windows.of(approver, PHONE)
    const row = page.getByRole('tablist')
    const isInView = (name: string): Promise<boolean> => row.evaluate((box, tab) => {
      const [within, found] = [box.getBoundingClientRect(), [...box.querySelectorAll('[role="tab"]')].find((one) => one.textContent === tab)?.getBoundingClientRect()]
      return found !== undefined && found.left >= within.left - 1 && found.right <= within.right + 1
    }, name)
    for (const [address, open, more] of [['/approvals/list', 'To approve', 'end'], ['/approvals/list?tab=history', 'History', 'start']] as const) {
      await go(page, address)
      await expect.poll(() => isInView(open)).toBe(true)
      await expect.poll(() => row.getAttribute('data-more')).toBe(more)
      expect(await row.evaluate((box) => getComputedStyle(box).maskImage)).toMatch(/gradient/)
    }
  })

  it('what was decided and what was sent opens to be read, from the history and from what one sent', async () => {
    const what = unlike()
    const [no = ''] = await sentLike(what, 1)
    const { data } = await approver.call('GET', `approvals/approvalEntries?scope=mine&status=Open&documentNo=${no}`)
    await approver.call('POST', 'approvals/approve', { entryNo: (data as unknown as Entry[])[0]?.entryNo })
    for (const [person, tab] of [[approver, 'history'], [owner, 'sent']] as const) {
      const page = await windows.at(`${inbox(what)}&tab=${tab}`, person)
      await page.getByRole('link', { name: `View ${no}` }).click()
      await page.getByRole('heading', { name: new RegExp(no) }).waitFor()
      await page.getByText('Batteries', { exact: false }).or(page.locator(`input[value*="Batteries"]`)).first().waitFor()
      expect(await page.getByRole('dialog').count()).toBe(0)
    }
  })
})

describe('a standing delegation', () => {
  it('an approver creates a delegation from the approval list, and the delegate then finds the approver’s requests', async () => {
    const holder = await windows.person('halima@mazingira.example')
    const page = await windows.at('/approvals/list', holder)
    await page.getByRole('link', { name: 'Delegation' }).click()
    await page.getByRole('link', { name: 'New delegation' }).first().click()
    await choose(page, 'Decided by', 'Achieng')
    await field(page, 'Until').fill(typedDayAhead(3))
    await field(page, 'Until').press('Tab')
    expect(await faultsOf(page, 'delegation-card')).toEqual([])
    await page.getByRole('button', { name: 'Save', exact: true }).first().click()
    await page.waitForURL(/DLG-/)
    const { data } = await holder.call('GET', 'documents/standing-delegation')
    const [given] = data as unknown as { no: string; toEmployee: string; _rev: number }[]
    expect(given?.toEmployee).toBe('MRT-002')
    const juma = await windows.person('atieno@mazingira.example')
    const no = await sendRequest(juma, { description: unlike() })
    const delegate = await windows.at('/approvals/list?tab=delegated', await windows.person('achieng@mazingira.example'))
    await delegate.locator('[data-entry]').filter({ hasText: no }).getByText('Halima').first().waitFor()
    await holder.call('DELETE', `documents/standing-delegation/${given?.no ?? ''}?_rev=${String(given?._rev)}`)
  })
})

describe('the page that a mail leads to', () => {
  async function mailed(no: string): Promise<string> {
    let text = ''
    await expect.poll(async () => {
      const { data } = await administrator.call('GET', 'admin/outbox?limit=100')
      text = (data as unknown as { recipient: string; text: string }[]).find((one) => one.recipient === 'otieno@mazingira.example' && one.text.includes(no))?.text ?? ''
      return text
    }, { timeout: 20_000 }).not.toBe('')
    return /\/auth\/decide\/[\w-]+/.exec(text)?.[0] ?? ''
  }

  it.each([['approves', DESKTOP, 'Approve', 'Released'], ['rejects', PHONE, 'Reject', 'Rejected']] as const)('an approver %s a request there without signing in, and the link then decides nothing more', async (_, viewport, decision, state) => {
    const [no = ''] = await sentLike(unlike(), 1)
    const address = await mailed(no)
    const { page, problems } = await windows.open(viewport)
    await go(page, address)
    await page.getByRole('heading', { level: 1, name: new RegExp(no) }).waitFor()
    await page.getByText('Chebet Langat asks for the approval of Otieno Ochieng.').waitFor()
    expect(await stateOf(no)).toBe('Pending Approval')
    if (decision === 'Approve') expect(await faultsOf(page, 'decide-by-mail')).toEqual([])
    await page.getByRole('button', { name: decision, exact: true }).click()
    if (decision === 'Reject') {
      await expect.poll(() => page.getByRole('button', { name: 'Reject', exact: true }).isDisabled()).toBe(true)
      await page.getByLabel('Reason').fill('The receipt is of another day.')
      await page.getByRole('button', { name: 'Reject', exact: true }).click()
    }
    await page.getByRole('heading', { name: 'Thank you' }).waitFor()
    expect(await stateOf(no)).toBe(state)
    await page.reload()
    await page.getByRole('heading', { name: 'Nothing to decide here' }).waitFor()
    expect(problems).toEqual([])
  })
})

describe('the statement', () => {
  it('the statement is drawn for the days in the address, and can be downloaded', async () => {
    const { page } = await windows.of(await windows.person('wanjiku@mazingira.example'))
    const year = new Date().getFullYear()
    await go(page, `/approvals/statement/document?from=${year - 1}-01-01`)
    await page.getByRole('heading', { level: 1, name: 'My Statement' }).waitFor()
    await page.locator('canvas').first().waitFor()
    const saved = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Download' }).click()
    expect((await saved).suggestedFilename()).toMatch(new RegExp(`^statement-MRT-015-${year - 1}-01-01-.*\\.pdf$`))
    expect(await faultsOf(page, 'statement')).toEqual([])
  })
})
