import { beforeAll, describe, expect, it } from 'vitest'
import type { Locator, Page } from 'playwright-core'
import { comeToRest, faultsOf, go } from './harness.ts'
import { type Person } from './people.ts'
import { actOnRow, answer, seeToast } from './steps.ts'
import { startWindows } from './windows.ts'

const WITHIN = { timeout: 15_000 }
/** A new user that no other test uses. */
const NEW = { name: 'Tabitha Nekesa', email: `tabitha.${String(Date.now())}@mazingira.example` }

const windows = startWindows()
let administrator: Person
let page: Page
let problems: string[]
beforeAll(async () => {
  ({ who: administrator, page, problems } = await windows.for('admin@mazingira.example'))
})

const rowOf = (name: string): Locator => page.getByRole('row').filter({ hasText: name })
const dialog = (): Locator => page.getByRole('dialog')

async function openUsers(search: string): Promise<void> {
  await go(page, `/admin/user-settings?search=${encodeURIComponent(search)}`)
  await page.getByRole('heading', { level: 1, name: 'Users' }).waitFor()
  await page.getByRole('row').nth(1).waitFor()
}

describe('the users', () => {
  it('the table of users has the specified columns, at both of its addresses', async () => {
    for (const path of ['/admin/portal/admin', '/admin/user-settings']) {
      await go(page, path)
      await page.getByRole('row').nth(1).waitFor()
      await expect.poll(() => page.getByRole('columnheader').allInnerTexts()).toEqual(['Name', 'Email', 'email Verified', 'employee Number', 'Gender', 'Default Company', 'Actions'])
    }
    expect(await faultsOf(page, 'users')).toEqual([])
  })

  it('users are found by name, e-mail and employee number, also when the person pauses between words, and the address keeps the search', async () => {
    await go(page, '/admin/user-settings')
    for (const [text, name] of [['otieno', 'Otieno Ochieng'], ['wanjiku@', 'Wanjiku Kamau'], ['MRT-020', 'Chebet Langat']] as const) {
      await page.getByRole('searchbox', { name: 'Search' }).fill(text)
      await expect.poll(() => page.getByRole('row').count(), WITHIN).toBe(2)
      await rowOf(name).waitFor()
    }
    await go(page, '/admin/outbox')
    await page.goBack()
    await rowOf('Chebet Langat').waitFor()
    await expect.poll(() => page.getByRole('searchbox', { name: 'Search' }).inputValue()).toBe('MRT-020')
    await page.getByRole('searchbox', { name: 'Search' }).fill('nobody is called so')
    await page.getByText('Nothing matches').waitFor()
    await page.getByRole('button', { name: 'Clear the search' }).last().click()
    await page.getByRole('row').nth(3).waitFor()
    const box = page.getByRole('searchbox', { name: 'Search' })
    await box.pressSequentially('chebet ')
    await expect.poll(() => page.getByRole('row').count(), WITHIN).toBe(2)
    await comeToRest(page)
    await box.pressSequentially('langat')
    await expect.poll(() => box.inputValue()).toBe('chebet langat')
  })

  it('approvals that wait for a user are handed over before the user is deleted, and those in another company are reported', async () => {
    const waiting = { here: 3, elsewhere: 0 }
    await page.route('**/api/v1/admin/users?*', async (route) => {
      const response = await route.fetch()
      const body = (await response.json()) as { data: object[] }
      await route.fulfill({ response, json: { ...body, data: body.data.map((row) => ({ ...row, open_approvals: waiting.here, open_approvals_elsewhere: waiting.elsewhere })) } })
    })
    await page.route('**/api/v1/admin/reassignApprovals/*', (route) => route.fulfill({ json: { data: { moved: 1, left: 2 }, message: '1 approval request was reassigned. 2 stayed. The document is gone.' } }))
    await openUsers('Chebet Langat')
    await actOnRow(page, 'Chebet Langat', 'Delete')
    await dialog().getByText('3 approval requests wait for Chebet Langat').waitFor()
    await dialog().getByRole('combobox', { name: 'Colleague' }).fill('otieno')
    await page.getByRole('option', { name: /Otieno/ }).click()
    await dialog().getByRole('button', { name: 'Hand over' }).click()
    await seeToast(page, /2 stayed/)
    await dialog().getByText('2 approval requests wait for Chebet Langat').waitFor()
    await page.keyboard.press('Escape')
    await dialog().waitFor({ state: 'hidden' })
    Object.assign(waiting, { here: 0, elsewhere: 1 })
    await openUsers('Chebet Langat')
    await actOnRow(page, 'Chebet Langat', 'Delete')
    await seeToast(page, '1 approval request waits for Chebet Langat in another company.')
    expect(await dialog().count()).toBe(0)
    await page.unrouteAll()
  })

  it('only users who are neither administrator nor approver can be deleted or sent a new password', async () => {
    const items = async (name: string): Promise<string[]> => {
      await openUsers(name)
      await page.getByRole('button', { name: `Actions for ${name}` }).click()
      await page.getByRole('menuitem').first().waitFor()
      const all = await page.getByRole('menuitem').allInnerTexts()
      await page.keyboard.press('Escape')
      await page.getByRole('menu').waitFor({ state: 'hidden' })
      return all
    }
    expect(await items('Portal Administrator')).toEqual(['Sessions and history'])
    const approver = await items('Otieno Ochieng')
    expect(approver).toContain('Edit')
    expect(approver.filter((item) => /^(Delete|Reset)/.test(item))).toEqual([])
    expect(await items('Chebet Langat')).toEqual(['Edit', 'Reset password', 'Sessions and history', 'Delete'])
    await actOnRow(page, 'Chebet Langat', 'Reset password')
    await seeToast(page, /Sent Successfully!|link/i)
  })

  it('the administrator gets the link to hand over when there is no mail server', async () => {
    const link = 'https://portal.mazingira.example/auth/setPassword/Zk3v0aJcQ1m8sT5yXbW2nLrP7uHdEgFi'
    await page.route('**/api/v1/admin/sendActivationLink', (route) => route.fulfill({ json: { data: { link }, message: 'No mail server is set. Give this link to the person yourself: it works once, and the sign-in log names you and who used it.' } }))
    await openUsers('Chebet Langat')
    await actOnRow(page, 'Chebet Langat', 'Reset password')
    const dialog = page.getByRole('dialog', { name: 'Link for Chebet Langat' })
    await expect.poll(() => dialog.getByLabel('Link', { exact: true }).inputValue()).toBe(link)
    await dialog.getByText('Give this link to the person yourself').waitFor()
    expect(await faultsOf(page, 'users-link')).toEqual([])
    await dialog.getByRole('button', { name: 'Close', exact: true }).last().click()
    await dialog.waitFor({ state: 'hidden' })
    await page.unroute('**/api/v1/admin/sendActivationLink')
  })

  it('a new user needs a name and a valid e-mail that is not taken', async () => {
    await go(page, '/admin/user-settings')
    await page.getByRole('button', { name: 'New user' }).click()
    await dialog().getByRole('button', { name: 'Add user' }).click()
    await expect.poll(() => dialog().getByText('Required.', { exact: true }).count()).toBe(2)
    await dialog().getByLabel('Name').fill(NEW.name)
    await dialog().getByLabel('Email').fill('tabitha@mazingira')
    await dialog().getByText('E-mail must be valid').waitFor()
    await dialog().getByLabel('Email').fill('otieno@mazingira.example')
    await dialog().getByRole('button', { name: 'Add user' }).click()
    // It is taken: the server reports it at the field, and the dialog stays open.
    await expect.poll(() => dialog().getByLabel('Email').getAttribute('aria-invalid'), WITHIN).toBe('true')
    await dialog().getByLabel('Email').fill(NEW.email)
    expect(await faultsOf(page, 'user-dialog')).toEqual([])
    await dialog().getByRole('button', { name: 'Add user' }).click()
    await dialog().waitFor({ state: 'hidden' })
    await openUsers(NEW.name)
    await rowOf(NEW.email).waitFor()
  })

  it('a user is changed after a question, and not overwritten when somebody else changed the account meanwhile', async () => {
    await openUsers(NEW.name)
    await actOnRow(page, NEW.name, 'Edit')
    await dialog().getByRole('heading', { name: 'Update User Details' }).waitFor()
    await dialog().getByLabel('Gender').selectOption('Female')
    await dialog().getByRole('button', { name: 'Update', exact: true }).click()
    await answer(page, 'Are you sure you want to update this user?', 'Keep editing')
    await dialog().getByRole('button', { name: 'Update', exact: true }).click()
    await answer(page, 'Are you sure you want to update this user?', 'Update')
    await dialog().waitFor({ state: 'hidden' })
    await rowOf(NEW.name).getByText('Female').waitFor()

    await actOnRow(page, NEW.name, 'Edit')
    const { data } = await administrator.call('GET', `admin/users?search=${encodeURIComponent(NEW.email)}`)
    const [user] = data as unknown as { id: string; _rev: number }[]
    await administrator.call('POST', `admin/updateUser/${user?.id ?? ''}`, { ...NEW, default_company: 'MRT', gender: 'Other', _rev: user?._rev })
    await dialog().getByLabel('Gender').selectOption('Male')
    await dialog().getByRole('button', { name: 'Update', exact: true }).click()
    await answer(page, 'Are you sure you want to update this user?', 'Update')
    await dialog().getByRole('alert').getByText(/changed by someone else|changed/i).waitFor()
    await page.keyboard.press('Escape')
    await rowOf(NEW.name).getByText('Other').waitFor()
  })

  it('a user is deactivated with a reason, and restored', async () => {
    await openUsers(NEW.name)
    await actOnRow(page, NEW.name, 'Delete')
    const question = page.getByRole('dialog').filter({ hasText: 'Are you sure you want to delete this user? The account is deactivated' })
    await question.getByLabel('Reason').fill('Left the project')
    await question.getByRole('button', { name: 'Delete' }).click()
    await page.getByText('Nothing matches').waitFor()
    await page.getByLabel('Which users').selectOption('Deactivated')
    await rowOf(NEW.name).getByText('Left the project').waitFor()
    await actOnRow(page, NEW.name, 'Restore')
    await page.getByLabel('Which users').selectOption('Active')
    await rowOf(NEW.name).waitFor()
    expect(problems).toEqual([])
  })
})

describe('the account of a user', () => {
  it('its page shows the sessions and what happened, and ends the sessions', async () => {
    const [them] = await Promise.all([windows.person('ekal@mazingira.example'), windows.person('ekal@mazingira.example')])
    await openUsers('Ekal')
    await page.getByRole('link', { name: /^Ekal/ }).first().click()
    await page.locator('[data-screen="shell.admin.user"]').waitFor()
    await page.getByRole('heading', { level: 1, name: /^Ekal/ }).waitFor()
    await page.getByRole('list', { name: 'What happened, newest first' }).getByText('Signed in').first().waitFor()
    await page.getByRole('button', { name: /^End the session on / }).first().waitFor()
    expect(await faultsOf(page, 'account')).toEqual([])
    await page.getByRole('button', { name: 'End all' }).click()
    await answer(page, /End all sessions of Ekal.*They have to sign in again\./, 'Cancel')
    await expect.poll(() => page.getByRole('button', { name: /^End the session on / }).count()).toBeGreaterThan(1)
    await page.getByRole('button', { name: 'End all' }).click()
    await answer(page, /End all sessions of Ekal/, 'End them')
    await page.getByText('Not signed in anywhere now.').waitFor()
    await page.getByRole('list', { name: 'What happened, newest first' }).getByRole('listitem').first().getByText('Sessions ended').waitFor()
    await page.getByText('by Portal Administrator').first().waitFor()
    await expect(them.call('GET', 'hrmis/auth/session')).rejects.toThrow('401')
    await page.getByRole('link', { name: 'Back to the users' }).click()
    await page.getByRole('heading', { level: 1, name: 'Users' }).waitFor()
    await go(page, '/admin/user-settings/nobody')
    await page.getByRole('alert').getByText('Not found').waitFor()
    expect(problems).toEqual([])
  })

  it('a portal administrator can open it, but cannot create or delete accounts or change their e-mail and rights', async () => {
    const { page: hers, problems: herProblems } = await windows.for('njeri@mazingira.example')
    await go(hers, '/')
    await hers.getByRole('link', { name: 'Admin Portal' }).click()
    await hers.waitForURL('**/admin/user-settings')
    await hers.getByRole('row').nth(1).waitFor()
    const menu = hers.getByRole('navigation', { name: 'Pages' })
    expect((await menu.getByRole('link').allInnerTexts()).map((text) => text.trim())).toEqual(['Employees', 'Departments', 'Jobs', 'Holidays', 'Change requests', 'Users', 'Sign-in log'])
    expect(await hers.getByRole('button', { name: 'New user' }).count()).toBe(0)
    await hers.getByRole('searchbox', { name: 'Search' }).fill('chebet')
    await expect.poll(() => hers.getByRole('row').count(), WITHIN).toBe(2)
    await actOnRow(hers, 'Chebet Langat', 'Edit')
    const form = hers.getByRole('dialog')
    await form.getByText('Only an administrator can change this account’s rights.').waitFor()
    expect([await form.getByLabel('Email').isEditable(), await form.getByLabel('Employee Number').isEditable(), await form.getByRole('switch', { name: 'Administrator' }).isEnabled()]).toEqual([false, false, false])
    await hers.keyboard.press('Escape')
    await hers.getByRole('button', { name: 'Actions for Chebet Langat' }).click()
    await hers.getByRole('menuitem', { name: 'Edit' }).waitFor()
    expect(await hers.getByRole('menuitem', { name: 'Delete' }).count()).toBe(0)
    await hers.keyboard.press('Escape')
    await go(hers, '/admin/settings')
    await hers.getByRole('heading', { level: 1, name: 'Page not found' }).waitFor()
    await go(hers, '/admin/sign-ins')
    await hers.getByRole('row').nth(1).waitFor()
    await hers.getByRole('link', { name: 'My portal' }).click()
    await hers.waitForURL('**/dashboard/main')
    expect(herProblems).toEqual([])
  })
})

describe('the outbox', () => {
  it('a link in a message of the outbox opens its page', async () => {
    await fetch(`${windows.url}/api/v1/hrmis/auth/resetPassword`, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ email: 'ruth@mazingira.example' }) })
    await expect.poll(async () => ((await administrator.call('GET', 'admin/outbox')).data as unknown as { recipient: string; text: string }[]).some(({ recipient, text }) => recipient === 'ruth@mazingira.example' && text.includes('/auth/setPassword/')), WITHIN).toBe(true)
    await go(page, '/admin/outbox')
    await page.getByRole('searchbox', { name: 'Search' }).fill('reset ruth@')
    await page.getByRole('button', { name: /Reset your password/ }).first().click()
    const link = page.getByRole('link', { name: /\/auth\/setPassword\// }).first()
    await link.waitFor()
    const href = (await link.getAttribute('href')) ?? ''
    expect(new URL(href, windows.url).pathname).toMatch(/^\/auth\/setPassword\/[\w-]{43}$/)
    const [opened] = await Promise.all([page.context().waitForEvent('page'), link.click()])
    await opened.getByLabel('Password', { exact: true }).or(opened.getByLabel('New password', { exact: true })).first().waitFor()
    await opened.close()
    expect([...(await faultsOf(page, 'outbox')), ...problems]).toEqual([])
  })
})

describe('the sign-in log', () => {
  it('the log lists successful and failed sign-ins, and a search finds them', async () => {
    const stranger = `stranger-${String(Date.now())}@nowhere.example`
    await fetch(`${windows.url}/api/v1/hrmis/auth/login`, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ email: stranger, password: 'not-a-password' }) })
    await go(page, '/admin/sign-ins')
    await page.getByRole('heading', { level: 1, name: 'Sign-in log' }).waitFor()
    await page.getByRole('searchbox', { name: 'Search' }).fill(stranger)
    await expect.poll(() => page.getByRole('row').count(), WITHIN).toBe(2)
    await rowOf(stranger).getByText('Failed').waitFor()
    await rowOf(stranger).getByText('Unknown e-mail').waitFor()
    await page.getByRole('button', { name: 'Clear the search' }).first().click()
    await rowOf('Portal Administrator').filter({ hasText: 'Signed in' }).first().waitFor()
    expect([...(await faultsOf(page, 'sign-in-log')), ...problems]).toEqual([])
  })

  it('the log shows older sign-ins page by page', async () => {
    await go(page, '/dashboard/main')
    const older: string[] = []
    await page.route('**/api/v1/admin/signins*', async (route) => {
      const url = new URL(route.request().url())
      url.searchParams.set('limit', '3')
      older.push(url.searchParams.get('cursor') ?? '')
      await route.continue({ url: url.href })
    })
    await go(page, '/admin/sign-ins')
    await expect.poll(() => page.getByRole('row').count(), WITHIN).toBe(4)
    const first = await page.getByRole('row').nth(1).getAttribute('data-key')
    await page.getByRole('button', { name: 'Show more' }).click()
    await expect.poll(() => page.getByRole('row').count(), WITHIN).toBe(7)
    await expect.poll(() => page.getByRole('row').nth(1).getAttribute('data-key')).toBe(first)
    expect([older[0], older[1] !== '']).toEqual(['', true])
    await page.unroute('**/api/v1/admin/signins*')
  })
})
