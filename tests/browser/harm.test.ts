import { beforeAll, describe, expect, it } from 'vitest'
import type { Page } from 'playwright-core'
import { PACKAGES } from '../../src/contract/index.ts'
import type { Catalogue, ResolvedDocumentType, ResolvedField } from '../../src/core/index.ts'
import { engineOfModules } from '../store/support.ts'
import { ATTACK } from '../attack-report.ts'
import { DESKTOP, PHONE, comeToRest, go, scrollsSideways, takePicture, type Visitor, resize } from './harness.ts'
import { makeRequest, sendRequest, storedRequest, type Person } from './people.ts'
import { startWindows } from './windows.ts'

/** Hostile input for any field. Elements that it would create carry `data-harm`; code that it would run logs to the console. */
const PAYLOADS = [
  '<img data-harm src=x onerror="harmed()">', '<svg data-harm onload=harmed()>', 'javascript:harmed()//', '</script><script data-harm>harmed()</script>', '"><a data-harm href="javascript:harmed()">x</a>',
  '{{constructor.constructor("harmed()")()}} ${harmed()} <%= harmed() %>', 'from right \u200Fgpj.exe \u200Eand left', '😀👩‍👩‍👧‍👦 𝕏 🇰🇪 \u{1F1F0}', 'Unbreakable'.repeat(22), '[x](javascript:harmed()) **b** <https://evil.example> &lt;b data-harm&gt;',
]
const payload = (index: number): string => PAYLOADS[index % PAYLOADS.length] ?? ''
/** As much as fits, without splitting a character. */
const cut = (text: string, most = 250): string => text.slice(0, most).replace(/[\uD800-\uDBFF]$/, '').trim()

/** Each payload as the description of a document or line. */
const DESCRIPTIONS = PAYLOADS.map((text) => cut(text))

/** A key that is ambiguous in an address; markup is refused. */
const KEY = 'H/../a+b & (c)'

/** Free text that a user types: no enum, no reference, no format. */
function isFreeText({ type, enum: choices, format, ref, pattern, readOnly, internal, compute, wireOnly }: ResolvedField): boolean {
  return type === 'string' && choices === undefined && format === undefined && ref === undefined && pattern === undefined && compute === undefined && !readOnly && !internal && !wireOnly
}

const windows = startWindows(() => ({}))
let catalogue: Catalogue
const people = {} as Record<'wanjiku' | 'otieno' | 'mutua' | 'mwangi' | 'wambui' | 'admin', Person>
/** Keys of the created records; of masters by type. */
const made = { open: '', sent: '', rejected: '', paid: '', request: '', keys: new Map<string, string | undefined>() }

beforeAll(async () => {
  ;({ catalogue } = await engineOfModules())
  for (const name of ['wanjiku', 'otieno', 'mutua', 'mwangi', 'wambui', 'admin'] as const) people[name] = await windows.person(`${name}@mazingira.example`)
  await plant()
})

/** Puts the payloads wherever users can write: masters, settings, captions, names, requests, reasons, file names. */
async function plant(): Promise<void> {
  // All screens render text with the same components: `npm test` checks those of requests, addresses and public pages, `npm run attack` all
  // of them.
  if (ATTACK !== undefined) for (const type of Object.values(catalogue.types).filter(({ kind }) => kind === 'master')) made.keys.set(type.id, await plantMaster(type))
  await plantSettings()
  await plantNames()
  await plantRequests()
}

interface Values { [name: string]: unknown }

/**
 * Writes into the existing records, and creates one whose key contains special characters, if no other field must be unique. Returns its
 * key.
 */
async function plantMaster({ id, key, series, shape, actions, permissions, rules, dualControl }: ResolvedDocumentType): Promise<string | undefined> {
  // Masters that the administrator does not keep are kept by finance.
  const keeper = permissions['administrator'] === undefined ? people.mutua : people.admin
  const { data: rows } = (await keeper.call('GET', `documents/${id}?limit=200`)) as unknown as { data: Values[] }
  const fields = Object.values(shape.fields)
  const keyField = fields.find(({ name }) => name === key)
  const texts = fields.filter((field) => isFreeText(field) && field !== keyField && !(dualControl?.fields.includes(field.name) ?? false))
  const written = (row: number): Values => Object.fromEntries(texts.map((field, at) => [field.wire, cut(payload(row + at), field.maxLength)]))
  const keyOf = (row: Values | undefined): string => String(row?.[keyField?.wire ?? key])
  // Some are closed in their current state.
  const open = rows.filter(({ _actions: allowed }) => Object.values(actions).some((action) => action.saves && (allowed as string[]).includes(action.id)))
  for (const [at, row] of open.slice(0, PAYLOADS.length).entries()) await keeper.call('PATCH', `documents/${id}/${encodeURIComponent(keyOf(row))}`, { ...written(at), _rev: row['_rev'] })
  if (rows.length === 0 || series !== undefined || keyField === undefined || Object.values(rules).some(({ on }) => on[0] === key) || !isFreeText(keyField) || fields.some((field) => field.unique && field !== keyField && field.format !== 'email')) return undefined
  const stored = (await keeper.call('GET', `documents/${id}/${encodeURIComponent(keyOf(rows[0]))}`)).data as Values
  const sample: Values = Object.fromEntries(fields.filter(({ wire, readOnly, compute, internal }) => !readOnly && !internal && compute === undefined && (stored[wire] ?? null) !== null).map((field) => [field.wire, sampleOf(field, stored[field.wire])]))
  // Those that two people change would be equal to those of the sample.
  const controlled = Object.fromEntries(fields.filter((field) => isFreeText(field) && field !== keyField && !texts.includes(field)).map((field, at) => [field.wire, cut(payload(at), field.maxLength)]))
  const { request } = (await keeper.call('POST', `documents/${id}`, { ...sample, ...controlled, ...written(0), [keyField.wire]: KEY, ...(dualControl && { _reason: payload(1) }) })) as unknown as { request?: { type: string; key: string } }
  if (request !== undefined) await approvedBy(dualControl?.checker === 'hr' ? [people.wambui] : [people.mwangi, people.mutua], `documents/${request.type}/${request.key}/actions/approve`)
  return KEY
}

/** The value for another record: no address is used twice, and a day is one that no record is about. */
function sampleOf({ format }: ResolvedField, value: unknown): unknown {
  if (format === 'email') return 'harm@mazingira.example'
  return format === 'date' ? `${Number(String(value).slice(0, 4)) + 40}${String(value).slice(4)}` : value
}

/** Approves as the first of them whom the change does not concern. */
async function approvedBy([checker, ...others]: Person[], path: string): Promise<void> {
  try {
    await checker?.call('POST', path, {})
  } catch (error) {
    if (others.length === 0) throw error
    await approvedBy(others, path)
  }
}

/** What the free texts of each group of settings are set to. */
function settingTexts(): Record<string, Record<string, string>> {
  return Object.fromEntries(Object.entries(catalogue.settings).map(([group, { fields }]) => [group, Object.fromEntries(Object.values(fields).filter(isFreeText).map((field, at) => [field.name, cut(payload(at), field.maxLength)]))]))
}

/** Each page of the settings that shows them. */
function settingScreens(): Look[] {
  const groups = Object.entries(settingTexts()).map(([group, texts]): Look => ({ path: `/admin/settings?group=${group}`, shows: [catalogue.settings[group]?.title ?? group, ...Object.values(texts)] }))
  return [{ path: '/admin/settings', shows: [cut(payload(0), 60)] }, ...groups, { path: `/admin/settings?group=${PACKAGES}`, shows: [cut(payload(1), 40)] }, { path: '/admin/settings?group=history', shows: [cut(payload(2), 30)] }]
}

async function plantSettings(): Promise<void> {
  const { admin } = people
  const answer = (await admin.call('GET', 'admin/settings')) as unknown as { packages: { name: string; title: { text: string; setting?: string }; subs: unknown[] }[] }
  const groups = settingTexts()
  // Captions accept no invisible characters.
  const caption = (at: number): string => cut(payload(at).replace(/\p{C}/gu, ''), 40)
  const captioned = (entries: typeof answer.packages, from: number): object[] => entries.map(({ name, title, subs }, at) => ({ name, ...(title.setting === undefined && { caption: caption(from + at) }), subs: captioned(subs as typeof answer.packages, from + at + 1) }))
  const site_installed_packages = captioned(answer.packages, 0)
  await admin.call('POST', 'admin/updateSettings', { ...groups, site_installed_packages, company_display_name: cut(caption(0), 60) })
}

async function plantNames(): Promise<void> {
  const { admin, wambui } = people
  for (const [at, text] of PAYLOADS.entries()) await admin.call('POST', 'admin/createUser', { name: cut(text, 150), email: `named-${String(at)}@mazingira.example`, default_company: 'MRT' })
  for (const [at, name] of ['wanjiku', 'otieno'].entries()) {
    const email = `${name}@mazingira.example`
    const { data: [row] } = (await admin.call('GET', `admin/users?search=${email}`)) as unknown as { data: (Values & { id: string; employee: string })[] }
    if (!row) throw new Error(`${name} is not among the users`)
    await admin.call('POST', `admin/updateUser/${row.id}`, { name: `${name} ${payload(at)}`, email, employee: row.employee, default_company: 'MRT' })
    const { data: { _rev } } = await wambui.call('GET', `documents/employee/${row.employee}`)
    await wambui.call('PATCH', `documents/employee/${row.employee}`, { _rev, first_name: cut(`${name} ${payload(at)}`, 50), search_name: cut(`${name} ${payload(at)}`, 150), jobTitle: payload(at + 3).slice(0, 100) })
  }
  await fetch(`${windows.url}/api/v1/hrmis/auth/windows/login`, { method: 'POST', headers: { 'content-type': 'application/json', 'user-agent': payload(0) }, body: JSON.stringify({ username: payload(1), password: 'x', device_name: payload(4) }) })
}

async function plantRequests(): Promise<void> {
  const { wanjiku, otieno, mutua, admin } = people
  await admin.call('POST', 'admin/updateSettings', { cashmgt_settings: { pettycash_daily_ceiling: 0, pettycash_request_ceiling: 0 } })
  const { shape } = catalogue.types['petty-cash'] ?? { shape: { fields: {} } }
  const free = (fields: ResolvedField[], from: number): Values => Object.fromEntries(fields.filter((field) => isFreeText(field) && field.name !== 'id').map((field, at) => [field.wire, cut(payload(from + at), field.maxLength)]))
  const lineFields = Object.values(Object.values(shape.fields).find(({ line }) => line)?.line?.fields ?? {})
  const DIMENSIONS = { shortcutDimension1Code: 'CLIMATE', shortcutDimension2Code: 'P-WATER', shortcutDimension3Code: 'EU' }
  const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
  // No invoice is claimed twice.
  let invoices = 0
  const body = (at: number, files = PAYLOADS.slice(0, 1)): object => ({
    ...free(Object.values(shape.fields), at), attachments: files.map((text) => ({ fileName: `${text}.png`, attachment: PIXEL })),
    pettyCashLinesAPI: PAYLOADS.map((text, row) => ({ expense_code: 'MEALS', amount: 10 + row, ...DIMENSIONS, ...free(lineFields, at + row), invoiceRef: `${cut(text, 44)} ${(invoices += 1)}` })),
  })
  const entryOf = async (no: string): Promise<number> => ((await otieno.call('GET', `approvals/approvalEntries?status=Open&scope=mine&documentNo=${no}`)) as unknown as { data: { entryNo: number }[] }).data[0]?.entryNo ?? 0
  made.open = await makeRequest(wanjiku, body(0, PAYLOADS))
  for (const [at] of PAYLOADS.entries()) made.sent = await sendRequest(wanjiku, body(at))
  made.rejected = await sendRequest(wanjiku, body(1))
  await otieno.call('POST', 'approvals/reject', { entryNo: await entryOf(made.rejected), reason: cut(PAYLOADS.join(' '), 250) })
  made.paid = await sendRequest(wanjiku, body(2))
  await otieno.call('POST', 'approvals/approve', { entryNo: await entryOf(made.paid), comment: payload(0) })
  const { data: floats } = (await mutua.call('GET', 'documents/petty-cash-bank?limit=200')) as unknown as { data: { code: string; status: string; site: string }[] }
  const { posting_date: paidOn } = (await storedRequest(wanjiku, made.paid)) as Values
  await mutua.call('POST', 'hrmis/pettycash/pay', { headerNo: made.paid, bank: floats.find(({ code }) => !code.includes('HARM') && code !== KEY)?.code, paidOn, reference: cut(payload(0), 50) })
  const day = (daysAgo: number, hour: string): string => `${new Date(Date.now() - daysAgo * 86_400_000).toISOString().slice(0, 10)}T${hour}:00:00Z`
  const asked = await wanjiku.call('POST', 'attendance/create-request', { startDate: day(9, '05'), endDate: day(9, '14'), userLocation: cut(payload(0), 150), reason: cut(PAYLOADS.join(' '), 500) })
  made.request = (asked.data as unknown as { entryNo: string }).entryNo
}

/**
 * A window that records every irregularity: a script that runs would not find `harmed`, and one that the policy blocks is reported in the
 * console.
 */
async function watched(who: Person | undefined): Promise<Visitor> {
  const visitor = await (who === undefined ? windows.open() : windows.of(who))
  const { page, problems } = visitor
  page.on('dialog', (dialog) => {
    problems.push(`dialog: ${dialog.message()}`)
    void dialog.dismiss()
  })
  return visitor
}

const words = (text: string): string => text.replace(/\s+/g, ' ').trim()

/** The payloads that became more than text, and the expected ones that are missing. */
async function faultsOf(page: Page, expected: readonly string[]): Promise<string[]> {
  const { planted, text } = await page.evaluate(() => ({
    planted: [...document.querySelectorAll('[data-harm], a[href^="javascript" i], iframe[srcdoc], [onerror], [onload]')].map((element) => element.outerHTML.slice(0, 120)),
    text: [document.body.textContent, ...[...document.querySelectorAll('input, textarea')].map((field) => (field as HTMLInputElement).value)].join(' | '),
  }))
  const shown = words(text)
  return [...planted.map((one) => `became an element: ${one}`), ...new Set(expected.filter((one) => !shown.includes(words(one))).map((one) => `is not shown as written: ${one}`))]
}

interface Look { path: string; /** Texts that must be shown: an empty or unexpected screen would prove nothing. */ shows: readonly [string, ...string[]]; /** There is no such screen. */ isNowhere?: boolean; act?: (page: Page) => Promise<unknown>; /** Texts that are shown after the action, until Escape is pressed. */ opens?: string[] }

/** Opens the screens one after another, wide and narrow; returns everything that was wrong with them. */
async function look(who: Person | undefined, screens: Look[]): Promise<string[]> {
  const { page, problems } = await watched(who)
  const found: string[] = []
  for (const { path: address, shows, isNowhere = false, act, opens = [] } of screens) {
    problems.length = 0
    await resize(page, DESKTOP)
    // An unknown address is loaded like a link that somebody was sent.
    await (isNowhere ? page.goto(address) : go(page, address))
    await page.locator('[data-screen], form, h1').first().waitFor()
    await comeToRest(page)
    await act?.(page)
    // What was opened may fetch its content.
    if (act) await comeToRest(page)
    const faults = await faultsOf(page, [...shows, ...opens])
    const screen = (await page.locator('[data-screen]').first().getAttribute('data-screen')) ?? 'none'
    if ((screen === 'not-found') !== isNowhere || screen === 'crash') faults.push(`shows the screen ${screen}`)
    await takePicture(page, `harm-${address.replace(/\W+/g, '-').slice(0, 50)}-desktop`)
    if (act) await page.keyboard.press('Escape')
    await resize(page, PHONE)
    if (await scrollsSideways(page)) faults.push('scrolls sideways on a phone')
    faults.push(...(await faultsOf(page, shows)).map((one) => `on a phone: ${one}`))
    await takePicture(page, `harm-${address.replace(/\W+/g, '-').slice(0, 50)}-phone`)
    if (new URL(page.url()).origin !== windows.url) faults.push(`left the portal for ${page.url()}`)
    found.push(...[...faults, ...problems].map((one) => `${address}: ${one}`))
  }
  return found
}

const query = encodeURIComponent
/** All of the texts; fails if there are none. */
function some([first, ...rest]: string[]): [string, ...string[]] {
  return first === undefined ? expect.fail('no text is expected') : [first, ...rest]
}
const openMenu = (name: RegExp) => async (page: Page): Promise<void> => {
  await page.getByRole('button', { name }).first().click()
  await page.getByRole('menu').or(page.getByRole('dialog')).first().waitFor()
}

describe('hostile text', () => {
  it.runIf(ATTACK !== undefined)('it is shown as written to an administrator, on masters, users, settings and logs', async () => {
    // One screen renders them all: those with the most kinds of columns represent the others.
    const lists = ['employee', 'speed-key', 'expense-code'].map((id): Look => ({ path: `/records/${id}`, shows: [made.keys.get(id) ?? ''] }))
    const cards = ['employee', 'petty-cash-bank', 'speed-key'].map((id): Look => ({ path: `/records/${id}/card/${query(KEY)}`, shows: [KEY] }))
    expect(await look(people.admin, [
      ...lists, ...cards,
      { path: '/admin/user-settings?search=named-', shows: some(PAYLOADS.map((text) => cut(text, 150))) }, ...settingScreens(), { path: '/admin/outbox', shows: ['otieno@mazingira.example', made.rejected] }, { path: '/admin/sign-ins', shows: [payload(1)] }, { path: '/security', shows: ['admin@mazingira.example'] },
    ])).toEqual([])
  })

  it('it is shown as written to an employee, on requests, lists and notifications', async () => {
    expect(await look(people.wanjiku, [
      { path: '/', act: openMenu(/^Notifications/), shows: [payload(0)], opens: [made.rejected] }, { path: '/pettycash/list', shows: some(DESCRIPTIONS.slice(4)) }, { path: `/pettycash/form?edit=${made.open}`, shows: some(DESCRIPTIONS) }, { path: `/pettycash/form?edit=${made.rejected}`, shows: some(DESCRIPTIONS) },
      { path: `/pettycash/pettycash-document/${made.paid}`, shows: [made.paid] }, { path: '/attendance/requests', shows: [made.request] }, { path: `/attendance/request?edit=${made.request}`, shows: [cut(PAYLOADS.join(' '), 500)] }, { path: '/notifications', shows: [made.rejected, made.paid] },
    ])).toEqual([])
  })

  it.runIf(ATTACK !== undefined)('it is shown as written to an approver and to finance', async () => {
    expect(await look(people.otieno, [{ path: '/', act: openMenu(/^Approvals/), shows: [payload(1)] }, { path: '/approvals/list', shows: some(DESCRIPTIONS.slice(1)) }, { path: '/approvals/list?tab=history', shows: [made.paid, made.rejected] }, { path: `/approvals/card/petty-cash/${made.sent}`, shows: some(DESCRIPTIONS) }, { path: '/notifications', shows: [made.sent] }])).toEqual([])
    expect(await look(people.mutua, [{ path: '/records/petty-cash-ledger', shows: [cut(payload(0), 50)] }])).toEqual([])
  })

  it('it runs nothing in an address, and leads nowhere else', async () => {
    const [first = '', script = ''] = [payload(0), payload(2)].map(query)
    const nowhere = [`/records/${first}`, '//evil.example', '/\\evil.example'].map((one): Look => ({ path: one, isNowhere: true, shows: ['Page not found'] }))
    const somewhere: Look[] = [
      { path: `/pettycash/list?search=${first}&q=${first}&sort=${first}&status=${script}&posting_date_from=${first}#${first}`, shows: [payload(0)] }, { path: `/approvals/list?tab=${first}&search=${first}`, shows: [made.sent] },
      { path: `/pettycash/form?edit=${first}`, shows: ['There is no such record, or you do not have access to it.'] }, { path: `/pettycash/list?company=${first}`, shows: ['This link belongs to another company'] }, { path: `/dashboard/main?year=${first}`, shows: ['Dashboard'] },
    ]
    expect(await look(people.otieno, [...somewhere, ...nowhere].map((one) => ({ ...one, path: windows.url + one.path })))).toEqual([])
  })

  it('it runs nothing in the address of a page that needs no sign-in', async () => {
    const first = query(payload(0))
    expect(await look(undefined, [
      { path: `/auth/login?next=${query(payload(2))}&email=${first}`, shows: ['Password'] }, { path: `/auth/setPassword/${first}`, shows: ['This link'] },
    ])).toEqual([])
  })
})
