import { beforeAll, describe, expect, it } from 'vitest'
import type { Page } from 'playwright-core'
import { DESKTOP, PHONE, comeToRest, signIn, go, resize } from './harness.ts'
import { makeAsTwo, makeRequest, storedRequest, type Person } from './people.ts'
import { RECEIPT } from './receipt.ts'
import { act, answer, choose, field, lineOf, seeState, seeToast } from './steps.ts'
import { startWindows } from './windows.ts'

const RESTORED = 'Your unsaved changes were restored.'

const windows = startWindows()
let employee: Person
beforeAll(async () => {
  // A user that no other test uses: drafts are stored per user and place.
  employee = await windows.person('juma@mazingira.example')
})

async function openCard(no?: string, who = employee, viewport = DESKTOP): Promise<Page> {
  const { page } = await windows.of(who, viewport)
  await go(page, no ? `/pettycash/form?edit=${no}` : '/pettycash/form')
  await field(page, 'Description').first().waitFor()
  return page
}

describe('a draft', () => {
  it('it is restored in another tab with its lines and its file, and saving it in both tabs creates one document', async () => {
    const first = await openCard()
    await field(first, 'Description').fill('Stationery for the Isiolo office')
    await first.getByRole('button', { name: 'Add line' }).click()
    await lineOf(first, 1).choose('Code', 'STATIONERY')
    await lineOf(first, 1).type('Amount', '730')
    await first.getByLabel('Attach files').setInputFiles({ name: 'till.pdf', mimeType: 'application/pdf', buffer: RECEIPT })
    await comeToRest(first)
    const second = await first.context().newPage()
    await go(second, '/pettycash/form')
    await second.getByText(RESTORED).waitFor()
    await expect.poll(() => field(second, 'Description').inputValue()).toBe('Stationery for the Isiolo office')
    await expect.poll(() => lineOf(second, 1).field('Amount').inputValue()).toBe('730.00')
    await second.getByRole('button', { name: 'Preview till.pdf' }).waitFor()
    const numbers: (string | null)[] = []
    for (const page of [second, first]) {
      await page.bringToFront()
      await act(page, 'Save')
      await page.waitForURL(/edit=/)
      numbers.push(new URL(page.url()).searchParams.get('edit'))
    }
    expect(numbers[0]).toMatch(/^PC-/)
    expect(numbers[1]).toBe(numbers[0])
  })
})

describe('leaving a card', () => {
  const back = (page: Page): Promise<void> => page.getByRole('link', { name: 'Back to the list' }).click()

  it('a card with unsaved changes asks before it is left, and a saved card asks nothing', async () => {
    const no = await makeRequest(employee)
    const page = await openCard(no)
    await field(page, 'Description').fill('Changed and not saved')
    await back(page)
    await answer(page, 'You have unsaved changes.', 'Stay')
    await expect.poll(() => field(page, 'Description').inputValue()).toBe('Changed and not saved')
    await act(page, 'Save')
    await seeToast(page, `You have successfully Updated ${no} Petty Cash Record`)
    await back(page)
    await page.waitForURL('**/pettycash/list')
    expect(await page.getByRole('dialog').count()).toBe(0)
  })
})

describe('a record that someone else changed meanwhile', () => {
  it('it is not overwritten: a dialog offers to reload it with or without one’s own changes', async () => {
    const no = await makeRequest(employee)
    const page = await openCard(no)
    const dialog = page.getByRole('dialog').filter({ hasText: 'This record was changed by someone else. Reload.' })
    const changedMeanwhile = async (theirs: object): Promise<void> => {
      await field(page, 'Description').fill('Mine')
      const { _rev } = await storedRequest(employee, no)
      await employee.call('POST', 'hrmis/pettycash/update', { no, _rev, description: 'From the other window', ...theirs })
      await act(page, 'Save')
      await dialog.waitFor()
      expect((await storedRequest(employee, no))['description']).toBe('From the other window')
    }
    await changedMeanwhile({ reference_no: 'THEIRS' })
    await dialog.getByRole('button', { name: 'Reload and keep my changes' }).click()
    await expect.poll(() => field(page, 'Reference No.').inputValue()).toBe('THEIRS')
    await expect.poll(() => field(page, 'Description').inputValue()).toBe('Mine')
    await changedMeanwhile({ reference_no: 'THEIRS AGAIN' })
    await dialog.getByRole('button', { name: 'Reload without my changes' }).click()
    await expect.poll(() => field(page, 'Reference No.').inputValue()).toBe('THEIRS AGAIN')
    await expect.poll(() => field(page, 'Description').inputValue()).toBe('From the other window')
  })
})

describe('a save', () => {
  it('a card takes no changes during a slow save, which the response would discard, and a refused save focuses the field concerned', async () => {
    const no = await makeRequest(employee)
    const page = await openCard(no)
    let letAnswer = (): void => undefined
    const isAnswered = new Promise<void>((resolve) => (letAnswer = resolve))
    await page.route('**/hrmis/pettycash/update', async (route) => {
      await isAnswered
      await route.continue()
    })
    await field(page, 'Description').fill('Sent slowly')
    await act(page, 'Save')
    await page.getByText('Saving…').waitFor()
    const typeOn = async (): Promise<void> => {
      await field(page, 'Description').evaluate((element: HTMLElement) => element.focus())
      await page.keyboard.type('!')
    }
    await typeOn()
    await expect.poll(() => field(page, 'Description').inputValue()).toBe('Sent slowly')
    letAnswer()
    await seeToast(page, /successfully Updated/)
    await page.getByText('Saving…').waitFor({ state: 'hidden' })
    await typeOn()
    expect((await field(page, 'Description').inputValue()).length).toBe('Sent slowly!'.length)
    expect((await storedRequest(employee, no))['description']).toBe('Sent slowly')

    await page.unroute('**/hrmis/pettycash/update')
    await page.route('**/hrmis/pettycash/update', (route) => route.fulfill({
      status: 422, json: { code: 'invalid-document', message: 'Refused.', errors: [{ path: 'description', rule: 'test', message: 'Say more.', severity: 'error' }] },
    }))
    await field(page, 'Reference No.').fill('R-1')
    await act(page, 'Save')
    await expect.poll(() => field(page, 'Description').evaluate((element) => element === document.activeElement)).toBe(true)
  })
})

describe('a card with a field that is hidden by another person’s change', () => {
  it('the card keeps the field, with what was typed', async () => {
    const no = await makeRequest(employee)
    const page = await openCard(no)
    await field(page, 'Description').fill('Mine')
    await page.route('**/hrmis/pettycash/show?*', async (route) => {
      const response = await route.fetch()
      const body = (await response.json()) as { data: object }
      await route.fulfill({ response, json: { ...body, data: { ...body.data, _hidden: ['description'] } } })
    })
    const isRead = page.waitForResponse('**/hrmis/pettycash/show?*')
    await employee.call('POST', 'hrmis/pettycash/update', { no, _rev: (await storedRequest(employee, no))._rev, reference_no: 'THEIRS' })
    await isRead
    await comeToRest(page)
    expect([await field(page, 'Description').inputValue(), await page.getByText(RESTORED).count()]).toEqual(['Mine', 0])
  })
})

describe('the dialog of a line', () => {
  it('it closes without a question when nothing was changed, and asks before changes are lost', async () => {
    const page = await openCard(await makeRequest(employee))
    const button = page.getByRole('button', { name: /^Dimensions of line 1/ })
    const dialog = page.getByRole('dialog', { name: 'Dimensions, line 1' })
    const question = page.getByRole('dialog').filter({ hasText: 'Discard what you changed in Dimensions, line 1?' })
    const project = (): Promise<string> => field(dialog, 'Project').inputValue()
    await button.click()
    const before = await project()
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'hidden' })
    expect(await page.getByText(/not saved yet/i).count()).toBe(0)

    await button.click()
    await choose(dialog, 'Project', 'Civic voices')
    await page.keyboard.press('Escape')
    await question.waitFor()
    // The key belongs to the question alone.
    await page.keyboard.press('Escape')
    await question.waitFor({ state: 'hidden' })
    expect(await project()).toMatch(/Civic voices/)
    await dialog.getByRole('button', { name: 'Close', exact: true }).click()
    await question.getByRole('button', { name: 'Discard' }).click()
    await dialog.waitFor({ state: 'hidden' })
    await button.click()
    expect(await project()).toBe(before)
  })

  it('on a phone, it opens from the list of problems at the invalid field, and keeps its keys to itself', async () => {
    const no = await makeRequest(employee, { pettyCashLinesAPI: [{ expense_code: 'MEALS', amount: 450, shortcutDimension1Code: null }] })
    const page = await openCard(no, employee, PHONE)
    await page.locator('[data-line="0"]').waitFor()
    await act(page, 'Send For Approval')
    const problem = page.locator('[data-summary]').getByRole('button', { name: 'Line 1: Department is required' })
    await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe('Dimensions of line 1, needs attention')
    await problem.click()
    const dialog = page.getByRole('dialog', { name: 'Dimensions, line 1' })
    await expect.poll(() => field(dialog, 'Department').evaluate((element) => element === document.activeElement)).toBe(true)
    // It confirms the dialog, and adds no line to the card behind it.
    await page.keyboard.press('Control+Enter')
    await dialog.waitFor({ state: 'hidden' })
    await comeToRest(page)
    expect(await page.locator('[data-line]').count()).toBe(1)
    await problem.click()
    await choose(dialog, 'Department', 'Climate')
    await dialog.getByRole('button', { name: 'Save', exact: true }).click()
    await problem.waitFor({ state: 'hidden' })
  })
})

describe('the lines of a card', () => {
  it('on a phone, a finished line folds when the next is added, and an unfinished one stays open', async () => {
    const page = await openCard(await makeRequest(employee), employee, PHONE)
    const isOpen = (): Promise<boolean[]> => page.locator('[data-line] > button').evaluateAll((heads) => heads.map((head) => head.getAttribute('aria-expanded') === 'true'))
    const add = page.getByRole('button', { name: 'Add line' })
    await page.locator('[data-line="0"]').waitFor()
    expect(await isOpen()).toEqual([true])
    await add.click()
    await expect.poll(isOpen).toEqual([false, true])
    await add.click()
    await expect.poll(isOpen).toEqual([false, true, true])
    await page.locator('[data-line="0"] > button').click()
    await expect.poll(isOpen).toEqual([true, true, true])
  })

  it('the lines show all of their texts on a wide screen', async () => {
    const line = { expense_code: 'TAXI', description: 'Taxi to the airport for the mission to Lodwar', amount: 2500, from: 'HQ', to: 'JKIA', transportCode: 'TX-HQ-JKIA', invoiceRef: 'INV-2026-00345' }
    const page = await openCard(await makeRequest(employee, { pettyCashLinesAPI: [line, { expense_code: 'MEALS', description: 'Working lunch with partners', amount: 12_450.5 }] }))
    const isCut = (): Promise<string[]> => page.locator('[data-line] :is(input, textarea)').evaluateAll((cells) => cells.flatMap((cell) => (
      (cell instanceof HTMLInputElement || cell instanceof HTMLTextAreaElement) && (cell.scrollWidth > cell.clientWidth + 1 || cell.scrollHeight > cell.clientHeight + 1) ? [cell.value] : [])))
    for (const width of [1440, 1280]) {
      await resize(page, { width, height: 900 })
      await expect.poll(isCut).toEqual([])
      const frame = page.locator('[data-lines] table').locator('../..')
      await expect.poll(() => frame.evaluate((element) => element.scrollWidth <= element.clientWidth + 1)).toBe(true)
    }
  })
})

describe('a session that ends', () => {
  it('a person who was typing signs in again and finds the draft, which can be discarded', async () => {
    const employed = await windows.person('juma@mazingira.example')
    const no = await makeRequest(employed)
    const page = await openCard(no, employed)
    await field(page, 'Description').fill('Typed before the session ended')
    // The portal gets the event at once, before the form has had time to store a draft.
    await employed.call('POST', 'hrmis/auth/logout')
    await page.waitForURL('**/auth/login')
    await page.getByLabel(/e-?mail/i).fill('juma@mazingira.example')
    await page.getByLabel('Password', { exact: true }).fill('Karibu-2026')
    await page.getByRole('button', { name: 'Login' }).click()
    await page.waitForURL(`**/pettycash/form?edit=${no}`)
    await page.getByText(RESTORED).waitFor()
    await expect.poll(() => field(page, 'Description').inputValue()).toBe('Typed before the session ended')
    await page.getByRole('button', { name: 'Discard them' }).click()
    await expect.poll(() => field(page, 'Description').inputValue()).toBe('Working lunch with the county team')
  })

  it('a sign-out in one tab ends the session in the other too, and the next person starts at their own first page', async () => {
    const employed = await windows.person('juma@mazingira.example')
    const page = await openCard(await makeRequest(employed), employed)
    const other = await page.context().newPage()
    await go(other, '/pettycash/list')
    await other.getByRole('heading', { level: 1 }).waitFor()
    await page.getByRole('button', { name: 'Account of Juma Omar' }).click()
    await page.getByRole('menuitem', { name: 'Logout' }).click()
    await Promise.all([page.waitForURL('**/auth/login'), other.waitForURL('**/auth/login')])
    await signIn(page, 'otieno@mazingira.example')
    await other.waitForURL((url) => !url.pathname.startsWith('/auth'))
    await other.getByText('Welcome, Otieno Ochieng').waitFor()
  })
})

describe('without a network', () => {
  it('a notice says so and a save fails with a message, until the network is back', async () => {
    const no = await makeRequest(employee)
    const page = await openCard(no)
    await page.context().setOffline(true)
    const notice = page.locator('[data-offline]')
    await notice.filter({ hasText: 'No internet connection' }).waitFor()
    await field(page, 'Description').fill('Typed offline')
    await act(page, 'Save')
    await seeToast(page, 'No internet connection')
    await page.context().setOffline(false)
    await notice.waitFor({ state: 'detached' })
    await act(page, 'Save')
    await seeToast(page, /successfully Updated/)
    expect((await storedRequest(employee, no))['description']).toBe('Typed offline')
  })
})

describe('header dimensions', () => {
  it('a change of them is applied to the lines only after a Yes, and a remembered answer applies to further changes', async () => {
    const no = await makeRequest(employee)
    const page = await openCard(no)
    await choose(page, 'Project', 'Civic voices')
    await answer(page, 'Apply the new dimensions to the lines too?', 'Keep the lines')
    await choose(page, 'Donor', 'World Bank')
    await page.getByLabel('Do the same for my next changes on this screen').check()
    await answer(page, 'Apply the new dimensions to the lines too?', 'Apply')
    await choose(page, 'Department', 'Finance')
    await comeToRest(page)
    expect(await page.getByRole('dialog').count()).toBe(0)
    await act(page, 'Save')
    await seeToast(page, /successfully Updated/)
    const [line] = (await storedRequest(employee, no))['pettyCashLinesAPI'] as Record<string, unknown>[]
    expect(line).toMatchObject({ shortcutDimension1Code: 'FIN', shortcutDimension2Code: 'P-WATER', shortcutDimension3Code: 'WB' })
  })
})

describe('an action on a record with unsaved changes', () => {
  it('it does not run when they cannot be saved, and runs without them when they are discarded', async () => {
    const finance = await windows.person('mutua@mazingira.example')
    const float = `F${String(Date.now()).slice(-6)}`
    await makeAsTwo(finance, await windows.person('mwangi@mazingira.example'), 'documents/petty-cash-bank', { code: float, name: 'Float of the test', site: 'Isiolo', float_limit: 10_000 })
    const page = await windows.at(`/records/petty-cash-bank/card/${float}`, finance)
    await seeState(page, 'Active')
    await field(page, 'Name').fill('')
    await act(page, 'Close float')
    const question = page.getByRole('dialog').filter({ hasText: 'Are you sure you want to close this float? You have unsaved changes.' })
    await question.getByRole('button', { name: 'Stay' }).click()
    await question.waitFor({ state: 'hidden' })
    expect(await field(page, 'Name').inputValue()).toBe('')
    await act(page, 'Close float')
    await question.getByRole('button', { name: 'Save and go on' }).click()
    await page.locator('[data-summary]').getByText(/Name is required/).waitFor()
    await seeState(page, 'Active')
    await act(page, 'Close float')
    await question.getByRole('button', { name: 'Discard changes' }).click()
    await seeState(page, 'Closed')
    expect((await finance.call('GET', `documents/petty-cash-bank/${float}`)).data).toMatchObject({ name: 'Float of the test', status: 'Closed' })
  })
})

describe('changes that are discarded for an action', () => {
  let finance: Person
  let code: string
  let page: Page
  const mine = 'Not saved by anybody'
  const name = (): Promise<string> => field(page, 'Name').inputValue()
  const discardFor = async (action: string): Promise<void> => {
    await act(page, action)
    await answer(page, 'You have unsaved changes.', 'Discard changes')
  }

  beforeAll(async () => {
    finance = await windows.person('mutua@mazingira.example')
    code = `G${String(Date.now()).slice(-6)}`
    await makeAsTwo(finance, await windows.person('mwangi@mazingira.example'), 'documents/petty-cash-bank', { code, name: 'Float that is not empty', site: 'Isiolo', float_limit: 10_000 })
    await finance.call('POST', `documents/petty-cash-bank/${code}/actions/replenish`, { input: { amount: 1_000, paidOn: '2026-01-05' } })
    ;({ page } = await windows.of(finance))
    await go(page, `/records/petty-cash-bank/card/${code}`)
    await seeState(page, 'Active')
    await field(page, 'Name').fill(mine)
  })

  it('they stay when the action is refused', async () => {
    await discardFor('Close float')
    await seeToast(page, /The float still holds/)
    expect(await name()).toBe(mine)
  })

  it('they stay when the action’s dialog is closed', async () => {
    await discardFor('Replenish')
    const dialog = page.getByRole('dialog', { name: 'Replenish' })
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await dialog.waitFor({ state: 'hidden' })
    expect(await name()).toBe(mine)
    await comeToRest(page)
    page.once('dialog', (leaving) => void leaving.accept())
    await page.reload()
    await page.getByText(RESTORED).waitFor()
    expect(await name()).toBe(mine)
  })

  it('they are gone once the action is done, and are not saved by its dialog', async () => {
    await discardFor('Replenish')
    const dialog = page.getByRole('dialog', { name: 'Replenish' })
    await field(dialog, 'Amount').fill('500')
    await dialog.getByRole('button', { name: 'Replenish' }).click()
    await seeToast(page, 'Float replenished')
    await expect.poll(name).toBe('Float that is not empty')
    expect((await finance.call('GET', `documents/petty-cash-bank/${code}`)).data).toMatchObject({ name: 'Float that is not empty' })
    await go(page, '/records/petty-cash-bank')
    await go(page, `/records/petty-cash-bank/card/${code}`)
    await seeState(page, 'Active')
    expect(await page.getByText(RESTORED).count()).toBe(0)
  })
})

describe('a completed action', () => {
  it.each([['desktop', DESKTOP], ['phone', PHONE]])('on a %s, the head of the card with its new state comes into view and has the focus', async (_, viewport) => {
    const no = await makeRequest(employee)
    const page = await openCard(no, employee, { ...viewport, height: 500 })
    await page.locator('[data-line="0"]').waitFor()
    await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight))
    await act(page, 'Send For Approval')
    await answer(page, 'Are you sure you want to send this request for approval?', 'Send')
    await seeState(page, 'Pending Approval')
    const head = page.locator('[data-head]')
    await expect.poll(() => head.evaluate((element) => element === document.activeElement)).toBe(true)
    const bar = await page.locator('header').boundingBox()
    await expect.poll(async () => ((await head.boundingBox())?.y ?? 0) >= (bar?.y ?? 0) + (bar?.height ?? 0)).toBe(true)
    await expect.poll(() => head.innerText()).toContain('Pending Approval')
    // The toast about it names the record, and covers neither the bars nor the title and the state.
    const told = page.locator('.mantine-Notification-root').first()
    expect(await told.textContent()).toBe(`Petty Cash successfully sent for approval · ${no}`)
    await comeToRest(page)
    const controls = page.locator('header, [role="toolbar"]').getByRole('button').or(page.locator('header').getByRole('link')).or(head.locator('> *'))
    const inTheWay = async (): Promise<string[]> => controls.evaluateAll((ways, box) => ways.flatMap((way) => {
      const { left, right, top, bottom, width } = way.getBoundingClientRect()
      const isCovered = box !== null && width > 0 && left < box.x + box.width && right > box.x && top < box.y + box.height && bottom > box.y
      return isCovered ? [way.getAttribute('aria-label') ?? way.textContent] : []
    }), await told.boundingBox())
    expect(await inTheWay()).toEqual([])
    // At its end, the page goes on below the bar.
    await told.hover()
    await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight))
    await expect.poll(inTheWay).toEqual([])
  })
})

describe('the files of a card', () => {
  it('files beyond two are hidden behind their number until they are requested or one is added', async () => {
    const attachment = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
    const no = await makeRequest(employee, { attachments: ['a', 'b', 'c', 'd'].map((name) => ({ fileName: `${name}.png`, attachment })) })
    const page = await openCard(no)
    const files = page.getByRole('button', { name: /^Preview / })
    await files.first().waitFor()
    await expect.poll(() => files.count()).toBe(2)
    await page.getByRole('button', { name: '+2 File(s)' }).press('Enter')
    await expect.poll(() => files.count()).toBe(4)
    // The focus moves on to the first of the further files.
    expect(await files.nth(2).evaluate((one) => one === document.activeElement)).toBe(true)
    await go(page, '/pettycash/list')
    await go(page, `/pettycash/form?edit=${no}`)
    await expect.poll(() => files.count()).toBe(2)
    await page.getByLabel('Attach files').setInputFiles({ name: 'e.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.4 receipt') })
    await expect.poll(() => files.count()).toBe(5)
  })
})

describe('an amount in a line', () => {
  it('it is replaced by what is typed when it gets the focus by keyboard', async () => {
    const page = await openCard(await makeRequest(employee))
    const line = lineOf(page, 1)
    await line.field('Amount').click()
    await page.keyboard.press('Shift+Tab')
    await page.keyboard.press('Tab')
    await page.keyboard.type('7')
    await expect.poll(() => line.field('Amount').inputValue()).toBe('7')
  })
})
