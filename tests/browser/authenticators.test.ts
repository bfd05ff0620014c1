/** Authenticators: an app and a passkey are added, asked for at the next sign-in, and again before sensitive actions. */
import { Secret, TOTP } from 'otpauth'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { PASSWORD, PHONE, accessibilityProblems, faultsOf, go, takePicture } from './harness.ts'
import { askForNoCodes } from './people.ts'
import { seeToast } from './steps.ts'
import { startWindows } from './windows.ts'

const ADMIN = 'admin@mazingira.example'
const MWANGI = 'mwangi@mazingira.example'

/** Browsers create passkeys only for host names, not IP addresses. */
const windows = startWindows(() => ({ PUBLIC_URL: 'http://localhost:{port}' }))
const address = (path: string): string => windows.url.replace('127.0.0.1', 'localhost') + path
const arrived = (page: Page): Promise<void> => page.waitForURL((url) => !url.pathname.startsWith('/auth'))
const codeOf = (secret: string, later = 0): string => new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + later * 30_000 })

async function giveCredentials(page: Page, email: string): Promise<void> {
  await (page.url().startsWith(address('/')) ? page.waitForURL('**/auth/login') : page.goto(address('/auth/login')))
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByLabel('E-mail').fill(email)
  await page.getByRole('button', { name: 'Login' }).click()
}

/** A virtual device that creates passkeys without asking, in place of a fingerprint reader. */
async function holdPasskeys(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('WebAuthn.enable')
  await session.send('WebAuthn.addVirtualAuthenticator', { options: { protocol: 'ctap2', transport: 'internal', hasResidentKey: true, hasUserVerification: true, isUserVerified: true, automaticPresenceSimulation: true } })
}

/** As another tab does. */
const signOut = (page: Page): Promise<void> => page.evaluate(() => {
  localStorage.clear()
  dispatchEvent(new StorageEvent('storage', { key: null }))
})

/** Adds an app with the displayed key; returns the key. */
async function addApp(page: Page, { isLookedAt = false } = {}): Promise<string> {
  await page.getByRole('button', { name: 'Add an app' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add an authenticator app' })
  await dialog.getByRole('img', { name: 'QR code for the authenticator app' }).waitFor()
  const secret = (await dialog.getByText(/^([A-Z2-7]{4} ){7}[A-Z2-7]{4}$/).innerText()).replaceAll(' ', '')
  if (isLookedAt) expect(await faultsOf(page, 'authenticator-app', { returns: false })).toEqual([])
  await dialog.getByRole('textbox', { name: 'Code' }).fill('000000')
  await dialog.getByRole('button', { name: 'Add the app' }).click()
  await dialog.getByText(/^This is not the code that the app shows now\./).waitFor()
  await dialog.getByRole('textbox', { name: 'Code' }).fill(codeOf(secret))
  await dialog.getByRole('button', { name: 'Add the app' }).click()
  return secret
}

describe('authenticators', () => {
  it('a person whose role requires an authenticator sets one up on a phone before any other page opens', async () => {
    const admin = await windows.person(ADMIN)
    await admin.call('POST', 'admin/updateSettings', { security_settings: { authenticator_for: ['finance'] } })
    const { page } = await windows.open(PHONE)
    await giveCredentials(page, MWANGI)
    await page.getByRole('heading', { name: 'One more thing' }).waitFor()
    expect(await faultsOf(page, 'set-up-authenticator')).toEqual([])
    await go(page, '/pettycash/list')
    await page.getByRole('heading', { name: 'One more thing' }).waitFor()
    await addApp(page)
    await page.getByLabel('I have saved these codes').check()
    await page.getByRole('button', { name: 'Done' }).click()
    await page.getByRole('heading', { level: 1, name: 'Petty Cash' }).waitFor()
  })

  it('an app and a passkey are added on the security page: the passkey or a recovery code completes a sign-in, and a code of the app confirms a change of settings', async () => {
    await askForNoCodes(windows.url, ADMIN, { company: 'USC', back: 'MRT' })
    const { page } = await windows.open()
    await holdPasskeys(page)
    await giveCredentials(page, ADMIN)
    await arrived(page)
    await go(page, '/security')
    const secret = await addApp(page, { isLookedAt: true })
    const codes = page.getByRole('dialog', { name: 'Your recovery codes' })
    await expect.poll(() => codes.getByRole('listitem').count()).toBe(10)
    const recovery = await codes.getByRole('listitem').first().innerText()
    expect(await faultsOf(page, 'recovery-codes', { returns: false })).toEqual([])
    await codes.getByLabel('I have saved these codes').check()
    await codes.getByRole('button', { name: 'Done' }).click()
    await page.getByRole('button', { name: 'Add a passkey' }).click()
    await page.getByRole('dialog', { name: 'Add a passkey' }).getByRole('button', { name: 'Continue' }).click()
    await seeToast(page, 'The passkey has been added.')
    await page.getByText('Passkey of this device').waitFor()
    expect(await faultsOf(page, 'security-second-step', { returns: false })).toEqual([])

    await signOut(page)
    await giveCredentials(page, ADMIN)
    await page.getByRole('heading', { name: 'Confirm that it is you' }).waitFor()
    expect(await faultsOf(page, 'verify-authenticator', { returns: false })).toEqual([])
    await page.getByLabel('Code of your authenticator app').fill('111111')
    await page.getByRole('button', { name: 'Verify' }).click()
    await page.getByText('The code is incorrect. 4 tries are left.').waitFor()
    await page.getByRole('button', { name: 'Use a passkey' }).click()
    await arrived(page)

    await signOut(page)
    await giveCredentials(page, ADMIN)
    await page.getByRole('button', { name: /^Lost your phone/ }).click()
    await page.getByLabel('Recovery code').fill(recovery.toLowerCase())
    await page.getByRole('button', { name: 'Verify' }).click()
    await arrived(page)

    // As after ten minutes: the first call is refused, and the server handles the repeated one.
    await page.route('**/api/v1/admin/updateSettings', (route) => route.fulfill({ status: 403, json: { code: 'step-up-needed', message: 'Please confirm that it is you, and try again.' } }), { times: 1 })
    await go(page, '/admin/settings?group=minor_settings')
    await page.getByLabel('Company switching').first().click()
    await page.getByRole('button', { name: 'Save' }).first().click()
    const dialog = page.getByRole('dialog', { name: 'Confirm that it is you' })
    await dialog.getByLabel('Code of your authenticator app').waitFor()
    await takePicture(page, 'step-up')
    expect(await accessibilityProblems(page)).toEqual([])
    // The next step's code: this one's was used when the app was set up.
    await dialog.getByLabel('Code of your authenticator app').fill(codeOf(secret, 1))
    await dialog.getByRole('button', { name: 'Continue' }).click()
    await seeToast(page, 'Settings saved.')
  })
})
