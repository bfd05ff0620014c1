/** The settings screen as an administrator uses it. */
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Locator, Page } from 'playwright-core'
import { comeToRest, faultsOf, go } from './harness.ts'
import { type Person } from './people.ts'
import { field, seeToast } from './steps.ts'
import { startWindows } from './windows.ts'

const windows = startWindows()
let administrator: Person
beforeAll(async () => {
  administrator = await windows.person('admin@mazingira.example')
})
afterAll(async () => {
  await administrator.call('POST', 'admin/updateSettings', { site_installed_packages: [] })
})

const save = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await seeToast(page, 'Settings saved.')
  await page.getByText('Everything is saved.').waitFor()
}
const menuOf = (page: Page): Locator => page.getByRole('region', { name: 'Installed packages' })
/** The address of a page of the settings. */
const at = (group: string): string => `/admin/settings?group=${group}`
const entries = (page: Page): Locator => page.getByRole('list', { name: 'Everybody’s menu', exact: true })
/** The entries of the first list, in order. */
const order = async (page: Page): Promise<(string | null)[]> =>
  entries(page).evaluate((list) => [...list.children].map((row) => row.getAttribute('data-package')))

describe('settings', () => {
  it('a search finds settings by their captions', async () => {
    const page = await windows.at('/admin/settings', administrator)
    await page.getByRole('textbox', { name: 'Search' }).or(page.getByRole('searchbox', { name: 'Search' })).fill('minutes code')
    await field(page, 'Minutes that a code is valid').waitFor()
    await menuOf(page).waitFor({ state: 'detached' })
    await expect.poll(() => page.getByRole('form', { name: 'Settings' }).getByRole('textbox').count()).toBe(1)
    await page.getByRole('link', { name: 'Open this group' }).click()
    await page.getByRole('region', { name: 'General' }).waitFor()
    expect(new URL(page.url()).search).toBe('?group=minor_settings')
    await page.getByRole('searchbox', { name: 'Search' }).fill('nothing is called so')
    await page.getByText('Nothing matches').waitFor()
  })

  it('changes of several groups are kept, counted and saved together', async () => {
    const page = await windows.at(at('minor_settings'), administrator)
    await field(page, 'Minutes that a code is valid').fill('7')
    await page.getByRole('navigation', { name: 'Groups of settings' }).getByRole('link', { name: 'Name and pictures' }).click()
    const name = field(page, 'Display name')
    const before = await name.inputValue()
    await name.fill(`${before} here`)
    await page.getByText('2 changes in 2 groups are not saved.').waitFor()
    expect(await faultsOf(page, 'settings-groups')).toEqual([])
    await page.goBack()
    await expect.poll(() => field(page, 'Minutes that a code is valid').inputValue()).toBe('7')
    await save(page)
    await administrator.call('POST', 'admin/updateSettings', { company_display_name: before, minor_settings: { otp_expiry: 5 } })
  })

  it('a link that the company adds is in the menu and opens in a new tab, and an address that is not https is refused at its field', async () => {
    const page = await windows.at(at('extraLinks'), administrator)
    const links = page.getByRole('region', { name: 'Extra links' })
    await links.getByRole('button', { name: 'Add a link' }).click()
    await field(links, 'Name').fill('Innovation Form')
    await field(links, 'Address').fill('http://forms.example')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await links.getByText('The address of a link begins with https:// and has at most 500 characters.').waitFor()
    await field(links, 'Address').fill('https://forms.example/new')
    await save(page)
    const employee = await windows.at('/dashboard/main', await windows.person('wanjiku@mazingira.example'))
    const menu = employee.getByRole('navigation', { name: 'Pages' })
    await menu.getByRole('button', { name: 'Links' }).click()
    const link = menu.getByRole('link', { name: /Innovation Form/ })
    expect(await link.evaluate((node) => ['href', 'target', 'rel'].map((name) => node.getAttribute(name)))).toEqual(['https://forms.example/new', '_blank', 'noopener noreferrer'])
    await links.getByRole('button', { name: 'Remove Innovation Form' }).click()
    await save(page)
    await link.waitFor({ state: 'detached' })
  })

  it('a package that is switched off disappears from an open screen and its addresses are refused, until it is switched on again', async () => {
    const page = await windows.at(at('site_installed_packages'), administrator)
    const employee = await windows.at('/dashboard/main', await windows.person('wanjiku@mazingira.example'))
    const tile = employee.getByRole('main').getByRole('link', { name: /petty cash/i }).first()
    await tile.waitFor()
    await employee.locator('html[data-live]').waitFor({ state: 'attached' })
    await comeToRest(employee)
    let loads = 0
    employee.on('framenavigated', (frame) => { if (frame === employee.mainFrame()) loads += 1 })
    await menuOf(page).getByRole('switch', { name: 'Show Petty Cash', exact: true }).setChecked(false, { force: true })
    await page.getByText('One change is not saved.').waitFor()
    await save(page)
    await tile.waitFor({ state: 'detached' })
    await administrator.call('POST', 'admin/updateSettings', { site_installed_packages: [] })
    await tile.waitFor()
    expect(loads).toBe(0)
    await administrator.call('POST', 'admin/updateSettings', { site_installed_packages: [{ name: 'cash', order: 1, subs: [{ name: 'petty-cash', enabled: false, order: 1 }] }] })
    await go(employee, '/pettycash/form')
    await employee.getByText('You may not create this record.').waitFor()
    await administrator.call('POST', 'admin/updateSettings', { site_installed_packages: [] })
    expect(await menuOf(page).getByRole('switch', { name: 'Show Setup' }).isDisabled()).toBe(true)
  })

  it('menu entries get another caption and icon, and are moved by keyboard, with an announcement, and by dragging', async () => {
    const page = await windows.at(at('site_installed_packages'), administrator)
    await menuOf(page).waitFor()
    const before = await order(page)
    const place = before.indexOf('cash')
    const above = before[place - 1]
    if (above === undefined) throw new Error('There is nothing above cash.')
    const handle = menuOf(page).getByRole('button', { name: 'Move Cash Management', exact: true })
    await handle.focus()
    await page.keyboard.press('ArrowUp')
    await expect.poll(() => order(page)).toEqual(before.with(place - 1, 'cash').with(place, above))
    await menuOf(page).getByText(`Cash Management is now number ${place} of ${before.length}.`).waitFor({ state: 'attached' })
    await expect.poll(() => handle.evaluate((button) => button === document.activeElement)).toBe(true)
    await menuOf(page).getByRole('textbox', { name: 'Caption of Cash Management' }).fill('Money')
    await menuOf(page).getByRole('button', { name: /^Icon of Money/ }).click()
    const icons = page.getByRole('dialog', { name: /^Icon of Money/ })
    await icons.getByRole('textbox', { name: 'Find an icon' }).fill('wallet')
    await icons.getByRole('button', { name: 'wallet' }).click()
    await save(page)
    await page.getByRole('button', { name: 'Icon of Money: wallet' }).waitFor()

    // The result of the save is rendered: nothing moves under the pointer any more.
    await comeToRest(page)
    const from = await menuOf(page).getByRole('button', { name: 'Move Money', exact: true }).boundingBox()
    const to = await entries(page).locator(`> [data-package="${above}"]`).boundingBox()
    if (!from || !to) throw new Error('The rows are not on the screen.')
    await page.mouse.move(from.x + from.width / 2, from.y + from.height / 2)
    await page.mouse.down()
    await page.mouse.move(from.x + from.width / 2, to.y + to.height - 2, { steps: 12 })
    await page.mouse.up()
    await expect.poll(() => order(page)).toEqual(before)
    await save(page)
  })

  it('a picture is previewed, shown on the sign-in page and removed, and the history says so', async () => {
    const page = await windows.at('/admin/settings', administrator)
    const group = page.getByRole('group', { name: 'Landing page image' })
    const choose = async (name: string, mimeType: string, buffer: Buffer): Promise<void> => group.locator('input[type=file]').setInputFiles({ name, mimeType, buffer })
    await choose('large.png', 'image/png', Buffer.alloc(2_000_000))
    await group.getByRole('alert').filter({ hasText: 'File size should be less than 2 MB!' }).waitFor()
    await choose('text.png', 'image/png', Buffer.from('<script>alert(1)</script>'))
    await group.getByRole('alert').filter({ hasText: 'The picture must be a PNG, JPEG or WebP file.' }).waitFor()
    await choose('hills.jpg', 'image/jpeg', await sharp({ create: { width: 2400, height: 1800, channels: 3, background: '#e8a23a' } }).jpeg().toBuffer())
    await group.getByRole('img', { name: 'Landing page image, not saved yet' }).waitFor()
    await save(page)
    await group.getByRole('img', { name: 'Landing page image, as it is shown' }).waitFor()
    const { page: stranger } = await windows.open()
    await go(stranger, '/auth/login')
    const welcome = stranger.getByRole('complementary')
    await expect.poll(() => welcome.evaluate((panel) => getComputedStyle(panel).backgroundImage)).toContain('/api/v1/company/images/')
    expect(await faultsOf(stranger, 'settings-sign-in-picture')).toEqual([])
    await group.getByRole('button', { name: 'Remove' }).click()
    await save(page)
    await group.getByText('No picture').waitFor()
    await page.getByRole('link', { name: 'Change history' }).click()
    const newest = page.getByRole('region', { name: 'Changes, newest first', exact: true }).getByRole('row').nth(1)
    await expect.poll(() => newest.innerText()).toMatch(/Landing page image[\s\S]*a picture[\s\S]*no picture[\s\S]*Portal Administrator/)
  })

  it('a colour that is too light for texts is refused with a suggestion, which is previewed, saved and reset to the default', async () => {
    const page = await windows.at(at('site_colors'), administrator)
    const colours = page.getByRole('region', { name: 'Theme colours' })
    await field(page, 'Primary').fill('#e8a23a')
    await colours.getByText(/^Primary is too light for texts: #e8a23a/).waitFor()
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await seeToast(page, /Primary is too light/)
    const offer = colours.getByRole('button', { name: /^Use #\w{6} for Primary$/ })
    const nearest = /#\w{6}/.exec(await offer.innerText())?.[0] ?? ''
    await offer.click()
    await expect.poll(() => field(page, 'Primary').inputValue()).toBe(nearest)
    const drawn = async (): Promise<string> => colours.getByText('Button', { exact: true }).first().evaluate((one) => getComputedStyle(one).backgroundColor)
    const [red, green, blue] = [1, 3, 5].map((at) => parseInt(nearest.slice(at, at + 2), 16))
    expect(await drawn()).toBe(`rgb(${String(red)}, ${String(green)}, ${String(blue)})`)
    await save(page)
    await expect.poll(() => page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue('--mantine-color-primary-6').trim())).toBe(nearest)
    await colours.getByRole('button', { name: 'Back to the defaults' }).click()
    await expect.poll(() => field(page, 'Primary').inputValue()).toBe('#00448b')
    await save(page)
  })

  it('a save is refused when somebody else saved meanwhile: another save replaces their value, and undoing keeps it', async () => {
    const page = await windows.at(at('minor_settings'), administrator)
    const conflict = async (): Promise<void> => {
      await page.getByRole('button', { name: 'Save', exact: true }).click()
      await seeToast(page, 'Somebody else changed these settings at the same time. Nothing was saved: look at the differences, then save again.')
    }
    const minutes = field(page, 'Minutes that a code is valid')
    await minutes.fill('8')
    await administrator.call('POST', 'admin/updateSettings', { minor_settings: { otp_expiry: 6 } })
    await conflict()
    await page.getByRole('alert').filter({ hasText: 'Minutes that a code is valid was changed by somebody else. It is now 6.' }).waitFor()
    await expect.poll(() => minutes.inputValue()).toBe('8')
    await save(page)

    await page.getByRole('link', { name: 'Name and pictures' }).click()
    const name = field(page, 'Display name')
    const before = await name.inputValue()
    await name.fill('Trust of mine')
    await administrator.call('POST', 'admin/updateSettings', { company_display_name: 'Trust of theirs' })
    await conflict()
    await page.getByRole('alert').filter({ hasText: 'The display name was changed by somebody else. It is now Trust of theirs.' }).waitFor()
    await page.getByRole('button', { name: 'Undo changes' }).click()
    await expect.poll(() => name.inputValue()).toBe('Trust of theirs')
    await administrator.call('POST', 'admin/updateSettings', { company_display_name: before, minor_settings: { otp_expiry: 5 } })
  })

  it('settings of a module that is not installed say so, apart from those that apply now', async () => {
    // Every module is installed, so the server's response is changed to declare one missing.
    const { page } = await windows.of(administrator)
    await page.route('**/portal/bootstrap*', async (route) => {
      const answer = await route.fetch()
      const text = await answer.text()
      const { data } = JSON.parse(text) as { data: { settingsShapes: Record<string, { awaits: Record<string, string> }> } }
      Object.assign(data.settingsShapes['cashmgt_settings']?.awaits ?? {}, { showReqVendor: 'Requisitions' })
      await route.fulfill({ response: answer, json: { ...JSON.parse(text) as object, data } })
    })
    await go(page, at('cashmgt_settings'))
    const waiting = page.getByRole('region', { name: 'Cash management' }).getByRole('group', { name: 'For modules that are not installed yet' })
    await waiting.getByText('Takes effect when Requisitions is installed.').first().waitFor()
    expect(await waiting.getByLabel('Travel request lock days').count()).toBe(0)
    expect(await waiting.getByLabel('Several currencies').count()).toBe(0)
    await waiting.getByRole('switch', { name: 'Vendor on requisitions' }).setChecked(true, { force: true })
    await save(page)
  })
})
