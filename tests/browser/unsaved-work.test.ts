import { beforeAll, describe, expect, it } from 'vitest'
import type { Page } from 'playwright-core'
import { DESKTOP, PHONE, comeToRest, signIn, go, resize } from './harness.ts'
import { makeRequest, storedRequest, type Person } from './people.ts'
import { RECEIPT } from './receipt.ts'
import { act, answer, choose, field, lineOf, seeState, seeToast } from './steps.ts'
import { startWindows } from './windows.ts'

const RESTORED = 'What you had not saved was restored.'

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
  it('of a new request is in another tab too, with its lines and its file; saved in both it is one document', async () => {
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

  it('with unsaved changes asks first, and stays when told to; once they are saved it asks nothing', async () => {
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
  it('is not overwritten: the dialog says so, and goes on with mine or with theirs', async () => {
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
  it('that takes its time takes no changes meanwhile, which its answer would sweep away; one that is refused leads to what was', async () => {
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
    await page.getByText('Working…').waitFor()
    const typeOn = async (): Promise<void> => {
      await field(page, 'Description').evaluate((element: HTMLElement) => element.focus())
      await page.keyboard.type('!')
    }
    await typeOn()
    await expect.poll(() => field(page, 'Description').inputValue()).toBe('Sent slowly')
    letAnswer()
    await seeToast(page, /successfully Updated/)
    await page.getByText('Working…').waitFor({ state: 'hidden' })
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

describe('a card whose fields are hidden by what somebody else did', () => {
  it('goes on as it opened, with what was typed', async () => {
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
  it('is closed without a question when nothing was changed, and asks before changes are lost', async () => {
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

  it('opens from the list of problems at the field that is wrong, and keeps its keys, on a phone', async () => {
    const no = await makeRequest(employee, { shortcutDimension1Code: undefined, pettyCashLinesAPI: [{ expense_code: 'MEALS', amount: 450 }] })
    const page = await openCard(no, employee, PHONE)
    await page.locator('[data-line="0"]').waitFor()
    await act(page, 'Send For Approval')
    const problem = page.locator('[data-summary]').getByRole('button', { name: 'Line 1: Department is required!' })
    await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe('Dimensions of line 1, needs attention')
    await problem.click()
    const dialog = page.getByRole('dialog', { name: 'Dimensions, line 1' })
    await expect.poll(() => field(dialog, 'Department').evaluate((element) => element === document.activeElement)).toBe(true)
    await page.keyboard.press('Control+Enter')
    await comeToRest(page)
    expect([await page.locator('[data-line]').count(), await dialog.count()]).toEqual([1, 1])
    await choose(dialog, 'Department', 'Climate')
    await dialog.getByRole('button', { name: 'Save', exact: true }).click()
    await problem.waitFor({ state: 'hidden' })
  })
})

describe('lines', () => {
  it('fold on a phone once they are finished and the next is added; an unfinished one stays open', async () => {
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

  it('show every text whole on a wide screen, however much there is in them', async () => {
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
  it('while typing leads to sign-in and back to the draft, which is gone once it is discarded', async () => {
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
    await page.getByRole('button', { name: 'Discard it' }).click()
    await expect.poll(() => field(page, 'Description').inputValue()).toBe('Working lunch with the county team')
  })

  it('in one tab ends in the other too, and another person starts at their own first page', async () => {
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
  it('a notice says so, a save fails with a sentence, and goes once the network is back', async () => {
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
  it('changed after the lines: the lines follow when the answer is yes, stay when it is no, and it is asked no more when it is to hold for what follows', async () => {
    const no = await makeRequest(employee)
    const page = await openCard(no)
    await choose(page, 'Project', 'Civic voices')
    await answer(page, 'Apply the new dimensions to the lines too?', 'No')
    await choose(page, 'Donor', 'World Bank')
    await page.getByLabel('Do the same for what I change next on this screen').check()
    await answer(page, 'Apply the new dimensions to the lines too?', 'Yes')
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
  it('saves them first when it is told to, and goes on without them when they are discarded, though they could not be saved', async () => {
    const finance = await windows.person('mutua@mazingira.example')
    const float = `F${String(Date.now()).slice(-6)}`
    await finance.call('POST', 'documents/petty-cash-bank', { code: float, name: 'Float of the test', site: 'Isiolo', float_limit: 10_000 })
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
    await finance.call('POST', 'documents/petty-cash-bank', { code, name: 'Float that is not empty', site: 'Isiolo', float_limit: 10_000 })
    await finance.call('POST', `documents/petty-cash-bank/${code}/actions/replenish`, { input: { amount: 1_000, paidOn: '2026-01-05' } })
    ;({ page } = await windows.of(finance))
    await go(page, `/records/petty-cash-bank/card/${code}`)
    await seeState(page, 'Active')
    await field(page, 'Name').fill(mine)
  })

  it('stay when it is refused', async () => {
    await discardFor('Close float')
    await seeToast(page, /The float still holds/)
    expect(await name()).toBe(mine)
  })

  it('stay when its dialog is closed', async () => {
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

  it('are gone once it is done, and were not saved by its dialog', async () => {
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

describe('what was done', () => {
  it.each([['desktop', DESKTOP], ['phone', PHONE]])('is seen: the head of the card with its new state comes into view and has the focus (%s)', async (_, viewport) => {
    const page = await openCard(await makeRequest(employee), employee, { ...viewport, height: 500 })
    await page.locator('[data-line="0"]').waitFor()
    await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight))
    await act(page, 'Send For Approval')
    await answer(page, 'Are you sure you want to send this request for approval?', 'Yes')
    await seeState(page, 'Pending Approval')
    const head = page.locator('[data-head]')
    await expect.poll(() => head.evaluate((element) => element === document.activeElement)).toBe(true)
    const bar = await page.locator('header').boundingBox()
    await expect.poll(async () => ((await head.boundingBox())?.y ?? 0) >= (bar?.y ?? 0) + (bar?.height ?? 0)).toBe(true)
    await expect.poll(() => head.innerText()).toContain('Pending Approval')
    // The toast about it covers neither the bar nor the state.
    const toast = await page.locator('.mantine-Notification-root').first().boundingBox()
    const inTheWay = await page.locator('header').getByRole('button').or(page.locator('header').getByRole('link')).evaluateAll((ways, box) => ways.flatMap((way) => {
      const { left, right, top, bottom, width } = way.getBoundingClientRect()
      const isCovered = box !== null && width > 0 && left < box.x + box.width && right > box.x && top < box.y + box.height && bottom > box.y
      return isCovered ? [way.getAttribute('aria-label') ?? way.textContent] : []
    }), toast)
    expect(inTheWay).toEqual([])
  })
})

describe('files', () => {
  it('beyond two stand behind how many more there are, until they are asked for or one is added', async () => {
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

describe('an amount', () => {
  it('that the keyboard comes to is replaced by what is typed', async () => {
    const page = await openCard(await makeRequest(employee))
    const line = lineOf(page, 1)
    await line.field('Amount').click()
    await page.keyboard.press('Shift+Tab')
    await page.keyboard.press('Tab')
    await page.keyboard.type('7')
    await expect.poll(() => line.field('Amount').inputValue()).toBe('7')
  })
})
