import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { KINDS, startApp, type Caller, type TestApp } from './harness.ts'
import { NO_CEILINGS, line, raiseAndSend, type Entry } from './petty-cash-cases.ts'

interface Page { data: (Entry & { documentNo: string; onBehalfOf: string | null; onBehalfName: string | null; originalApproverID: string | null; _rev: number; columns?: { label: string; value: string }[] })[]; page: { next: string | null; count: number }; groups?: { documentType: string; count: number }[] }
interface Row { entryNo: number; documentNo: string; isDone: boolean; code: string; message: string }

const OTIENO = 'MRT-005'
const ACHIENG = 'MRT-002'

describe.each(KINDS)('approvals on %s', (kind) => {
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

  async function signInAll(): Promise<void> {
    const callers = await Promise.all(['wanjiku', 'otieno', 'achieng', 'admin'].map((one) => server.signIn(`${one}@mazingira.example`)))
    ;[wanjiku, otieno, achieng, admin] = callers as [Caller, Caller, Caller, Caller]
  }
  const sent = async (description: string, amount = 500): Promise<string> => (await raiseAndSend(wanjiku, { description, pettyCashLinesAPI: [line({ amount })] })).no
  /** On another day, on which everybody has to sign in again. */
  async function onDay<T>(day: string, people: string[], work: (...callers: Caller[]) => Promise<T>): Promise<T> {
    server.clock.set(`${day}T09:00:00+03:00`)
    try {
      return await work(...(await Promise.all(people.map((one) => server.signIn(`${one}@mazingira.example`)))))
    } finally {
      server.clock.set('2026-06-15T09:00:00+03:00')
      // Sessions that the other day found idle have been forgotten.
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

  test('the inbox comes in pages, newest first, with a count of each type and what is searched for', async () => {
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
    await onDay('2026-06-25', ['otieno', 'wanjiku'], async (later, sender) => {
      const younger = (await raiseAndSend(sender as Caller, { description: 'Younger' })).no
      const old = (await page(later as Caller, 'scope=mine&age=7')).data.map((entry) => entry.documentNo)
      expect(old).toContain(numbers[0])
      expect(old).not.toContain(younger)
      const late = (await page(later as Caller, 'scope=mine&late=1')).data.map((entry) => entry.documentNo)
      expect(late).toContain(numbers[0])
      expect(late).not.toContain(younger)
    })
  })

  test.each(['limit=0', 'limit=201', 'limit=x', 'cursor=abc', 'age=-1', 'age=1.5', 'late=yes', 'scope=all', 'status=Gone'])('the inbox refuses %s', async (query) => {
    const answer = await otieno.call('GET', `approvals/approvalEntries?${query}`)
    expect(answer.statusCode).toBe(400)
    expect(answer.json<{ message: string }>().message).toMatch(/\w\.$/)
  })

  test('several are approved in one call, each by itself, and what cannot be is told in its row', async () => {
    const numbers = [await sent('One'), await sent('Two'), await sent('Three')]
    const entries = await Promise.all(numbers.map((no) => entryOf(otieno, no)))
    const [one, two, three] = entries
    // Somebody else was faster with the second.
    await otieno.call('POST', 'approvals/reject', { entryNo: two?.entryNo, reason: 'Not now' })
    const body = { entries: [{ entryNo: one?.entryNo, _rev: one?._rev }, { entryNo: two?.entryNo, _rev: two?._rev }, { entryNo: three?.entryNo, _rev: 99 }, { entryNo: 999_999_999 }] }
    const answer = await otieno.call('POST', 'approvals/bulk', body, { 'idempotency-key': 'bulk-1' })
    expect(answer.statusCode, answer.body).toBe(200)
    const { data, message } = answer.json<{ data: { rows: Row[]; done: number; refused: number }; message: string }>()
    expect(data.rows.map(({ isDone, code }) => [isDone, code])).toEqual([[true, ''], [false, 'stale'], [false, 'stale'], [false, 'not-found']])
    expect(message).toBe('1 of 4 documents were approved; 3 could not be.')
    expect(data.rows[0]).toMatchObject({ documentNo: numbers[0] })
    expect(await Promise.all(numbers.map(stateOf))).toEqual(['Released', 'Rejected', 'Pending Approval'])
    const again = await otieno.call('POST', 'approvals/bulk', body, { 'idempotency-key': 'bulk-1' })
    expect(again.json<{ data: { rows: Row[] } }>().data.rows[0]).toEqual(data.rows[0])
    // Who is not asked gets nothing, and is not told of which document an entry is.
    const foreign = await wanjiku.call('POST', 'approvals/bulk', { entries: [{ entryNo: three?.entryNo }] })
    expect(foreign.json<{ data: { rows: Row[] } }>().data.rows[0]).toMatchObject({ isDone: false, code: 'self-approval' })
  })

  test('a line comes for each row as it is done', async () => {
    const numbers = [await sent('Line one'), await sent('Line two')]
    const entries = (await Promise.all(numbers.map((no) => entryOf(otieno, no)))).map((entry) => ({ entryNo: entry?.entryNo }))
    const answer = await otieno.call('POST', 'approvals/bulk', { entries }, { accept: 'application/x-ndjson' })
    const lines = answer.body.trim().split('\n').map((text) => JSON.parse(text) as Partial<Row> & { data?: { done: number }; message?: string })
    expect(lines.map((one) => one.documentNo ?? one.data?.done)).toEqual([...numbers, 2])
    expect(lines.at(-1)?.message).toBe('2 documents were approved.')
  })

  test.each<[string, object, number]>([
    ['nothing', {}, 400], ['no entries', { entries: [] }, 400], ['too many', { entries: Array.from({ length: 201 }, (_, index) => ({ entryNo: index + 1 })) }, 400],
    ['the same twice', { entries: [{ entryNo: 1 }, { entryNo: 1 }] }, 400], ['words', { entries: ['one'] }, 400], ['half an entry', { entries: [{ entryNo: 1.5 }] }, 400],
  ])('bulk approval refuses %s', async (_, body, status) => {
    expect((await otieno.call('POST', 'approvals/bulk', body)).statusCode).toBe(status)
  })

  async function delegated(by: Caller, fields: object): Promise<{ status: number; no: string; message: string }> {
    const answer = await by.call('POST', 'documents/delegation', { start: '2026-06-15', end: '2026-06-19', ...fields })
    const body = answer.json<{ data?: { no: string }; message: string }>()
    return { status: answer.statusCode, no: body.data?.no ?? '', message: body.message }
  }

  test('for the days of a standing delegation both may decide, within what it is narrowed to', async () => {
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
    // The entry tells who decided and for whom, and both keep sight of it.
    expect(await entryOf(achieng, small, 'history')).toMatchObject({ status: 'Approved', approverID: ACHIENG, onBehalfOf: OTIENO, originalApproverID: OTIENO })
    expect(await entryOf(otieno, small, 'history')).toMatchObject({ approverID: ACHIENG })
    const events = (await wanjiku.call('GET', `documents/petty-cash/${small}/events`)).json<{ data: { kind: string; onBehalfOf: string | null }[] }>().data
    expect(events.find((event) => event.kind === 'approved')?.onBehalfOf).toMatch(/Otieno|MRT-005/)
    // The holder decides as ever.
    expect((await otieno.call('POST', 'approvals/approve', { entryNo: (await entryOf(otieno, own))?.entryNo })).statusCode).toBe(200)
    // It ends by itself.
    const late = await sent('Late', 100)
    expect(await entryOf(achieng, late, 'delegated')).toMatchObject({ documentNo: late })
    await onDay('2026-06-20', ['achieng'], async (later) => expect(await entryOf(later as Caller, late, 'delegated')).toBeUndefined())
    expect((await admin.call('DELETE', `documents/delegation/${given.no}`)).statusCode).toBe(200)
  })

  test('nobody approves their own document through a delegation', async () => {
    const given = await delegated(otieno, { toEmployee: 'MRT-015' })
    expect(given.status, given.message).toBe(201)
    const no = await sent('Mine')
    const entry = await entryOf(otieno, no)
    const answer = await wanjiku.call('POST', 'approvals/approve', { entryNo: entry?.entryNo })
    expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([403, 'self-approval'])
    expect(await entryOf(wanjiku, no, 'delegated')).toBeUndefined()
    await otieno.call('DELETE', `documents/delegation/${given.no}`)
  })

  test.each<[string, object, string]>([
    ['oneself', { toEmployee: OTIENO }, 'Choose somebody else.'],
    ['nobody', {}, 'Required.'],
    ['days that end before they begin', { toEmployee: ACHIENG, start: '2026-06-19', end: '2026-06-16' }, 'must not be before'],
    ['days that have passed', { toEmployee: ACHIENG, start: '2026-06-01', end: '2026-06-02' }, 'has passed'],
    ['a document type that there is not', { toEmployee: ACHIENG, docTypes: ['spaceship'] }, ''],
    ['the approvals of somebody else', { fromEmployee: ACHIENG, toEmployee: 'MRT-003' }, 'own approvals'],
    ['an amount below nothing', { toEmployee: ACHIENG, maxAmount: -5 }, ''],
  ])('a delegation to or for %s is refused', async (_, fields, words) => {
    const given = await delegated(otieno, fields)
    expect(given.status, JSON.stringify(given)).toBe(422)
    expect(given.message).toContain(words)
  })

  test('two do not give their approvals to each other', async () => {
    const first = await delegated(otieno, { toEmployee: ACHIENG })
    expect(first.status, first.message).toBe(201)
    expect((await delegated(achieng, { toEmployee: OTIENO })).message).toContain('circle')
    expect((await delegated(otieno, { toEmployee: ACHIENG })).message).toContain('already')
    expect((await delegated(achieng, { toEmployee: OTIENO, start: '2026-07-01', end: '2026-07-02' })).status).toBe(201)
    // Others see nothing of it; who keeps the portal sees all.
    expect((await wanjiku.call('GET', `documents/delegation/${first.no}`)).statusCode).toBe(404)
    expect((await admin.call('GET', `documents/delegation/${first.no}`)).statusCode).toBe(200)
    for (const { no } of (await admin.call('GET', 'documents/delegation')).json<{ data: { no: string }[] }>().data) await admin.call('DELETE', `documents/delegation/${no}`)
  })
})
