import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sendReminders } from '../../src/server/reminders/send-reminders.ts'
import { saveSettings } from '../../src/server/store/settings/settings.ts'
import { ONE_KIND, PASSWORD, startApp, type Caller, type TestApp } from './harness.ts'
import { NO_CEILINGS, line, openEntry, raiseAndSend, type Entry } from './petty-cash-cases.ts'
import { walkIn } from './walk.ts'

interface Page { data: (Entry & { documentNo: string; onBehalfOf: string | null; onBehalfName: string | null; originalApproverID: string | null; _rev: number; columns?: { label: string; value: string }[]; purpose?: string; amount?: { value: number; currency: string } })[]; page: { next: string | null; count: number }; groups?: { documentType: string; count: number }[] }
interface Row { entryNo: number; documentNo: string; isDone: boolean; code: string; message: string }

const OTIENO = 'MRT-005'
const ACHIENG = 'MRT-002'

describe.each(ONE_KIND)('approvals on %s', (kind) => {
  let server: TestApp
  let wanjiku: Caller
  let otieno: Caller
  let achieng: Caller
  let admin: Caller

  beforeAll(async () => {
    server = await startApp({ kind, settings: NO_CEILINGS })
    await signInAll()
  }, 300_000)
  afterAll(() => server.stop())

  const { who, onDay } = walkIn<object>(() => server)
  async function signInAll(): Promise<void> {
    ;[wanjiku, otieno, achieng, admin] = (await Promise.all(['wanjiku', 'otieno', 'achieng', 'admin'].map(who))) as [Caller, Caller, Caller, Caller]
  }
  const sent = async (description: string, amount = 500): Promise<string> => (await raiseAndSend(wanjiku, { description, pettyCashLinesAPI: [line({ amount })] })).no
  /** Runs work on another day, on which everybody has to sign in again. */
  async function meanwhileOn<T>(day: string, people: string[], work: (...callers: Caller[]) => Promise<T>): Promise<T> {
    onDay(day)
    try {
      return await work(...(await Promise.all(people.map(who))))
    } finally {
      onDay('2026-06-15')
      // Sessions that were idle on the other day have ended.
      await signInAll()
    }
  }
  const page = async (caller: Caller, query = 'scope=mine'): Promise<Page> => {
    const answer = await caller.call('GET', `approvals/approvalEntries?${query}`)
    expect(answer.statusCode, answer.body).toBe(200)
    return answer.json<Page>()
  }
  const entryOf = async (caller: Caller, no: string, scope = 'mine'): Promise<Page['data'][number] | undefined> => (await page(caller, `scope=${scope}&search=${no}`)).data.find((entry) => entry.documentNo === no)
  const stateOf = async (no: string): Promise<string> => (await wanjiku.call('GET', `hrmis/pettycash/show?document_no=${no}`)).json<{ data: { status: string } }>().data.status

  test('the inbox comes in pages, newest first, counts each type, and can be searched and filtered by age', async () => {
    const numbers = [await sent('Stationery for the Kisumu office'), await sent('Toner'), await sent('Fare to Kisumu')]
    const first = await page(otieno, 'scope=mine&limit=2')
    expect(first.data).toHaveLength(2)
    expect(first.data[0]?.documentNo).toBe(numbers[2])
    expect(first.groups?.find((group) => group.documentType === 'petty-cash')?.count).toBe(first.page.count)
    const rest: string[] = []
    for (let next = first.page.next; next !== null;) {
      const more = await page(otieno, `scope=mine&limit=2&cursor=${next}`)
      rest.push(...more.data.map((entry) => entry.documentNo))
      next = more.page.next
    }
    expect(new Set([...first.data.map((entry) => entry.documentNo), ...rest]).size).toBe(first.page.count)
    expect((await page(otieno, 'scope=mine&search=kisumu%20petty')).data.map((entry) => entry.documentNo)).toEqual([numbers[2], numbers[0]])
    expect((await page(otieno, 'scope=mine&search=wanjiku%20toner')).data.map((entry) => entry.documentNo)).toEqual([numbers[1]])
    expect((await page(otieno, 'scope=mine&search=%25')).data).toEqual([])
    // Nothing of these types is ever approved.
    for (const type of ['employee', 'unheard-of']) expect((await page(otieno, `scope=mine&limit=2&documentType=${type}`)).data).toEqual([])
    await meanwhileOn('2026-06-25', ['otieno', 'wanjiku'], async (later, sender) => {
      const younger = (await raiseAndSend(sender, { description: 'Younger' })).no
      const old = (await page(later, 'scope=mine&age=7')).data.map((entry) => entry.documentNo)
      expect(old).toContain(numbers[0])
      expect(old).not.toContain(younger)
      const late = (await page(later, 'scope=mine&late=1')).data.map((entry) => entry.documentNo)
      expect(late).toContain(numbers[0])
      expect(late).not.toContain(younger)
    })
  })

  test.each(['limit=0', 'limit=201', 'limit=x', 'cursor=abc', 'age=-1', 'age=1.5', 'late=yes', 'scope=all', 'status=Gone'])('the inbox refuses %s', async (query) => {
    const answer = await otieno.call('GET', `approvals/approvalEntries?${query}`)
    expect(answer.statusCode).toBe(400)
    expect(answer.json<{ message: string }>().message).toMatch(/\w\.$/)
  })

  test('in the order of a queue the overdue come first, then the largest, over several pages; each entry tells its purpose and amount', async () => {
    const [small, large] = [await sent('Queued: pens', 300), await sent('Queued: chairs', 900)]
    const late = await sent('Queued: stamps', 100)
    await server.services.database.kysely.updateTable('approval_entries').set({ due_at: new Date('2026-06-12T00:00:00Z') }).where('document_key', '=', late).execute()
    const found: string[] = []
    for (let cursor: string | null = ''; cursor !== null;) {
      const { data, page: { next } } = await page(otieno, `scope=mine&order=amount&search=Queued&limit=1&cursor=${cursor}`)
      found.push(...data.map(({ documentNo }) => documentNo))
      cursor = next
    }
    expect(found).toEqual([late, large, small])
    expect((await page(otieno, 'scope=mine&order=due&search=Queued')).data.map(({ documentNo }) => documentNo)).toEqual([late, small, large])
    expect(await entryOf(otieno, large)).toMatchObject({ purpose: 'Queued: chairs', amount: { value: 900, currency: 'KES' } })
    expect((await otieno.call('GET', 'approvals/approvalEntries?order=colour')).statusCode).toBe(400)
  })

  test('bulk approval decides each entry by itself, and its row says whether and why it was refused', async () => {
    const numbers = [await sent('One'), await sent('Two'), await sent('Three')]
    const entries = await Promise.all(numbers.map((no) => entryOf(otieno, no)))
    const [one, two, three] = entries
    // Another user was faster with the second.
    await otieno.call('POST', 'approvals/reject', { entryNo: two?.entryNo, reason: 'Not now' })
    const body = { entries: [{ entryNo: one?.entryNo, _rev: one?._rev }, { entryNo: two?.entryNo, _rev: two?._rev }, { entryNo: three?.entryNo, _rev: 99 }, { entryNo: 999_999_999 }] }
    const answer = await otieno.call('POST', 'approvals/bulk', body, { 'idempotency-key': 'bulk-1' })
    expect(answer.statusCode, answer.body).toBe(200)
    const { data, message } = answer.json<{ data: { rows: Row[]; done: number; refused: number }; message: string }>()
    expect(data.rows.map(({ isDone, code }) => [isDone, code])).toEqual([[true, ''], [false, 'entry-not-open'], [false, 'stale'], [false, 'not-found']])
    expect(message).toBe('1 of 4 documents were approved; 3 could not be.')
    expect(data.rows[0]).toMatchObject({ documentNo: numbers[0] })
    expect(await Promise.all(numbers.map(stateOf))).toEqual(['Released', 'Rejected', 'Pending Approval'])
    const again = await otieno.call('POST', 'approvals/bulk', body, { 'idempotency-key': 'bulk-1' })
    expect(again.json<{ data: { rows: Row[] } }>().data.rows[0]).toEqual(data.rows[0])
    // A user who is not asked can decide nothing, and does not learn to which document an entry belongs.
    const foreign = await wanjiku.call('POST', 'approvals/bulk', { entries: [{ entryNo: three?.entryNo }] })
    expect(foreign.json<{ data: { rows: Row[] } }>().data.rows[0]).toMatchObject({ isDone: false, code: 'self-approval' })
  })

  test('bulk approval sends a line for each entry and then a summary, as NDJSON', async () => {
    const numbers = [await sent('Line one'), await sent('Line two')]
    const entries = (await Promise.all(numbers.map((no) => entryOf(otieno, no)))).map((entry) => ({ entryNo: entry?.entryNo }))
    const answer = await otieno.call('POST', 'approvals/bulk', { entries }, { accept: 'application/x-ndjson' })
    const lines = answer.body.trim().split('\n').map((text) => JSON.parse(text) as Partial<Row> & { data?: { done: number }; message?: string })
    expect(lines.map((one) => one.documentNo ?? one.data?.done)).toEqual([...numbers, 2])
    expect(lines.at(-1)?.message).toBe('2 documents were approved.')
  })

  test.each<[string, object, number]>([
    ['an empty body', {}, 400], ['an empty list', { entries: [] }, 400], ['more than 200 entries', { entries: Array.from({ length: 201 }, (_, index) => ({ entryNo: index + 1 })) }, 400],
    ['the same entry twice', { entries: [{ entryNo: 1 }, { entryNo: 1 }] }, 400], ['a word in place of an entry', { entries: ['one'] }, 400], ['a fraction as entry number', { entries: [{ entryNo: 1.5 }] }, 400],
  ])('bulk approval refuses %s', async (_, body, status) => {
    expect((await otieno.call('POST', 'approvals/bulk', body)).statusCode).toBe(status)
  })

  async function delegated(by: Caller, fields: object): Promise<{ status: number; no: string; message: string }> {
    const answer = await by.call('POST', 'documents/standing-delegation', { start: '2026-06-15', end: '2026-06-19', ...fields })
    const body = answer.json<{ data?: { no: string }; message: string }>()
    return { status: answer.statusCode, no: body.data?.no ?? '', message: body.message }
  }

  test('a standing delegation lets both people decide on its days, up to its amount', async () => {
    const given = await delegated(otieno, { toEmployee: ACHIENG, docTypes: ['petty-cash'], maxAmount: 1000 })
    expect(given.status, given.message).toBe(201)
    const [small, large, own] = [await sent('Small', 900), await sent('Large', 1100), await sent('Kept', 100)]
    const entry = await entryOf(achieng, small, 'delegated')
    expect(entry).toMatchObject({ onBehalfOf: OTIENO, approverID: OTIENO })
    expect(entry?.onBehalfName).toMatch(/Otieno/)
    expect(await entryOf(achieng, large, 'delegated')).toBeUndefined()
    expect(await entryOf(achieng, small)).toBeUndefined()
    expect((await achieng.call('GET', `hrmis/pettycash/show?document_no=${small}`)).json<{ data: { _actions: string[] } }>().data._actions).toEqual(expect.arrayContaining(['approve', 'reject']))
    const largeEntry = await entryOf(otieno, large)
    expect((await achieng.call('POST', 'approvals/approve', { entryNo: largeEntry?.entryNo })).statusCode).toBe(404)
    const before = (await achieng.call('GET', 'approvals/count')).json<{ data: { open: number } }>().data.open
    expect((await achieng.call('POST', 'approvals/approve', { entryNo: entry?.entryNo })).statusCode).toBe(200)
    expect((await achieng.call('GET', 'approvals/count')).json<{ data: { open: number } }>().data.open).toBe(before - 1)
    expect(await stateOf(small)).toBe('Released')
    // The entry shows who decided and for whom, and both keep access to it.
    expect(await entryOf(achieng, small, 'history')).toMatchObject({ status: 'Approved', approverID: ACHIENG, onBehalfOf: OTIENO, originalApproverID: OTIENO })
    expect(await entryOf(otieno, small, 'history')).toMatchObject({ approverID: ACHIENG })
    const events = (await wanjiku.call('GET', `documents/petty-cash/${small}/events`)).json<{ data: { kind: string; onBehalfOf: string | null }[] }>().data
    expect(events.find((event) => event.kind === 'approved')?.onBehalfOf).toMatch(/Otieno|MRT-005/)
    // The holder can still decide.
    expect((await otieno.call('POST', 'approvals/approve', { entryNo: (await entryOf(otieno, own))?.entryNo })).statusCode).toBe(200)
    // It ends by itself.
    const late = await sent('Late', 100)
    expect(await entryOf(achieng, late, 'delegated')).toMatchObject({ documentNo: late })
    await meanwhileOn('2026-06-20', ['achieng'], async (later) => expect(await entryOf(later, late, 'delegated')).toBeUndefined())
    expect((await admin.call('DELETE', `documents/standing-delegation/${given.no}?_rev=1`)).statusCode).toBe(200)
  })

  test('an administrator gives approvals of others only to supervisors and heads of departments, and shortens what was given', async () => {
    const plain = await delegated(admin, { fromEmployee: OTIENO, toEmployee: 'MRT-019' })
    expect([plain.status, plain.message]).toEqual([422, expect.stringContaining('only to a supervisor or a head of department')])
    const { no, status, message } = await delegated(admin, { fromEmployee: OTIENO, toEmployee: ACHIENG })
    expect(status, message).toBe(201)
    const changed = await admin.call('PATCH', `documents/standing-delegation/${no}`, { _rev: 1, toEmployee: 'MRT-019' })
    expect(changed.statusCode).toBe(422)
    await admin.call('DELETE', `documents/standing-delegation/${no}?_rev=1`)
    // What the approver chose, an administrator may narrow but not widen.
    const own = await delegated(otieno, { toEmployee: 'MRT-019', docTypes: ['petty-cash'] })
    expect(own.status, own.message).toBe(201)
    const change = async (fields: object): Promise<number> => (await admin.call('PATCH', `documents/standing-delegation/${own.no}`, { _rev: 1, ...fields })).statusCode
    for (const wider of [{ end: '2026-06-20' }, { docTypes: ['petty-cash', 'imprest'] }]) expect(await change(wider)).toBe(422)
    expect(await change({ end: '2026-06-18', maxAmount: 500, note: 'Shorter' })).toBe(200)
    for (const wider of [{ maxAmount: null }, { maxAmount: 501 }, { docTypes: [] }]) expect(await change({ _rev: 2, ...wider })).toBe(422)
    await admin.call('DELETE', `documents/standing-delegation/${own.no}?_rev=2`)
  })

  test('a closed field that is sent with another person keeps its own, and the name that is read from them', async () => {
    const { no } = await delegated(otieno, { toEmployee: ACHIENG })
    const changed = await otieno.call('PATCH', `documents/standing-delegation/${no}`, { _rev: 1, fromEmployee: 'MRT-015', note: 'Changed' })
    expect([changed.statusCode, changed.json<{ data: object }>().data]).toMatchObject([200, { fromEmployee: OTIENO, fromName: 'Otieno Ochieng', note: 'Changed' }])
    await otieno.call('DELETE', `documents/standing-delegation/${no}?_rev=2`)
  })

  test('nobody approves their own document through a delegation', async () => {
    const given = await delegated(otieno, { toEmployee: 'MRT-015' })
    expect(given.status, given.message).toBe(201)
    const no = await sent('Mine')
    const entry = await entryOf(otieno, no)
    const answer = await wanjiku.call('POST', 'approvals/approve', { entryNo: entry?.entryNo })
    expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([403, 'self-approval'])
    expect(await entryOf(wanjiku, no, 'delegated')).toBeUndefined()
    await otieno.call('DELETE', `documents/standing-delegation/${given.no}?_rev=1`)
  })

  test.each<[string, object, string]>([
    ['to oneself', { toEmployee: OTIENO }, 'Choose somebody else.'],
    ['to nobody', {}, 'Required.'],
    ['that ends before it begins', { toEmployee: ACHIENG, start: '2026-06-19', end: '2026-06-16' }, 'must not be before'],
    ['for days that have passed', { toEmployee: ACHIENG, start: '2026-06-01', end: '2026-06-02' }, 'has passed'],
    ['for an unknown document type', { toEmployee: ACHIENG, docTypes: ['spaceship'] }, ''],
    ['of another person’s approvals', { fromEmployee: ACHIENG, toEmployee: 'MRT-003' }, 'own approvals'],
    ['with a negative amount', { toEmployee: ACHIENG, maxAmount: -5 }, ''],
  ])('a delegation %s is refused', async (_, fields, words) => {
    const given = await delegated(otieno, fields)
    expect(given.status, JSON.stringify(given)).toBe(422)
    expect(given.message).toContain(words)
  })

  test('two people cannot delegate to each other for the same days, and others cannot see the delegation', async () => {
    const first = await delegated(otieno, { toEmployee: ACHIENG })
    expect(first.status, first.message).toBe(201)
    expect((await delegated(achieng, { toEmployee: OTIENO })).message).toContain('would come back to you')
    expect((await delegated(otieno, { toEmployee: ACHIENG })).message).toContain('already')
    expect((await delegated(achieng, { toEmployee: OTIENO, start: '2026-07-01', end: '2026-07-02' })).status).toBe(201)
    // Others see nothing of it; the portal's administrator sees all.
    expect((await wanjiku.call('GET', `documents/standing-delegation/${first.no}`)).statusCode).toBe(404)
    expect((await admin.call('GET', `documents/standing-delegation/${first.no}`)).statusCode).toBe(200)
    for (const { no } of (await admin.call('GET', 'documents/standing-delegation')).json<{ data: { no: string }[] }>().data) await admin.call('DELETE', `documents/standing-delegation/${no}?_rev=1`)
  })

  /** The token of the decision link in the newest mail to the user. */
  async function mailed(email: string): Promise<string> {
    const message = await server.services.database.kysely.selectFrom('outbox').selectAll().where('recipient', '=', email).orderBy('id', 'desc').executeTakeFirstOrThrow()
    const token = /\/auth\/decide\/([\w-]+)/.exec(message.text)?.[1] ?? ''
    expect(token === '' || message.is_secret).toBe(true)
    return token
  }
  const byMail = (method: 'GET' | 'POST', token: string, payload?: object) => server.inject({ method, url: `/api/v1/approvals/mail/${token}`, ...(payload && { payload }) })

  test('a mailed link decides once, and opening it decides nothing', async () => {
    const no = await sent('By mail')
    const token = await mailed('otieno@mazingira.example')
    for (let look = 0; look < 2; look += 1) {
      const page = await byMail('GET', token)
      expect(page.json<{ data: object }>().data).toMatchObject({ documentNo: no, title: 'Petty Cash', senderName: 'Wanjiku Kamau', decisions: ['approve', 'reject'] })
    }
    expect(await stateOf(no)).toBe('Pending Approval')
    const unreasoned = await byMail('POST', token, { decision: 'reject' })
    expect([unreasoned.statusCode, unreasoned.json<{ code: string }>().code]).toEqual([422, 'reason-missing'])
    expect((await byMail('POST', token, { decision: 'APPROVE' })).json()).toMatchObject({ code: 'invalid-request', message: 'The request could not be understood: "decision" must be "approve" or "reject".' })
    expect((await byMail('POST', token, { decision: 'delegate', to: ACHIENG })).statusCode).toBe(400)
    const answers = await Promise.all([byMail('POST', token, { decision: 'approve' }), byMail('POST', token, { decision: 'approve' })])
    expect(answers.map((answer) => answer.statusCode).sort()).toEqual([200, 410])
    expect(await stateOf(no)).toBe('Released')
    expect((await byMail('GET', token)).json<{ code: string }>().code).toBe('decision-link-used')
    const events = (await wanjiku.call('GET', `documents/petty-cash/${no}/events`)).json<{ data: { kind: string; actor?: unknown }[] }>().data
    expect(events.filter((event) => event.kind === 'approved')).toHaveLength(1)
  })

  test('an approval above the company’s amount needs a step-up, alone and in bulk, and cannot be given by mail', async () => {
    const db = server.services.database.kysely
    await saveSettings(db, 'MRT', 'security_settings', { step_up_above: 1_000 }, 'test')
    const no = await sent('Large', 5_000)
    expect(await mailed('otieno@mazingira.example')).toBe('')
    // One that was mailed before the setting allows only a rejection.
    await saveSettings(db, 'MRT', 'security_settings', { step_up_above: 0 }, 'test')
    await sent('Mailed before', 5_000)
    const token = await mailed('otieno@mazingira.example')
    await saveSettings(db, 'MRT', 'security_settings', { step_up_above: 1_000 }, 'test')
    expect((await byMail('GET', token)).json<{ data: { decisions: string[] } }>().data.decisions).toEqual(['reject'])
    expect((await byMail('POST', token, { decision: 'approve' })).json<{ code: string }>().code).toBe('step-up-needed')
    await db.updateTable('sessions').set({ proved_at: new Date(server.clock.now().getTime() - 11 * 60_000) }).execute()
    const entries = [{ entryNo: (await openEntry(otieno, no)).entryNo }]
    for (const [path, body] of [['approvals/bulk', { entries }], [`documents/petty-cash/${no}/actions/approve`, {}]] as const) {
      const refused = await otieno.call('POST', path, body)
      expect([path, refused.statusCode, refused.json<{ code: string }>().code]).toEqual([path, 403, 'step-up-needed'])
    }
    expect(await stateOf(no)).toBe('Pending Approval')
    // Nor can it be reassigned without step-up, even where changes of rights need none.
    for (const company of ['MRT', 'BML', 'USC']) await saveSettings(db, company, 'security_settings', { step_up_above: 1_000, step_up_rights: false }, 'test')
    const { id } = await db.selectFrom('users').select('id').where('email', '=', 'otieno@mazingira.example').executeTakeFirstOrThrow()
    const given = await admin.call('POST', `admin/reassignApprovals/${id}`, { to: ACHIENG })
    expect([given.statusCode, given.json<{ code: string }>().code]).toEqual([403, 'step-up-needed'])
    for (const company of ['MRT', 'BML', 'USC']) await saveSettings(db, company, 'security_settings', { step_up_above: company === 'MRT' ? 1_000 : 0 }, 'test')
    expect((await otieno.call('POST', 'hrmis/auth/stepUp', { password: PASSWORD })).statusCode).toBe(200)
    expect((await otieno.call('POST', 'approvals/bulk', { entries })).json<{ data: { done: number } }>().data.done).toBe(1)
    await saveSettings(db, 'MRT', 'security_settings', { step_up_above: 0 }, 'test')
  })

  test('a mailed link decides nothing once the request is changed or withdrawn, the link expires or the approver’s account is deactivated', async () => {
    const code = async (token: string): Promise<string> => (await byMail('POST', token, { decision: 'approve' })).json<{ code: string }>().code
    const taken = await sent('Taken back')
    const first = await mailed('otieno@mazingira.example')
    await wanjiku.call('POST', 'hrmis/pettycash/cancelApprovalRequest', { headerNo: taken })
    expect(await code(first)).toBe('decision-link-over')
    // After it is sent again, the old mail stays invalid.
    await wanjiku.call('POST', 'hrmis/pettycash/sendForApproval', { headerNo: taken })
    expect(await code(first)).toBe('decision-link-over')
    const second = await mailed('otieno@mazingira.example')
    await server.services.database.kysely.updateTable('documents').set((eb) => ({ rev: eb('rev', '+', 1) })).where('key', '=', taken).execute()
    expect(await code(second)).toBe('decision-link-changed')
    await sent('Late')
    const third = await mailed('otieno@mazingira.example')
    server.clock.advance(72 * 60 * 60_000)
    expect(await code(third)).toBe('decision-link-expired')
    server.clock.set('2026-06-15T09:00:00+03:00')
    await server.services.database.kysely.updateTable('users').set({ active: false }).where('email', '=', 'otieno@mazingira.example').execute()
    expect(await code(third)).toBe('decision-link-unknown')
    await server.services.database.kysely.updateTable('users').set({ active: true }).where('email', '=', 'otieno@mazingira.example').execute()
    expect(await code('x'.repeat(43))).toBe('decision-link-unknown')
    expect(await code('..%2F..%2Fetc')).toBe('decision-link-unknown')
  })

  test('no link is mailed to an approver who must have an authenticator, as it would not open', async () => {
    const db = server.services.database.kysely
    try {
      await saveSettings(db, 'MRT', 'security_settings', { authenticator_for: ['administrator'] }, 'test')
      await sent('Not of approvers')
      const token = await mailed('otieno@mazingira.example')
      expect((await byMail('GET', token)).statusCode).toBe(200)
      await saveSettings(db, 'MRT', 'security_settings', { authenticator_for: ['approver'] }, 'test')
      expect((await byMail('GET', token)).statusCode).toBe(404)
      await sent('Of approvers')
      expect(await mailed('otieno@mazingira.example')).toBe('')
    } finally {
      await saveSettings(db, 'MRT', 'security_settings', { authenticator_for: [] }, 'test')
    }
  })

  test('a delegated entry is mailed to the delegate, and the first link no longer decides it', async () => {
    const no = await sent('Handed on')
    const first = await mailed('otieno@mazingira.example')
    await otieno.call('POST', 'approvals/delegate', { entryNo: (await entryOf(otieno, no))?.entryNo, to: ACHIENG })
    expect((await byMail('POST', first, { decision: 'approve' })).statusCode).toBeGreaterThanOrEqual(404)
    expect((await byMail('POST', await mailed('achieng@mazingira.example'), { decision: 'approve' })).statusCode).toBe(200)
    expect(await stateOf(no)).toBe('Released')
  })

  test('decision links are neither mailed nor valid where the company disallows them or requires a code at sign-in', async () => {
    const { kysely } = server.services.database
    for (const [group, values] of [['approval_settings', { approve_by_mail: false }], ['minor_settings', { '2fa': true }]] as const) {
      await sent('Before')
      const token = await mailed('otieno@mazingira.example')
      await saveSettings(kysely, 'MRT', group, values, 'test')
      expect((await byMail('GET', token)).statusCode).toBe(404)
      await sent('After')
      expect(await mailed('otieno@mazingira.example')).toBe('')
      await saveSettings(kysely, 'MRT', group, {}, 'test')
    }
  })

  test('approver, manager and sender are notified of an overdue entry, again after three days, and it goes to the manager if the company escalates', async () => {
    const no = await sent('Late one')
    const told = async (): Promise<string[]> => {
      const rows = await server.services.database.kysely.selectFrom('notifications').innerJoin('users', 'users.id', 'notifications.user_id').select(['users.email'])
        .where('document_key', '=', no).where('title', 'like', '%overdue%').orderBy('email').execute()
      return rows.map((row) => row.email.split('@')[0] ?? '')
    }
    // Due on Thursday the 18th: on that day it is not overdue yet.
    server.clock.set('2026-06-18T12:00:00+03:00')
    await sendReminders(server.services)
    expect(await told()).toEqual([])
    server.clock.set('2026-06-19T01:00:00+03:00')
    await sendReminders(server.services)
    await sendReminders(server.services)
    expect(await told()).toEqual(['achieng', 'otieno', 'wanjiku'])
    const notices = await server.services.database.kysely.selectFrom('notifications').select('text').where('document_key', '=', no).where('title', 'like', '%overdue%').execute()
    expect(notices.map(({ text }) => text)).toContain(`Petty Cash ${no} has been waiting for your approval since 15th Jun 2026. It was due on 18th Jun 2026.`)
    expect(notices.filter(({ text }) => /\d{4}-\d{2}-\d{2}/.test(text))).toEqual([])
    server.clock.set('2026-06-20T01:00:00+03:00')
    await sendReminders(server.services)
    expect(await told()).toHaveLength(3)
    server.clock.set('2026-06-22T01:00:00+03:00')
    await saveSettings(server.services.database.kysely, 'MRT', 'approval_settings', { escalate_after_days: 3 }, 'test')
    await sendReminders(server.services)
    expect(await told()).toHaveLength(6)
    // What was sent before the entry was handed over is read; what is sent with it says whose it is now, also to the former approver.
    const unread = await server.services.database.kysely.selectFrom('notifications').innerJoin('users', 'users.id', 'notifications.user_id').select(['users.email', 'text'])
      .where('document_key', '=', no).where('title', 'like', '%overdue%').where('read_at', 'is', null).orderBy('email').execute()
    const waits = expect.stringMatching(/is waiting for the approval of Achieng .*\. It was due/) as string
    expect(unread).toEqual([
      { email: 'achieng@mazingira.example', text: expect.stringMatching(/now waits for your approval\. It was due/) as string },
      { email: 'otieno@mazingira.example', text: waits }, { email: 'wanjiku@mazingira.example', text: waits },
    ])
    const entry = await server.services.database.kysely.selectFrom('approval_entries').selectAll().where('document_key', '=', no).executeTakeFirstOrThrow()
    expect(entry).toMatchObject({ status: 'Open', approver: ACHIENG, original_approver: OTIENO })
    await saveSettings(server.services.database.kysely, 'MRT', 'approval_settings', {}, 'test')
    onDay('2026-06-15')
    await signInAll()
  })

  test('a statement is of the person who asks, and of another person only for those who keep the ledgers', async () => {
    const statement = async (caller: Caller, query: string): Promise<{ status: number; name: string; text: string }> => {
      const answer = await caller.call('GET', `hrmis/employee_statement?${query}`)
      const { data } = answer.json<{ data?: { statementB64: string; fileName: string } }>()
      return { status: answer.statusCode, name: data?.fileName ?? '', text: Buffer.from(data?.statementB64 ?? '', 'base64').subarray(0, 5).toString() }
    }
    expect(await statement(wanjiku, '')).toEqual({ status: 200, name: 'statement-MRT-015-2026-01-01-2026-06-15.pdf', text: '%PDF-' })
    // Another employee's number is ignored, except from those who keep the ledgers.
    expect((await statement(wanjiku, 'no=MRT-005')).name).toContain('MRT-015')
    const mutua = await server.signIn('mutua@mazingira.example')
    expect((await statement(mutua, 'no=MRT-015&from=2026-02-01&to=2026-02-28')).name).toBe('statement-MRT-015-2026-02-01-2026-02-28.pdf')
    expect((await statement(mutua, 'no=NOBODY')).status).toBe(404)
    expect((await statement(admin, '')).status).toBe(404)
    for (const [query, status] of [['from=yesterday', 400], ['to=2026-02-30', 400], ['from=2026-06-02&to=2026-06-01', 422]] as const) expect((await statement(wanjiku, query)).status).toBe(status)
  })
})
