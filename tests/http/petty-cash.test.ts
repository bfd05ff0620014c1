import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startApp, type Caller, type TestApp } from './harness.ts'

interface Reply { data: Record<string, unknown> & { no: string; status: string; _rev: number; _actions: string[] }; message: string; code?: string; errors?: { path: string; rule: string; message: string }[] }
interface Entries { data: { entryNo: number; documentNo: string; status: string }[] }

const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
const DIMENSIONS = { shortcutDimension1Code: 'CLIMATE', shortcutDimension2Code: 'P-WATER', shortcutDimension3Code: 'EU' }
const line = (more: object = {}) => ({ expense_code: 'MEALS', description: 'Working lunch', amount: 1200, ...DIMENSIONS, ...more })
const request = (more: object = {}) => ({ description: 'Working lunch', ...DIMENSIONS, pettyCashLinesAPI: [line()], attachments: [{ fileName: 'receipt.png', attachment: PIXEL }], ...more })

let portal: TestApp
let wanjiku: Caller
let otieno: Caller
let baraka: Caller
let halima: Caller

beforeAll(async () => {
  portal = await startApp()
  wanjiku = await portal.signIn('wanjiku@mazingira.example')
  otieno = await portal.signIn('otieno@mazingira.example')
  baraka = await portal.signIn('baraka@mazingira.example')
  halima = await portal.signIn('halima@mazingira.example')
}, 120_000)
afterAll(async () => portal.stop())

async function create(more: object = {}): Promise<Reply['data']> {
  const answer = await wanjiku.call('POST', 'hrmis/pettycash', request(more))
  expect(answer.statusCode, answer.body).toBe(201)
  return answer.json<Reply>().data
}

async function stored(no: string): Promise<Reply['data']> {
  return (await wanjiku.call('GET', `hrmis/pettycash/show?document_no=${no}`)).json<Reply>().data
}

async function openEntry(no: string): Promise<number> {
  const { data } = (await otieno.call('GET', `approvals/approvalEntries?status=Open&documentNo=${no}`)).json<Entries>()
  expect(data).toHaveLength(1)
  return data[0]?.entryNo ?? 0
}

describe('a petty cash request', () => {
  it('its approver can ask for the entry by its number, and gets its files with their contents', async () => {
    const { no } = await create()
    await wanjiku.call('POST', 'hrmis/pettycash/sendForApproval', { headerNo: no })
    const entryNo = await openEntry(no)
    const one = await otieno.call('GET', `approvals/approvalEntries?entryNo=${entryNo}`)
    const [entry] = one.json<{ data: { entryNo: number; pdfAttachment: string | null }[] }>().data
    // There is no voucher before the request is approved.
    expect([one.statusCode, entry?.entryNo, entry?.pdfAttachment]).toEqual([200, entryNo, null])
    const approved = await otieno.call('POST', 'approvals/approve', { ...entry })
    expect(approved.statusCode, approved.body).toBe(200)
    expect((await otieno.call('GET', `approvals/approvalEntries?documentNo=${no}`)).body).not.toContain('pdfAttachment')
    expect((await halima.call('GET', `approvals/approvalEntries?entryNo=${entryNo}`)).statusCode).toBe(404)
    expect((await otieno.call('GET', 'approvals/approvalEntries?entryNo=first')).statusCode).toBe(400)

    const files = (await otieno.call('GET', `approvals/documentAttachments?no=${no}`)).json<{ data: { fileName: string; fileExtension: string; base64Attachment: string; size: number }[] }>().data
    expect(files.map(({ fileName, fileExtension, base64Attachment, size }) => [fileName.endsWith(`.${fileExtension}`), Buffer.from(base64Attachment, 'base64').length === size])).toEqual([[true, true]])
    const bare = (await otieno.call('GET', `approvals/documentAttachments?no=${no}&contents=0`)).json<{ data: object[] }>().data
    expect(bare.map((file) => 'base64Attachment' in file)).toEqual([false])
    const events = (await wanjiku.call('GET', `documents/petty-cash/${no}/events`)).json<{ data: { kind: string; actor: string }[] }>().data
    expect(events.filter(({ actor }) => actor === 'Otieno Ochieng').map(({ kind }) => kind)).toEqual(expect.arrayContaining(['approved', 'downloaded']))
  })

  it('a request goes through rejection, correction and approval to the printed voucher', async () => {
    const { no } = await create()
    expect(no).toMatch(/^PC-2026-\d{5}$/)
    const sent = await wanjiku.call('POST', 'hrmis/pettycash/sendForApproval', { headerNo: no })
    expect(sent.json<Reply>()).toMatchObject({ message: 'Petty Cash successfully sent for approval', data: { status: 'Pending Approval' } })

    const rejected = await otieno.call('POST', 'approvals/reject', { entryNo: await openEntry(no), reason: 'The receipt cannot be read' })
    expect(rejected.json<Reply>().message).toBe('Document rejected successfully')
    expect(await stored(no)).toMatchObject({ status: 'Rejected' })

    expect((await wanjiku.call('POST', `documents/petty-cash/${no}/actions/reopen`, {})).statusCode).toBe(200)
    const { _rev } = await stored(no)
    const updated = await wanjiku.call('POST', 'hrmis/pettycash/update', { no, _rev, description: 'Working lunch, legible receipt' })
    expect(updated.json<Reply>().message).toBe(`You have successfully Updated ${no} Petty Cash Record`)
    expect((await wanjiku.call('POST', 'hrmis/pettycash/sendForApproval', { headerNo: no })).statusCode).toBe(200)
    const approved = await otieno.call('POST', 'approvals/approve', { entryNo: await openEntry(no) })
    expect(approved.json<Reply>().message).toBe('Document approved successfully')
    expect(await stored(no)).toMatchObject({ status: 'Released', total_amount: 1200 })

    const printed = await wanjiku.call('GET', `documents/petty-cash/${no}/print/document`)
    expect(printed.headers['content-type']).toContain('application/pdf')
    expect(printed.rawPayload.subarray(0, 5).toString()).toBe('%PDF-')
  })

  it('a request that its owner cancels while it waits is open again', async () => {
    const { no } = await create()
    await wanjiku.call('POST', 'hrmis/pettycash/sendForApproval', { headerNo: no })
    const answer = await wanjiku.call('POST', 'hrmis/pettycash/cancelApprovalRequest', { headerNo: no })
    expect(answer.json<Reply>().message).toContain('Approval Request Cancelled')
    expect(await stored(no)).toMatchObject({ status: 'Open' })
  })

  it('the payee is named as in the employee record, whatever the account is called', async () => {
    const { kysely } = portal.services.database
    const { name } = await kysely.selectFrom('users').select('name').where('email', '=', 'wanjiku@mazingira.example').executeTakeFirstOrThrow()
    await kysely.updateTable('users').set({ name: 'Achieng Odhiambo' }).where('email', '=', 'wanjiku@mazingira.example').execute()
    try {
      expect(await create()).toMatchObject({ payee_name: 'Wanjiku Kamau', employee_name: 'Wanjiku Kamau' })
    } finally {
      await kysely.updateTable('users').set({ name }).where('email', '=', 'wanjiku@mazingira.example').execute()
    }
  })

  it('a line with a transport rate is stored with the amount of the rate', async () => {
    const { no } = await create({ pettyCashLinesAPI: [line({ expense_code: 'TAXI', from: 'HQ', to: 'JKIA', transportCode: 'TX-HQ-JKIA', amount: 2500 })] })
    expect(await stored(no)).toMatchObject({ total_amount: 2500 })
  })
})

describe('bad input', () => {
  const cases: { name: string; status: number; call: (no: string) => [Caller, 'GET' | 'POST' | 'DELETE' | 'PATCH', string, object?] }[] = [
    { name: 'an unknown field', status: 422, call: (no) => [wanjiku, 'POST', 'hrmis/pettycash/update', { no, descriptn: 'x' }] },
    { name: 'a wrong type', status: 422, call: (no) => [wanjiku, 'POST', 'hrmis/pettycash/update', { no, description: 42 }] },
    { name: 'a negative amount', status: 422, call: (no) => [wanjiku, 'POST', 'hrmis/pettycash/update', { no, pettyCashLinesAPI: [line({ amount: -5 })] }] },
    { name: 'an unknown expense code', status: 422, call: (no) => [wanjiku, 'POST', 'hrmis/pettycash/update', { no, pettyCashLinesAPI: [line({ expense_code: 'NOPE' })] }] },
    { name: 'a forged owner', status: 422, call: (no) => [wanjiku, 'POST', 'hrmis/pettycash/update', { no, employee_no: 'MRT-001' }] },
    { name: 'a file that is not what its name says', status: 422, call: (no) => [wanjiku, 'POST', 'hrmis/pettycash/update', { no, attachments: [{ fileName: 'receipt.png', attachment: Buffer.from('<svg onload=alert(1)>').toString('base64') }] }] },
    { name: 'an oversized file', status: 422, call: (no) => [wanjiku, 'POST', 'hrmis/pettycash/update', { no, attachments: [{ fileName: 'big.png', attachment: Buffer.concat([Buffer.from(PIXEL, 'base64'), Buffer.alloc(2_000_000)]).toString('base64') }] }] },
    { name: 'a stale revision', status: 409, call: (no) => [wanjiku, 'POST', 'hrmis/pettycash/update', { no, _rev: 99, description: 'late' }] },
    { name: 'a transition the state does not allow', status: 409, call: (no) => [wanjiku, 'POST', `documents/petty-cash/${no}/actions/reopen`, {}] },
    { name: 'a change of somebody else’s document', status: 404, call: (no) => [baraka, 'POST', 'hrmis/pettycash/update', { no, description: 'mine now' }] },
    { name: 'a read of somebody else’s document', status: 404, call: (no) => [baraka, 'GET', `hrmis/pettycash/show?document_no=${no}`] },
    { name: 'an unknown number', status: 404, call: () => [wanjiku, 'GET', 'hrmis/pettycash/show?document_no=PC-1999-00001'] },
  ]
  it.each(cases)('$name is refused with a sentence and changes nothing', async ({ status, call }) => {
    const { no } = await create()
    const before = await stored(no)
    const [caller, method, path, body] = call(no)
    const answer = await caller.call(method, path, body)
    expect(answer.statusCode, answer.body).toBe(status)
    const reply = answer.json<Reply>()
    expect(reply.message.length).toBeGreaterThan(8)
    expect(reply.code).toBeTruthy()
    expect(answer.body).not.toMatch(/\bat .+\.(ts|js):\d+/)
    expect(await stored(no)).toEqual(before)
  })

  it('a body larger than the attachments allow is answered with 413', async () => {
    const answer = await wanjiku.call('POST', 'hrmis/pettycash', { description: 'x'.repeat(40_000_000) })
    expect(answer.statusCode).toBe(413)
  })

  it('a caller who is not signed in is refused', async () => {
    const answer = await portal.inject({ method: 'GET', url: '/api/v1/hrmis/pettycash' })
    expect(answer.statusCode).toBe(401)
  })
})

describe('sending for approval', () => {
  it('a request without lines cannot be sent, and the reason follows the specified prefix', async () => {
    const { no } = await create({ pettyCashLinesAPI: [] })
    const answer = await wanjiku.call('POST', 'hrmis/pettycash/sendForApproval', { headerNo: no })
    expect(answer.statusCode, answer.body).toBe(422)
    expect(answer.json<Reply>().message).toMatch(/^Unable to send Record For Approval: /)
    expect(await stored(no)).toMatchObject({ status: 'Open' })
  })
})

describe('a decision', () => {
  it('a rejection needs a reason of at most 250 characters', async () => {
    const { no } = await create()
    await wanjiku.call('POST', 'hrmis/pettycash/sendForApproval', { headerNo: no })
    const entryNo = await openEntry(no)
    expect((await otieno.call('POST', 'approvals/reject', { entryNo })).statusCode).toBe(422)
    expect((await otieno.call('POST', 'approvals/reject', { entryNo, reason: 'x'.repeat(251) })).statusCode).toBe(422)
    expect(await stored(no)).toMatchObject({ status: 'Pending Approval' })
  })

  it('only one of two decisions at the same time is made', async () => {
    const { no } = await create()
    await wanjiku.call('POST', 'hrmis/pettycash/sendForApproval', { headerNo: no })
    const entryNo = await openEntry(no)
    const answers = await Promise.all([otieno.call('POST', 'approvals/approve', { entryNo }), otieno.call('POST', 'approvals/reject', { entryNo, reason: 'No budget' })])
    expect(answers.map((answer) => answer.statusCode).sort()).toEqual([200, 409])
  })

  it('the owner cannot approve their own request', async () => {
    const { no } = await create()
    await wanjiku.call('POST', 'hrmis/pettycash/sendForApproval', { headerNo: no })
    const answer = await wanjiku.call('POST', 'approvals/approve', { entryNo: await openEntry(no) })
    expect(answer.statusCode).toBeGreaterThanOrEqual(400)
    expect(await stored(no)).toMatchObject({ status: 'Pending Approval' })
  })
})

describe('a repeated request', () => {
  it('a request that is repeated under one idempotency key acts once, and a different one is refused', async () => {
    const headers = { 'idempotency-key': 'the-same-key' }
    const first = await wanjiku.call('POST', 'hrmis/pettycash', request(), headers)
    const second = await wanjiku.call('POST', 'hrmis/pettycash', request(), headers)
    expect(second.json<Reply>().data.no).toBe(first.json<Reply>().data.no)
    const other = await wanjiku.call('POST', 'hrmis/pettycash', request({ description: 'Another' }), headers)
    expect(other.statusCode).toBe(422)
  })
})
