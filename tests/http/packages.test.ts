/** What a company switches off, renames and moves in its menu. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { BootstrapAnswer, DashboardAnswer, SettingsAnswer, SettingsChange } from '../../src/contract/index.ts'
import { ONE_KIND, startApp, type Caller, type TestApp } from './harness.ts'
import { NO_CEILINGS, openEntry, raiseAndSend, request } from './petty-cash-cases.ts'

const WITHOUT_PETTY_CASH = [{ name: 'cash', enabled: true, order: 1, subs: [{ name: 'petty-cash', enabled: false, order: 1 }] }]

describe.each(ONE_KIND)('the menu on %s', (kind) => {
  let test: TestApp
  let admin: Caller
  let wanjiku: Caller
  beforeAll(async () => {
    test = await startApp({ kind, settings: NO_CEILINGS })
    admin = await test.signIn('admin@mazingira.example')
    wanjiku = await test.signIn('wanjiku@mazingira.example')
  })
  afterAll(() => test.stop())

  const save = async (body: object): Promise<{ status: number; body: SettingsAnswer & { code?: string; errors?: { path: string; message: string }[] } }> => {
    const answer = await admin.call('POST', 'admin/updateSettings', body)
    return { status: answer.statusCode, body: answer.json() }
  }
  const arrange = async (entries: unknown): Promise<void> => expect(await save({ site_installed_packages: entries })).toMatchObject({ status: 200 })
  const bootstrap = async (who = wanjiku): Promise<BootstrapAnswer> => (await who.call('GET', 'portal/bootstrap')).json<{ data: BootstrapAnswer }>().data
  const listed = async (): Promise<SettingsAnswer> => (await admin.call('GET', 'admin/settings')).json<SettingsAnswer>()

  it('a type that is switched off has no entry, tiles, hits or new records, and sent requests still go on', async () => {
    const { no } = await raiseAndSend(wanjiku)
    const otieno = await test.signIn('otieno@mazingira.example')
    const tiles = async (): Promise<string[]> => (await wanjiku.call('GET', 'dashboards/main')).json<{ data: DashboardAnswer }>().data.tiles.map(({ id }) => id)
    const hits = async (): Promise<unknown[]> => (await wanjiku.call('GET', `portal/search?q=${no}`)).json<{ data: unknown[] }>().data
    const full = await bootstrap()
    expect(full.pages).toHaveProperty(['petty-cash.list'])
    expect(full.types['petty-cash']?.can).toContain('create')
    const before = await tiles()
    expect([before.includes('petty-cash'), (await hits()).length]).toEqual([true, 1])

    await arrange(WITHOUT_PETTY_CASH)
    const { pages, menu, types } = await bootstrap()
    expect(Object.keys(pages).filter((id) => id.startsWith('petty-cash.'))).toEqual(['petty-cash.form', 'petty-cash.document'].filter((id) => id in full.pages))
    expect(JSON.stringify(menu)).not.toContain('petty-cash.list')
    expect(types['petty-cash']?.can).toEqual(full.types['petty-cash']?.can.filter((verb) => verb !== 'create'))
    expect([await tiles(), await hits()]).toEqual([before.filter((id) => id !== 'petty-cash'), []])
    const refused = await wanjiku.call('POST', 'hrmis/pettycash', request())
    expect([refused.statusCode, refused.json<{ message: string }>().message]).toEqual([403, 'New Petty Cash records are no longer accepted: your company has switched this off.'])
    expect((await wanjiku.call('GET', `hrmis/pettycash/show?document_no=${no}`)).statusCode).toBe(200)
    const decided = await otieno.call('POST', 'approvals/approve', await openEntry(otieno, no))
    expect(decided.statusCode, decided.body).toBe(200)

    await arrange([{ name: 'cash', order: 1, subs: [{ name: 'petty-cash', order: 1 }] }])
    expect(await bootstrap()).toEqual({ ...full, menu: expect.anything() as unknown })
    expect((await wanjiku.call('POST', 'hrmis/pettycash', request())).statusCode).toBe(201)
  })

  it('switching a type off in one company does not affect another company', async () => {
    await arrange(WITHOUT_PETTY_CASH)
    const susan = await test.signIn('susan@uwezo.example')
    expect((await bootstrap(susan)).types['petty-cash']?.can).toContain('create')
    await arrange([])
  })

  it('the menu has the captions, icons and order that the administrator saved', async () => {
    await arrange([{ name: 'approvals', order: 0, caption: 'To decide', icon: 'inbox' }])
    expect((await bootstrap()).menu[0]).toMatchObject({ id: 'approvals', title: { text: 'To decide' }, icon: 'inbox' })
    expect((await listed()).packages[0]).toMatchObject({ name: 'approvals', caption: 'To decide', icon: 'inbox', declaredIcon: 'checklist', enabled: true, isFixed: false })
    await arrange([])
    expect((await bootstrap()).menu[0]).toMatchObject({ id: 'dashboard' })
  })

  it('the settings cannot be switched off, and a refused arrangement changes nothing', async () => {
    const before = await listed()
    const { status, body } = await save({ minor_settings: { otp_expiry: 9 }, site_installed_packages: [{ name: 'setup', enabled: false }, { name: 'nothing' }] })
    expect([status, body.errors?.map(({ message }) => message)]).toEqual([422, ['Setup cannot be switched off: nobody could switch it on again.', 'There is no menu entry "nothing" here.']])
    expect(await listed()).toEqual(before)
  })

  it('the history of settings gives changes of the menu in words', async () => {
    await arrange(WITHOUT_PETTY_CASH)
    await arrange([])
    const history = (await admin.call('GET', 'admin/settings/history?limit=2')).json<{ data: SettingsChange[] }>().data
    expect(history.map(({ changes }) => changes.filter(({ title }) => title.endsWith('shown')).map(({ title, from, to }) => [title, from, to]))).toEqual([
      [['Menu: Cash Management: Petty Cash: shown', false, true]], [['Menu: Cash Management: Petty Cash: shown', true, false]],
    ])
  })

  it('links of the company are in the menu of those for whom they are, and an address that is not https is refused', async () => {
    const links = [
      { title: 'Innovation Form', url: 'https://forms.example/innovation' },
      { title: 'Cash handbook', url: 'https://files.example/cash?v=2', group: 'cash' },
      { title: 'Of finance', url: 'https://bank.example', group: 'cash', roles: ['finance'] },
    ]
    expect(await save({ extraLinks: links })).toMatchObject({ status: 200, body: { extraLinks: links } })
    const linksOf = async (who: Caller): Promise<unknown[]> => (await bootstrap(who)).menu.map(({ id, title, subs }) => [id, title.text, subs.flatMap(({ title: { text }, url }) => (url === undefined ? [] : [`${text} ${url}`]))]).filter(([, , subs]) => subs!.length > 0)
    const own = ['extra-links', 'Links', ['Innovation Form https://forms.example/innovation']]
    expect(await linksOf(wanjiku)).toEqual([['cash', 'Cash Management', ['Cash handbook https://files.example/cash?v=2']], own])
    expect(await linksOf(await test.signIn('mutua@mazingira.example'))).toEqual([['cash', 'Cash Management', ['Cash handbook https://files.example/cash?v=2', 'Of finance https://bank.example']], own])
    expect(await linksOf(await test.signIn('susan@uwezo.example'))).toEqual([])
    const { status, body } = await save({ extraLinks: [{ title: 'Bad', url: 'javascript:alert(1)' }, { title: '', url: 'https://good.example@bad.example', group: 'nothing', roles: ['king'] }] })
    expect([status, body.errors?.map(({ path }) => path)]).toEqual([422, ['extraLinks.0.url', 'extraLinks.1.title', 'extraLinks.1.url', 'extraLinks.1.group', 'extraLinks.1.roles']])
    expect((await listed()).extraLinks).toEqual(links)
    const history = (await admin.call('GET', 'admin/settings/history?limit=1')).json<{ data: SettingsChange[] }>().data
    expect(history[0]?.changes).toMatchObject([{ title: 'Extra links', to: ['Innovation Form (https://forms.example/innovation)', 'Cash handbook (https://files.example/cash?v=2) in cash', 'Of finance (https://bank.example) in cash for finance'] }])
    expect((await save({ extraLinks: [] })).status).toBe(200)
    expect(await linksOf(wanjiku)).toEqual([])
  })

  it('a save of a setting that somebody else changed meanwhile is refused, names it and changes nothing', async () => {
    const { revs } = await listed()
    const ours = { minor_settings: revs['minor_settings'] ?? 0, site_installed_packages: revs['site_installed_packages'] ?? 0 }
    expect((await save({ minor_settings: { otp_expiry: 11 }, _revs: ours })).status).toBe(200)
    const late = await save({ minor_settings: { otp_expiry: 12 }, site_installed_packages: WITHOUT_PETTY_CASH, _revs: ours })
    expect([late.status, late.body.code, late.body.errors]).toMatchObject([409, 'settings-changed', [{ path: 'minor_settings.otp_expiry', message: 'Minutes that a code is valid was changed by somebody else.' }]])
    const now = await listed()
    expect([now.data['minor_settings']?.['otp_expiry'], now.packages.every(({ enabled, subs }) => enabled && subs.every((sub) => sub.enabled))]).toEqual([11, true])
    expect((await save({ minor_settings: { otp_expiry: 12 }, _revs: now.revs })).status).toBe(200)
  })

  it('the second of two who rename the company at once is refused, and the first name stays', async () => {
    const { revs, displayName } = await listed()
    const ours = { company: revs['company'] ?? 0 }
    expect((await save({ company_display_name: 'Mazingira Trust', _revs: ours })).status).toBe(200)
    const late = await save({ company_display_name: 'Research Trust', _revs: ours })
    expect([late.status, late.body.errors]).toMatchObject([409, [{ path: 'company_display_name', message: 'The display name was changed by somebody else.' }]])
    const now = await listed()
    expect(now.displayName).toBe('Mazingira Trust')
    expect((await save({ company_display_name: displayName, _revs: now.revs })).status).toBe(200)
    const history = (await admin.call('GET', 'admin/settings/history?limit=1')).json<{ data: SettingsChange[] }>().data
    expect(history[0]?.changes).toMatchObject([{ title: 'Display name of the company', from: 'Mazingira Trust', to: displayName }])
  })
})
