/** A change under dual control, as both people see it: requested with a reason on the record, found in the inbox, written when approved. */
import { beforeAll, expect, it } from 'vitest'
import { faultsOf, go, takePicture, PHONE } from './harness.ts'
import type { Person } from './people.ts'
import { act, answer, field, seeToast } from './steps.ts'
import { startWindows } from './windows.ts'

const windows = startWindows()
const people: Record<'joyce' | 'mutua' | 'njeri', Person> = {} as never
beforeAll(async () => {
  for (const name of ['joyce', 'mutua', 'njeri'] as const) people[name] = await windows.person(`${name}@mazingira.example`)
})

it('a change of pay needs a reason, is shown as pending on the record, and is written when a second person approves it', async () => {
  const { page, problems } = await windows.of(people.joyce)
  await go(page, '/records/staff-pay/card?key=MRT-015')
  await field(page, 'Basic pay').fill('85000')
  await field(page, 'Basic pay').blur()
  await act(page, 'Save')
  const dialog = page.getByRole('dialog', { name: 'A second person has to approve this' })
  await dialog.getByText('The change to Basic pay takes effect once somebody else approves it').waitFor()
  await dialog.getByRole('button', { name: 'Send for approval' }).click()
  await dialog.getByText('Reason is required').waitFor()
  await takePicture(page, 'dual-control-why')
  await dialog.getByLabel('Reason').fill('Promotion to grade K6')
  await dialog.getByRole('button', { name: 'Send for approval' }).click()
  await seeToast(page, /is waiting for approval as CHR-/)
  const notice = page.getByRole('status').filter({ hasText: 'Waiting for a second person' })
  await notice.getByText('Basic pay: 80,000 to 85,000').waitFor()
  expect(await field(page, 'Basic pay').inputValue()).toMatch(/80,?000/)
  expect(await faultsOf(page, 'dual-control-waits')).toEqual([])
  await takePicture(page, 'dual-control-waits')
  await notice.getByRole('link', { name: /CHR-/ }).click()
  await page.getByRole('heading', { name: /Change request CHR-/ }).waitFor()
  await page.getByText('Second person').first().waitFor()
  expect(await faultsOf(page, 'dual-control-request')).toEqual([])
  const no = /CHR-[\d-]+/.exec((await page.getByRole('heading', { level: 1 }).textContent()) ?? '')?.[0] ?? ''

  const checker = await windows.of(people.mutua, PHONE)
  await go(checker.page, `/approvals/card/record-change/${no}`)
  await checker.page.getByText('85,000').first().waitFor()
  expect(await faultsOf(checker.page, 'dual-control-decide')).toEqual([])
  await takePicture(checker.page, 'dual-control-decide')
  await checker.page.getByRole('button', { name: 'Approve' }).click()
  await answer(checker.page, /Approve|approve|sure/, 'Approve').catch(() => undefined)
  await seeToast(checker.page, /the change is written/)
  await go(page, '/records/staff-pay/card?key=MRT-015')
  await expect.poll(() => field(page, 'Basic pay').inputValue()).toMatch(/85,?000/)
  expect([...problems, ...checker.problems]).toEqual([])
})

it('people cannot edit the controlled fields of their own record, and a new record leads to its change request', async () => {
  const { page, problems } = await windows.of(people.njeri)
  await go(page, '/records/employee/card?key=MRT-017')
  await field(page, 'Phone No.').waitFor()
  expect(await field(page, 'Approval limit').isEditable()).toBe(false)
  expect(await field(page, 'Phone No.').isEditable()).toBe(false)
  expect(await field(page, 'Job Title').isEditable()).toBe(true)
  await takePicture(page, 'dual-control-own')
  await go(page, '/records/employee/card')
  await field(page, 'Employee No.').fill('MRT-901')
  await field(page, 'First Name').fill('Amina')
  await field(page, 'Approval limit').fill('50000')
  await act(page, 'Save')
  const dialog = page.getByRole('dialog', { name: 'A second person has to approve this' })
  await dialog.getByLabel('Reason').fill('Joined on Monday')
  await dialog.getByRole('button', { name: 'Send for approval' }).click()
  await page.getByRole('heading', { name: /Change request CHR-/ }).waitFor()
  await page.getByText('New record').first().waitFor()
  await takePicture(page, 'dual-control-new')
  expect(problems).toEqual([])
})
