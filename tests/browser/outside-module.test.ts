import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Locator } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { PHONE, accessibilityProblems, scrollsSideways, takePicture, go } from './harness.ts'
import { type Person } from './people.ts'
import { act, field, lineOf, seeToast } from './steps.ts'
import { startWindows } from './windows.ts'

/** What stands at a control, as a screen reader says it: its error among it. */
function describedBy(control: Locator): Promise<string> {
  return control.evaluate((element) => (element.getAttribute('aria-describedby') ?? '').split(' ').map((id) => document.getElementById(id)?.textContent ?? '').join(' '))
}

/** The type of tests/fixtures/modules is named nowhere in the repository's code: all that the portal knows of it is the mounted folder. */
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

  it('makes documents of its own type, acts on them and lists them, on a phone', async () => {
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
})
