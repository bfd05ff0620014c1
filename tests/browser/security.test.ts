import { beforeAll, describe, expect, it } from 'vitest'
import type { Page } from 'playwright-core'
import { PASSWORD, faultsOf, go } from './harness.ts'
import { type Person } from './people.ts'
import { seeToast } from './steps.ts'
import { startWindows } from './windows.ts'

/** A user that no other test uses: the password changes here. */
const RUTH = 'ruth@mazingira.example'
const NEXT_PASSWORD = 'Ukwaju-mtamu-26'
const WITHIN = { timeout: 15_000 }

const windows = startWindows()
let here: Person
let page: Page
let problems: string[]
beforeAll(async () => {
  ({ who: here, page, problems } = await windows.for(RUTH))
  await go(page, '/')
  await page.getByRole('button', { name: 'Account of Ruth Chepkoech' }).click()
  await page.getByRole('menuitem', { name: 'Security' }).click()
  await page.getByRole('heading', { level: 1, name: 'Security' }).waitFor()
})

const isAlive = async (who: Person): Promise<boolean> => who.call('GET', 'hrmis/auth/session').then(() => true, () => false)
const rows = (): ReturnType<Page['getByRole']> => page.getByRole('region', { name: 'Sessions' }).getByRole('listitem')

describe('the security page', () => {
  it('it lists the person’s sessions, and ends one of them or all others', async () => {
    const others = [await windows.person(RUTH), await windows.person(RUTH), await windows.person(RUTH)]
    await page.reload()
    await expect.poll(() => rows().count(), WITHIN).toBe(4)
    await expect.poll(() => page.getByText('This session').count()).toBe(1)
    await page.getByRole('button', { name: /^End the session on/ }).first().click()
    await seeToast(page, 'The session has ended.')
    await expect.poll(() => rows().count(), WITHIN).toBe(3)
    expect((await Promise.all(others.map(isAlive))).filter(Boolean)).toHaveLength(2)
    await page.getByRole('button', { name: 'Sign out of all other sessions' }).click()
    await seeToast(page, 'Your other sessions have ended.')
    await expect.poll(() => rows().count(), WITHIN).toBe(1)
    expect((await Promise.all([...others, here].map(isAlive))).filter(Boolean)).toHaveLength(1)
    expect(await page.getByRole('button', { name: /^End/ }).count()).toBe(0)
  })

  it('it is accessible and fits a desktop and a phone', async () => {
    expect([...(await faultsOf(page, 'security')), ...problems]).toEqual([])
  })

  it('it changes the password of a person who knows the current one, which ends the other sessions', async () => {
    const other = await windows.person(RUTH)
    const change = async (present: string, next: string, repeated = next): Promise<void> => {
      await page.getByLabel('Current password').fill(present)
      await page.getByLabel('New password', { exact: true }).fill(next)
      await page.getByLabel('Repeat the new password').fill(repeated)
      await page.getByRole('button', { name: 'Change password' }).click()
    }
    await change('', 'short', 'other')
    for (const text of ['Password is Required.', 'Min 8 characters', 'The two passwords are not the same.']) await page.getByText(text, { exact: true }).waitFor()
    await change('not-my-password', NEXT_PASSWORD)
    await page.getByRole('region', { name: 'Change password' }).getByText('This is not your password.').waitFor()
    expect(await isAlive(other)).toBe(true)
    await change(PASSWORD, NEXT_PASSWORD)
    await seeToast(page, 'Your password has been changed. Other sessions have ended.')
    expect(await page.getByLabel('Current password').inputValue()).toBe('')
    expect([await isAlive(other), await isAlive(here)]).toEqual([false, true])

    const { page: door } = await windows.open()
    await go(door, '/auth/login')
    await door.getByLabel('E-mail').fill(RUTH)
    await door.getByLabel('Password', { exact: true }).fill(NEXT_PASSWORD)
    await door.getByRole('button', { name: 'Login' }).click()
    await door.waitForURL((url) => !url.pathname.startsWith('/auth'))
  })
})
