import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { PHONE, accessibilityProblems, scrollsSideways, takePicture, go } from './harness.ts'
import { type Person } from './people.ts'
import { act, choose, field, lineOf, seeToast } from './steps.ts'
import { startWindows } from './windows.ts'

/** The description of a control, including its error, as a screen reader reads it. */
function describedBy(control: Locator): Promise<string> {
  return control.evaluate((element) => (element.getAttribute('aria-describedby') ?? '').split(' ').map((id) => document.getElementById(id)?.textContent ?? '').join(' '))
}

/** The repository's code never names the type of tests/fixtures/modules: the portal knows it only from the mounted folder. */
describe('a portal of modules from outside the repository', () => {
  let folder = ''
  const windows = startWindows(() => {
    folder = mkdtempSync(join(tmpdir(), 'dirisha-modules-'))
    cpSync('tests/fixtures/modules', folder, { recursive: true })
    return { MODULES: `modules:${folder}` }
  })
  let employee: Person
  let approver: Person

  beforeAll(async () => {
    employee = await windows.person('wanjiku@mazingira.example')
    approver = await windows.person('otieno@mazingira.example')
  })
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  it('HR chooses whose document it is when it is new, and the choice is closed to others and afterwards', async () => {
    const page = await windows.at('/records/gate-pass/card', await windows.person('njeri@mazingira.example'))
    await expect.poll(() => field(page, 'Requested by').inputValue()).toMatch(/Njeri/)
    await choose(page, 'Requested by', 'Wanjiku')
    await choose(page, 'Visits', 'Colleague')
    await choose(page, 'Host', 'Otieno')
    await choose(page, 'Visits', 'Department')
    await expect.poll(() => field(page, 'Host').inputValue()).toBe('')
    await choose(page, 'Host', 'Finance')
    await expect.poll(() => field(page, 'Host').inputValue()).toBe('FIN – Finance')
    await field(page, 'Visitor').fill('Amina Yusuf')
    await page.getByRole('button', { name: /Add/ }).click()
    await lineOf(page, 1).type('Item', 'Projector')
    await act(page, 'Save')
    await seeToast(page, /Gate pass GP-\d{4}-\d{4} saved/)
    expect(await field(page, 'Requested by').isEditable()).toBe(false)
    expect(await describedBy(field(page, 'Requested by'))).toContain('This cannot be changed once it is saved.')
    const no = /GP-\d{4}-\d{4}/.exec((await page.getByRole('heading', { level: 1 }).textContent()) ?? '')?.[0] ?? ''
    const theirs = await windows.at(`/records/gate-pass/card/${no}`, employee)
    await theirs.getByRole('button', { name: 'Ask the gate' }).waitFor()
    await go(theirs, '/records/gate-pass/card')
    expect([await field(theirs, 'Requested by').isEditable(), await field(theirs, 'Requested by').inputValue()]).toEqual([false, expect.stringMatching(/Wanjiku/)])
  })

  it('an employee creates, handles and lists documents of the module’s type on a phone', async () => {
    const { page, problems } = await windows.of(employee, PHONE)
    await go(page, '/records/gate-pass')
    await page.getByRole('heading', { level: 1, name: 'Gate Passes' }).waitFor()
    await page.getByRole('link', { name: 'New Gate Pass' }).first().click()
    await field(page, 'Visitor').fill('Amina Yusuf')
    expect(await field(page, 'Serial number').count()).toBe(0)
    await page.getByRole('checkbox', { name: 'Carries equipment' }).check()
    await page.getByRole('button', { name: /Add/ }).click()
    await lineOf(page, 1).type('Item', 'Theodolite')
    await lineOf(page, 1).type('Quantity', '2')
    await act(page, 'Save')
    await page.getByText('Give the serial number of the equipment.').first().waitFor()
    await field(page, 'Serial number').fill('TH-881')
    await act(page, 'Save')
    await seeToast(page, /Gate pass GP-\d{4}-\d{4} saved/)
    expect(await scrollsSideways(page)).toBe(false)
    expect(await accessibilityProblems(page)).toEqual([])
    await takePicture(page, 'outside-card')
    const no = /GP-\d{4}-\d{4}/.exec((await page.getByRole('heading', { level: 1 }).textContent()) ?? '')?.[0] ?? ''

    const asked: string[] = []
    page.on('request', (request) => asked.push(request.url()))
    await act(page, 'Hand out the badge')
    const dialog = page.getByRole('dialog')
    const badge = field(dialog, 'Badge')
    await badge.fill('b12')
    await dialog.getByRole('button', { name: 'Hand out the badge' }).click()
    await expect.poll(() => describedBy(badge)).toContain('Badges are written as B-123.')
    expect(asked.filter((url) => url.includes('/actions/'))).toEqual([])
    await badge.fill('B-123')
    await dialog.getByRole('button', { name: 'Hand out the badge' }).click()
    await dialog.waitFor({ state: 'hidden' })

    await employee.call('POST', `documents/gate-pass/${no}/actions/send`, {})
    await approver.call('POST', `documents/gate-pass/${no}/actions/approve`, {})

    await go(page, '/records/gate-pass')
    await page.locator(`[data-key="${no}"]`).getByText('Admitted').waitFor()
    expect(await scrollsSideways(page)).toBe(false)
    await takePicture(page, 'outside-list')
    expect(problems).toEqual([])
  })

  it('shows capital letters once the field is left, and leaves the cursor where it is until then', async () => {
    const { page, problems } = await windows.of(employee)
    await go(page, '/records/vehicle-log')
    await page.getByRole('link', { name: 'New Vehicle Log' }).first().click()
    // The list has a field of the same name, its filter.
    await field(page, 'Odometer').waitFor()
    const vehicle = field(page, 'Vehicle')
    await vehicle.pressSequentially('kd 1a')
    for (let step = 0; step < 3; step += 1) await vehicle.press('ArrowLeft')
    await vehicle.pressSequentially('ab')
    expect(await vehicle.inputValue()).toBe('kdab 1a')
    await vehicle.blur()
    await expect.poll(() => vehicle.inputValue()).toBe('KDAB 1A')
    await field(page, 'Odometer').fill('12')
    await act(page, 'Save')
    await page.getByRole('heading', { level: 1, name: /VL-\d{4}/ }).waitFor()
    expect(await vehicle.inputValue()).toBe('KDAB 1A')
    expect(problems).toEqual([])
  })

  /** Opens the calendar of a field at the typed day. */
  async function openCalendar(scope: Page | Locator, label: string, text: string): Promise<Locator> {
    await field(scope, label).click()
    await field(scope, label).fill(text)
    await field(scope, label).press('Enter')
    await field(scope, label).press('Alt+ArrowDown')
    const calendar = ('page' in scope ? scope.page() : scope).getByRole('dialog', { name: label, exact: true })
    await calendar.getByRole('table').waitFor()
    return calendar
  }

  /** Taps a day that cannot be chosen, once the calendar stands still: Playwright would wait for it to be enabled. */
  async function tapClosedDay(day: Locator): Promise<void> {
    await day.hover({ trial: true })
    await day.click({ force: true })
  }
  const YEAR = new Date().getFullYear() + 1
  const SHUT = 'The gate is closed on Christmas Day'
  const CHRISTMAS = `25 December ${YEAR}: ${SHUT}`

  it('a calendar says by keyboard and pointer why a day cannot be chosen, and the day is refused when it is typed', async () => {
    const { page, problems } = await windows.of(employee)
    await go(page, '/records/gate-pass')
    await page.getByRole('link', { name: 'New Gate Pass' }).first().click()
    const date = field(page, 'Visit date')
    const calendar = await openCalendar(page, 'Visit date', `23/12/${YEAR}`)
    const shut = calendar.getByRole('button', { name: CHRISTMAS })
    expect(await shut.getAttribute('title')).toBe(SHUT)
    expect(await shut.getAttribute('aria-disabled')).toBe('true')
    // The eve is closed even before the form is sent.
    await page.keyboard.press('ArrowRight')
    await expect.poll(() => calendar.textContent()).toContain(`24th Dec ${YEAR}: Nobody is at the gate`)
    await page.keyboard.press('ArrowRight')
    await expect.poll(() => shut.evaluate((button) => button === document.activeElement)).toBe(true)
    await expect.poll(() => calendar.textContent()).toContain(`25th Dec ${YEAR}: ${SHUT}`)
    await takePicture(page, 'closed-days-desktop-light')
    expect(await accessibilityProblems(page)).toEqual([])
    await page.keyboard.press('Enter')
    await tapClosedDay(shut)
    expect([await calendar.isVisible(), await date.inputValue()]).toEqual([true, `23rd Dec ${YEAR}`])
    await page.keyboard.press('ArrowRight')
    await expect.poll(() => calendar.textContent()).not.toContain(SHUT)
    await page.keyboard.press('Enter')
    await calendar.waitFor({ state: 'hidden' })
    expect(await date.inputValue()).toBe(`26th Dec ${YEAR}`)

    await date.fill(`25/12/${YEAR}`)
    await date.blur()
    await expect.poll(() => describedBy(date)).toContain(`Visit date: ${SHUT}`)
    await date.fill(`23/12/${YEAR}`)
    await date.blur()
    await expect.poll(() => describedBy(date)).not.toContain(SHUT)

    await page.getByRole('button', { name: /Add/ }).click()
    await lineOf(page, 1).type('Back on', `25/12/${YEAR}`)
    await page.getByText(`Back on: ${SHUT}`).waitFor()
    const ofLine = await openCalendar(page, 'Back on, line 1', `27/12/${YEAR}`)
    await ofLine.getByRole('button', { name: CHRISTMAS }).waitFor()
    expect(problems).toEqual([])
  })

  it('on a phone, a tap on a day that cannot be chosen shows the reason', async () => {
    const { page, problems } = await windows.of(employee, PHONE, 'dark')
    await go(page, '/records/gate-pass')
    await page.getByRole('link', { name: 'New Gate Pass' }).first().click()
    const calendar = await openCalendar(page, 'Visit date', `23/12/${YEAR}`)
    await tapClosedDay(calendar.getByRole('button', { name: CHRISTMAS }))
    await expect.poll(() => calendar.textContent()).toContain(`25th Dec ${YEAR}: ${SHUT}`)
    expect(await scrollsSideways(page)).toBe(false)
    await takePicture(page, 'closed-days-phone-dark')
    expect(await accessibilityProblems(page)).toEqual([])
    await calendar.getByRole('button', { name: `22 December ${YEAR}` }).click()
    await calendar.waitFor({ state: 'hidden' })
    expect(await field(page, 'Visit date').inputValue()).toBe(`22nd Dec ${YEAR}`)
    expect(problems).toEqual([])
  })

  it('a calendar in a dialog also says why a day cannot be chosen', async () => {
    const { data: { no } } = await employee.call('POST', 'documents/gate-pass', { visitor: 'Amina', visit_date: `${YEAR}-12-22`, items: [{ what: 'Laptop' }] })
    const { page, problems } = await windows.of(employee, PHONE, 'dark')
    await go(page, `/records/gate-pass/card/${no}`)
    await act(page, 'Hand out the badge')
    const dialog = page.getByRole('dialog', { name: 'Hand out the badge' })
    const ofInput = await openCalendar(dialog, 'Back by', `23/12/${YEAR}`)
    await tapClosedDay(ofInput.getByRole('button', { name: `25 December ${YEAR}: the gate is closed on Christmas Day` }))
    await expect.poll(() => ofInput.textContent()).toContain('the gate is closed on Christmas Day')
    await page.keyboard.press('Escape')
    await field(dialog, 'Back by').fill(`25/12/${YEAR}`)
    await field(dialog, 'Back by').blur()
    await expect.poll(() => describedBy(field(dialog, 'Back by'))).toContain('Nobody takes the badge back that day: the gate is closed on Christmas Day.')
    expect(problems).toEqual([])
  })
})
