/** The consequences of actions and approvals besides the state, their checks, and what they leave unchanged. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sendReminders } from '../../src/server/reminders/send-reminders.ts'
import { saveSettings } from '../../src/server/store/settings/settings.ts'
import { startApp, type Caller, type TestApp } from './harness.ts'
import { byTwo } from './hire.ts'
import { asTwo } from './petty-cash-cases.ts'

interface Reply { data: Record<string, unknown> & { no: string }; message: string; code?: string; errors?: { path: string; message: string }[] }
interface Rows { data: Record<string, unknown>[] }

const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
const DIMENSIONS = { shortcutDimension1Code: 'CLIMATE', shortcutDimension2Code: 'P-WATER', shortcutDimension3Code: 'EU' }
const NOW = '2026-06-15T09:00:00+03:00'

let portal: TestApp
const people: Record<'wanjiku' | 'otieno' | 'mutua' | 'mwangi' | 'admin' | 'njeri', Caller> = {} as never

beforeAll(async () => {
  portal = await startApp({ now: NOW, settings: { MRT: { cashmgt_settings: { pettycash_request_ceiling: 0, pettycash_daily_ceiling: 0, multiple_currency: true } } } })
  await arrive(NOW)
}, 120_000)
afterAll(async () => portal.stop())

/** Everybody signs in at that time. */
async function arrive(moment: string): Promise<void> {
  portal.clock.set(new Date(moment))
  for (const name of ['wanjiku', 'otieno', 'mutua', 'mwangi', 'admin', 'njeri'] as const) people[name] = await portal.signIn(`${name}@mazingira.example`)
}

const request = (more: object = {}): object => ({
  description: 'Working lunch', ...DIMENSIONS, attachments: [{ fileName: 'receipt.png', attachment: PIXEL }],
  pettyCashLinesAPI: [{ expense_code: 'MEALS', description: 'Lunch', amount: 1200, ...DIMENSIONS }], ...more,
})

async function approve(no: string): Promise<void> {
  const { data } = (await people.otieno.call('GET', `approvals/approvalEntries?status=Open&documentNo=${no}`)).json<{ data: { entryNo: number }[] }>()
  const answer = await people.otieno.call('POST', 'approvals/approve', { entryNo: data[0]?.entryNo ?? 0 })
  expect(answer.statusCode, answer.body).toBe(200)
}

async function released(more: object = {}): Promise<string> {
  const created = await people.wanjiku.call('POST', 'hrmis/pettycash', request(more))
  expect(created.statusCode, created.body).toBe(201)
  const { no } = created.json<Reply>().data
  const sent = await people.wanjiku.call('POST', 'hrmis/pettycash/sendForApproval', { headerNo: no })
  expect(sent.statusCode, sent.body).toBe(200)
  await approve(no)
  return no
}

const show = async (no: string): Promise<Reply['data']> => (await people.wanjiku.call('GET', `hrmis/pettycash/show?document_no=${no}`)).json<Reply>().data
const pay = (no: string, input: object): ReturnType<Caller['call']> => people.mutua.call('POST', 'hrmis/pettycash/pay', { headerNo: no, paidOn: '2026-06-15', ...input })
const balance = async (bank: string): Promise<number> => {
  const { data } = (await people.mutua.call('GET', `documents/petty-cash-ledger?bank=${bank}&limit=200`)).json<Rows>()
  return data.reduce((sum, entry) => sum + Number(entry['amount']), 0)
}

describe('a float', () => {
  it.each([
    { why: 'it holds too little', input: { bank: 'PC-NEW' }, path: 'bank', says: /^This float holds only 500, which is less than the 1,200 of PC-2026-\d{5}\. Replenish it first\.$/ },
    { why: 'the payment is dated tomorrow', input: { bank: 'PC-HQ', paidOn: '2026-06-16' }, path: 'paidOn', says: /^Paid on should not be a future date$/ },
    { why: 'the payment is dated before the request', input: { bank: 'PC-HQ', paidOn: '2026-06-14' }, path: 'paidOn', says: /^Paid on cannot lie before the posting date$/ },
    { why: 'the payment is dated long ago', input: { bank: 'PC-HQ', paidOn: '1990-01-02' }, path: 'paidOn', says: /^Paid on cannot lie before the posting date$/ },
    { why: 'it is closed', input: { bank: 'PC-OLD' }, path: 'bank', says: /^This Float cannot be chosen here\.$/ },
    { why: 'it is unknown', input: { bank: 'NOPE' }, path: 'bank', says: /^There is no such Float\.$/ },
    { why: 'it is sent as a number', input: { bank: 7 }, path: 'bank', says: /^Float must be text\.$/ },
    { why: 'the payment has an unknown field', input: { bank: 'PC-HQ', input: { bank: 'PC-HQ', paidOn: '2026-06-15', amount: 1 } }, path: 'amount', says: /^There is no field “amount”\.$/ },
  ].map((one) => [one.why, one] as const))('refuses a payment if %s, and nothing changes', async (_, { input, path, says }) => {
    await floats()
    const no = await released()
    const before = await balance('PC-HQ')
    const answer = await pay(no, input)
    expect(answer.statusCode, answer.body).toBe(422)
    const { message, errors } = answer.json<Reply>()
    expect(message).toMatch(says)
    expect(errors?.[0]?.path).toBe(path)
    expect(await show(no)).toMatchObject({ status: 'Released' })
    expect(await balance('PC-HQ')).toBe(before)
  })

  it('is reduced by each payment, and finance is notified once that it fell below its minimum', async () => {
    await floats()
    const replenished = await people.mutua.call('POST', 'documents/petty-cash-bank/PC-LOW/actions/replenish', { input: { amount: 12_000, paidOn: '2026-06-15' } })
    expect(replenished.statusCode, replenished.body).toBe(200)
    for (const number of [1, 2, 3]) {
      const paid = await pay(await released({ description: `Lunch ${number}` }), { bank: 'PC-LOW' })
      expect(paid.statusCode, paid.body).toBe(200)
    }
    expect(await balance('PC-LOW')).toBe(8_400)
    const { data } = (await people.admin.call('GET', 'admin/outbox')).json<Rows>()
    const warnings = data.filter((one) => one['subject'] === 'Low float is to be replenished')
    expect(warnings.length).toBeGreaterThan(0)
    expect(new Set(warnings.map((one) => one['recipient'])).size).toBe(warnings.length)
    expect(String(warnings[0]?.['text'])).toContain('Low float holds 9,600.00 after the last payment; its minimum is 10,000.00.')
  })

  it('refuses a replenishment above its limit', async () => {
    await floats()
    const answer = await people.mutua.call('POST', 'documents/petty-cash-bank/PC-NEW/actions/replenish', { input: { amount: 20_000, paidOn: '2026-06-15' } })
    expect(answer.json<Reply>().message).toBe('The float holds 500 and may not exceed 20,000.')
    expect(await balance('PC-NEW')).toBe(500)
  })

  it('is not replenished more than a year ago', async () => {
    await floats()
    const answer = await people.mutua.call('POST', 'documents/petty-cash-bank/PC-NEW/actions/replenish', { input: { amount: 20, paidOn: '1990-01-02' } })
    expect([answer.statusCode, answer.json<Reply>().message]).toEqual([422, 'Date should be within the last 366 days'])
    expect(await balance('PC-NEW')).toBe(500)
  })
})

describe('a transport rate', () => {
  it('is paid as it is in the company’s currency, whatever that of the request, and the approver reads both amounts', async () => {
    const line = { expense_code: 'TAXI', from: 'HQ', to: 'JKIA', transportCode: 'TX-HQ-JKIA', ...DIMENSIONS }
    const made = await people.wanjiku.call('POST', 'hrmis/pettycash', request({ currencyCode: 'UGX', pettyCashLinesAPI: [{ ...line, amount: 2500 }] }))
    const { no } = made.json<Reply>().data
    expect(made.json<Reply>().data, made.body).toMatchObject({ total_amount: 69_060.77, amountLCY: 2500, equivalent: 2500 })
    expect((await people.wanjiku.call('POST', 'hrmis/pettycash/sendForApproval', { headerNo: no })).statusCode).toBe(200)
    const { data } = (await people.otieno.call('GET', `approvals/approvalEntries?documentNo=${no}`)).json<{ data: { summary: { label: string; value: string }[] }[] }>()
    expect(data[0]?.summary).toEqual(expect.arrayContaining([{ label: 'Total Amount', value: 'UGX 69,060.77' }, { label: 'In company currency', value: 'KES 2,500.00' }]))
  })
})

let areFloatsThere = false
/** A float with a balance of 500, an empty one and a closed one. */
async function floats(): Promise<void> {
  if (areFloatsThere) return
  areFloatsThere = true
  for (const values of [{ code: 'PC-NEW', name: 'New float' }, { code: 'PC-OLD', name: 'Old float' }, { code: 'PC-LOW', name: 'Low float', minimum_float: 10_000 }]) {
    await asTwo(people.mutua, people.mwangi, 'POST', 'documents/petty-cash-bank', { site: 'Kisumu', float_limit: 20_000, ...values })
  }
  expect((await people.mutua.call('POST', 'documents/petty-cash-bank/PC-NEW/actions/replenish', { input: { amount: 500, paidOn: '2026-06-15' } })).statusCode).toBe(200)
  expect((await people.mutua.call('POST', 'documents/petty-cash-bank/PC-OLD/actions/close', {})).statusCode).toBe(200)
}

describe('the exchange rate', () => {
  it('stays the same once a request is sent, and is updated whenever an open request is saved', async () => {
    const setRate = async (exchangeRate: number): Promise<void> => {
      const { _rev } = (await people.mutua.call('GET', 'documents/currency/UGX')).json<{ data: { _rev: number } }>().data
      await byTwo(portal, 'PATCH', 'documents/currency/UGX', { exchangeRate, _rev }, ['mutua', 'mwangi'])
    }
    const no = await released({ currencyCode: 'UGX', pettyCashLinesAPI: [{ expense_code: 'MEALS', description: 'Lunch', amount: 10_000, ...DIMENSIONS }] })
    expect(await show(no)).toMatchObject({ exchangeRate: 0.0362, amountLCY: 362 })
    await setRate(0.05)
    expect((await pay(no, { bank: 'PC-HQ' })).statusCode).toBe(200)
    expect(await show(no)).toMatchObject({ status: 'Paid', exchangeRate: 0.0362, amountLCY: 362 })
    const open = (await people.wanjiku.call('POST', 'hrmis/pettycash', request({ currencyCode: 'UGX' }))).json<Reply>().data
    expect(open).toMatchObject({ exchangeRate: 0.05, amountLCY: 60 })
    await setRate(0.0362)
    const { data } = (await people.wanjiku.call('POST', 'hrmis/pettycash/update', { no: open.no, description: 'Lunch again' })).json<Reply>()
    expect(data).toMatchObject({ exchangeRate: 0.0362, amountLCY: 43.44 })
  })
})

describe('a refused choice', () => {
  it('is reported with the company’s own caption of the field', async () => {
    const answer = await people.wanjiku.call('POST', 'hrmis/pettycash', request({ shortcutDimension1Code: 'NOPE', shortcutDimension3Code: 'P-WATER' }))
    expect(answer.json<Reply>().errors?.map((one) => one.message)).toEqual(['There is no such Department.', 'This Donor cannot be chosen here.'])
  })
})

describe('the deletion of a record', () => {
  it.each([
    { type: 'expense-code', key: 'MEALS', says: /^Expense code MEALS is still used by Petty Cash \(\d+\), so it cannot be deleted\.$/ },
    { type: 'dimension-value', key: 'CLIMATE', says: /Petty Cash \(\d+\), Speed key / },
    { type: 'department', key: 'CLIMATE', says: /Employee / },
    { type: 'employee', key: 'MRT-004', says: /^Employee MRT-004 is still used by / },
  ].map((one) => [`${one.type} ${one.key}`, one] as const))('is refused for %s, which others still use, and the message names these', async (_, { type, key, says }) => {
    await people.wanjiku.call('POST', 'hrmis/pettycash', request())
    const { _rev } = (await people.admin.call('GET', `documents/${type}/${key}`)).json<{ data: { _rev: number } }>().data
    const answer = await people.admin.call('DELETE', `documents/${type}/${key}?_rev=${_rev}&_reason=Gone`)
    expect({ status: answer.statusCode, code: answer.json<Reply>().code }).toEqual({ status: 409, code: 'still-used' })
    expect(answer.json<Reply>().message).toMatch(says)
    expect((await people.admin.call('GET', `documents/${type}/${key}`)).statusCode).toBe(200)
  })

  it('succeeds if nothing uses it', async () => {
    expect((await people.admin.call('POST', 'documents/destination', { code: 'SPARE', description: 'Spare' })).statusCode).toBe(201)
    expect((await people.admin.call('DELETE', 'documents/destination/SPARE')).statusCode).toBe(200)
  })
})

describe('petty cash that is paid in advance', () => {
  it('waits for its receipts, is reminded of them on the day they are due, and returns what was not spent to its float', async () => {
    // Before the money there are no receipts to attach.
    const no = await released({ advance: true, attachments: [] })
    expect((await pay(no, { bank: 'PC-HQ' })).statusCode).toBe(200)
    expect(await show(no)).toMatchObject({ status: 'Advanced', receiptsDueOn: '2026-06-17' })
    const at = `documents/petty-cash/${no}`
    const account = async (body: object): Promise<[number, string]> => {
      const answer = await people.wanjiku.call('PATCH', at, body)
      return [answer.statusCode, answer.json<Reply>().errors?.map(({ message }) => message).join() ?? '']
    }
    const receipt = { fileName: 'lunch.png', attachment: PIXEL }
    expect(await account({ receipt })).toEqual([422, 'Required.'])
    expect(await account({ receipt, spent: 1300 })).toEqual([422, 'Spent cannot be above what was paid. Raise a request for the rest.'])
    expect((await people.mutua.call('POST', `${at}/actions/retire`, {})).statusCode).toBe(409)
    expect(await account({ receipt, spent: 900 })).toEqual([200, ''])
    expect((await people.wanjiku.call('POST', `${at}/actions/retire`, {})).statusCode).toBe(403)
    await arrive('2026-06-17T08:00:00+03:00')
    expect(await sendReminders(portal.services)).toBe(1)
    const reminded = async (): Promise<boolean[]> => (await portal.services.database.kysely.selectFrom('notifications').select('read_at').where('document_key', '=', no).where('title', 'like', 'Receipts %').execute()).map((notice) => notice.read_at === null)
    expect(await reminded()).toEqual([true, true])
    const before = await balance('PC-HQ')
    expect((await people.mutua.call('POST', `${at}/actions/retire`, {})).json<Reply>()).toMatchObject({ message: `Receipts of ${no} accepted`, data: { status: 'Retired', retiredOn: '2026-06-17' } })
    expect(await balance('PC-HQ')).toBe(before + 300)
    // Nobody is asked for them any longer.
    expect(await reminded()).toEqual([false, false])
    expect(await account({ spent: 1000 })).toMatchObject([409, ''])
    await arrive(NOW)
  })

  it('is paid like any other once the company expects no receipts afterwards', async () => {
    await saveSettings(portal.services.database.kysely, 'MRT', 'cashmgt_settings', { pettycash_receipt_hours: 0 }, 'test')
    const no = await released({ advance: true })
    expect((await pay(no, { bank: 'PC-HQ' })).statusCode).toBe(200)
    expect(await show(no)).toMatchObject({ status: 'Paid' })
    await saveSettings(portal.services.database.kysely, 'MRT', 'cashmgt_settings', { pettycash_receipt_hours: 48 }, 'test')
  })
})

describe('an attendance request', () => {
  const hours = (startDate: string, endDate: string): object => ({ startDate, endDate, userLocation: 'Lodwar', reason: 'Field visit' })
  const logs = async (): Promise<Rows['data']> => (await people.wanjiku.call('GET', 'attendance/logs?limit=200')).json<Rows>().data

  it('adds a check-in and a check-out to the log once it is released, for its owner and HR alone', async () => {
    const created = await people.wanjiku.call('POST', 'attendance/create-request', hours('2026-06-12T08:10:00+03:00', '2026-06-12T17:05'))
    expect(created.statusCode, created.body).toBe(201)
    const { entryNo } = created.json<{ data: { entryNo: string } }>().data
    expect(created.json<Reply>().data).toMatchObject({ startDate: '2026-06-12T05:10:00Z', endDate: '2026-06-12T14:05:00Z' })
    await people.wanjiku.call('POST', 'attendance/request-approval', { entryNo })
    expect(await logs()).toEqual([])
    await approve(entryNo)
    expect((await logs()).map(({ kind, at, userLocation, requestNo }) => [kind, at, userLocation, requestNo])).toEqual([
      ['Check-out', '2026-06-12T14:05:00Z', 'Lodwar', entryNo], ['Check-in', '2026-06-12T05:10:00Z', 'Lodwar', entryNo],
    ])
    expect((await people.otieno.call('GET', 'attendance/logs')).json<Rows>().data).toEqual([])
    expect((await people.njeri.call('GET', 'attendance/logs')).json<Rows>().data).toHaveLength(2)
  })

  it.each([
    { name: 'ends a minute ahead is refused', start: '2026-06-15T06:00:00+03:00', end: '2026-06-15T09:01:00+03:00', errors: { endDate: 'End Date should not be a future date' } },
    { name: 'ends this very minute is accepted', start: '2026-06-15T06:00:00+03:00', end: '2026-06-15T06:00:00Z', errors: {} },
    { name: 'ends later today, in UTC, is refused', start: '2026-06-15T08:30:00+00:00', end: '2026-06-15T08:45:00Z', errors: { startDate: 'Start Date should not be a future date', endDate: 'End Date should not be a future date' } },
    { name: 'begins at no valid time is refused', start: 'yesterday', end: '2026-06-14T08:45:00Z', errors: { startDate: 'Start Date must be a date and time such as 2026-06-15T09:30:00Z.' } },
  ].map((one) => [one.name, one] as const))('that %s', async (_, { start, end, errors }) => {
    const answer = await people.mutua.call('POST', 'attendance/create-request', hours(start, end))
    expect(answer.statusCode, answer.body).toBe(Object.keys(errors).length === 0 ? 201 : 422)
    expect(Object.fromEntries((answer.json<Reply>().errors ?? []).map((one) => [one.path, one.message]))).toEqual(errors)
  })
})
