/** Sign-in at an identity provider in the browser: there and back, and the messages when it fails. */
import { afterAll, expect, it } from 'vitest'
import { startIdentityProvider, type IdentityProvider } from '../servers/identity-provider.ts'
import { DESKTOP, PHONE, accessibilityProblems, faultsOf } from './harness.ts'
import { startWindows } from './windows.ts'

let provider: IdentityProvider
const windows = startWindows(async () => {
  provider = await startIdentityProvider()
  // The provider is down at first, which the server would log.
  return { LOG_LEVEL: 'silent', OIDC_ISSUER: provider.issuer, OIDC_CLIENT_ID: provider.clientId, OIDC_CLIENT_SECRET: provider.clientSecret, OIDC_NAME: 'Acme ID', OIDC_NAME_BML: 'the account of Baraka Manufacturing and its friends', OIDC_ISSUER_BML: provider.issuer, OIDC_CLIENT_ID_BML: provider.clientId, OIDC_CLIENT_SECRET_BML: provider.clientSecret, OIDC_ONLY_BML: '1' }
})
afterAll(() => provider.stop())

it('sign-in leads to the identity provider and back to the requested page, and says when the provider is down or the person cancels', async () => {
  const { page, problems } = await windows.open(PHONE)
  const press = () => page.getByRole('button', { name: 'Sign in with Acme ID' }).click()
  await page.goto('/pettycash/list')
  provider.isAway = true
  await press()
  const alert = page.getByRole('alert')
  await alert.filter({ hasText: 'Your organisation’s sign-in is not responding.' }).waitFor()
  provider.isAway = false
  await provider.trust(['', '/BML'].map((key) => `${windows.url}/api/v1/hrmis/auth/oidc/callback${key}`))
  provider.accounts = { wanjiku: { email: 'wanjiku@mazingira.example', email_verified: true } }

  await press()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await page.waitForURL('**/auth/login')
  await alert.filter({ hasText: 'You were not signed in: it was cancelled, or not allowed.' }).waitFor()
  expect(await faultsOf(page, 'provider-refused')).toEqual([])

  await press()
  await page.getByLabel('Account').fill('wanjiku')
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('heading', { name: 'Petty Cash' }).first().waitFor()
  expect(new URL(page.url()).pathname).toBe('/pettycash/list')
  // Neither the provider's code nor the portal's is in the window's history.
  const { entries } = await (await page.context().newCDPSession(page)).send('Page.getNavigationHistory')
  expect(entries.map(({ url }) => url).filter((url) => /[?&]code=/.test(url) && !url.includes('/card?'))).toEqual([])
  expect(problems.filter((problem) => !problem.includes('503'))).toEqual([])
})

it('the sign-in page offers only the identity provider for a company that allows nothing else', async () => {
  const { page, problems } = await windows.open(DESKTOP)
  await page.goto('/auth/login')
  await page.getByLabel('Company').selectOption({ label: 'Baraka Manufacturing' })
  await page.getByRole('button', { name: 'Sign in with the account of Baraka Manufacturing and its friends' }).waitFor()
  await expect.poll(() => page.getByLabel('Password', { exact: true }).count()).toBe(0)
  expect([...(await faultsOf(page, 'provider-only')), ...problems]).toEqual([])
})

it('a person without a password here confirms in a window of the provider, and a sign-out ends the provider’s session too', async () => {
  const { page, problems } = await windows.open(DESKTOP)
  provider.accounts = { susan: { email: 'susan@baraka.example', email_verified: true } }
  // Authenticated there hours ago, as with a session that lasts all day.
  let seenAt = Date.now() - 2 * 60 * 60_000
  provider.forge = { change: ({ claims }) => { claims['auth_time'] = Math.floor(seenAt / 1000) } }
  await page.goto('/auth/login')
  await page.getByLabel('Company').selectOption({ label: 'Baraka Manufacturing' })
  await page.getByRole('button', { name: /^Sign in with the account of Baraka/ }).click()
  await page.getByLabel('Account').fill('susan')
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.waitForURL((url) => !url.pathname.startsWith('/auth') && !url.pathname.startsWith('/people'))
  await page.goto('/security')
  await page.getByRole('button', { name: 'Add an app' }).click()
  const asked = page.getByRole('dialog', { name: 'Confirm that it is you' })
  const confirm = async (how: (there: typeof page) => Promise<void>): Promise<void> => {
    const [there] = await Promise.all([page.waitForEvent('popup'), asked.getByRole('button', { name: 'Confirm there' }).click()])
    await how(there)
  }
  await asked.getByRole('button', { name: 'Confirm there' }).waitFor()
  expect(await accessibilityProblems(page)).toEqual([])
  // Unexpected errors show no more detail than elsewhere.
  for (const [opens, said] of [['none', 'Your browser did not open a window.'], ['fault', 'Something went wrong. Try again.']] as const) {
    await page.evaluate((how) => {
      const { open } = window
      window.open = () => {
        window.open = open
        if (how === 'none') return null
        throw new TypeError('cannot read properties of undefined')
      }
    }, opens)
    await asked.getByRole('button', { name: 'Confirm there' }).click()
    await asked.getByRole('alert').filter({ hasText: said }).waitFor()
  }
  await confirm((there) => there.getByRole('button', { name: 'Cancel' }).click())
  await asked.getByRole('alert').filter({ hasText: 'You were not signed in: it was cancelled, or not allowed.' }).waitFor()
  seenAt = Date.now()
  await confirm(async (there) => {
    await there.getByLabel('Account').fill('susan')
    await there.getByRole('button', { name: 'Continue' }).click()
  })
  // The waiting action continues by itself.
  await page.getByRole('dialog', { name: 'Add an authenticator app' }).waitFor()
  await page.goto('/')
  await page.getByRole('button', { name: 'Logout' }).first().click()
  await page.getByRole('button', { name: 'Yes, sign me out' }).click()
  await page.waitForURL(`${windows.url}/auth/login*`)
  provider.forge = undefined
  // The provider's own session has ended, so it asks for the account again.
  await page.getByLabel('Company').selectOption({ label: 'Baraka Manufacturing' })
  await page.getByRole('button', { name: /^Sign in with the account of Baraka/ }).click()
  await page.getByLabel('Account').waitFor()
  expect(problems).toEqual([])
})
