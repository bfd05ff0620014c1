import { connect } from 'node:net'
import type { AddressInfo } from 'node:net'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { insertDocument } from '../../src/server/store/documents/documents.ts'
import { KINDS, ONE_KIND, startApp, type Caller, type TestApp } from './harness.ts'
import { NO_CEILINGS, PIXEL, openEntry, raise, raiseAndSend, read, request, snapshot, type Reply } from './petty-cash-cases.ts'

type Method = 'POST' | 'PATCH' | 'DELETE'
type Answers = Awaited<ReturnType<Caller['call']>>[]

const statuses = (answers: Answers): number[] => answers.map((answer) => answer.statusCode).sort((a, b) => a - b)

describe.each(KINDS)('requests at the same time on %s', (kind) => {
  let first: TestApp
  /** On PostgreSQL another process shares the database; the embedded one has only one. */
  let second: TestApp
  let wanjiku: Caller
  let otieno: Caller
  const through = (app: TestApp, { token }: Caller) => (method: Method, path: string, body?: object, headers: Record<string, string> = {}) =>
    app.inject({ method, url: `/api/v1/${path}`, headers: { authorization: `Bearer ${token}`, ...headers }, ...(body !== undefined && { payload: body }) })

  beforeAll(async () => {
    first = await startApp({ kind, settings: NO_CEILINGS })
    second = first.databaseUrl === undefined ? first : await startApp({ database: first.databaseUrl })
    wanjiku = await first.signIn('wanjiku@mazingira.example')
    otieno = await first.signIn('otieno@mazingira.example')
  })
  afterAll(async () => {
    if (second !== first) await second.stop()
    await first.stop()
  })

  it('only one of two decisions on an entry counts, and the other is refused', async () => {
    for (const [one, other] of [['approve', 'reject'], ['approve', 'approve'], ['reject', 'delegate']] as const) {
      const { no } = await raiseAndSend(wanjiku)
      const { entryNo } = await openEntry(otieno, no)
      const body = { entryNo, reason: 'The receipt cannot be read', to: 'MRT-002' }
      const answers = await Promise.all([through(first, otieno)('POST', `approvals/${one}`, body), through(second, otieno)('POST', `approvals/${other}`, body)])
      const late = answers.find((answer) => answer.statusCode !== 200)
      expect(statuses(answers)[0], `${one} and ${other}`).toBe(200)
      expect(statuses(answers)[1]).toBeGreaterThanOrEqual(403)
      expect(late?.json<Reply>().message).toMatch(/no longer open|cannot approve this document/)
      const events = await first.services.database.kysely.selectFrom('events').select('kind').where('document_key', '=', no).where('kind', 'in', ['approved', 'rejected', 'delegated']).execute()
      expect(events).toHaveLength(1)
    }
  })

  it('ten new documents get the next free numbers, without a gap, where the next 500 numbers were imported', async () => {
    const { no } = await raise(wanjiku)
    const [year, last] = [no.slice(0, -5), Number(no.slice(-5))]
    const numbered = (after: number): string => `${year}${String(last + after).padStart(5, '0')}`
    const { manifest } = first.engines.base().type('petty-cash')
    await first.services.database.transaction(async (tx) => {
      for (let n = 1; n <= 500; n += 1) await insertDocument(tx, manifest, { company: 'MRT', key: numbered(n), state: 'Open', owner: undefined, data: { [manifest.key]: numbered(n) }, by: 'import', at: new Date() })
    })
    const answers = await Promise.all(Array.from({ length: 10 }, (_, index) => through(index % 2 === 0 ? first : second, wanjiku)('POST', 'hrmis/pettycash', request())))
    expect(answers.map((answer) => (answer.statusCode === 201 ? answer.json<Reply>().data.no : answer.body)).sort()).toEqual(Array.from({ length: 10 }, (_, index) => numbered(501 + index)))
    expect((await raise(wanjiku)).no).toBe(numbered(511))
  })

  it('only one of two changes to the same revision is saved, and the other is refused as stale', async () => {
    const { no, _rev } = await raise(wanjiku)
    const answers = await Promise.all([first, second].map((app, index) => through(app, wanjiku)('POST', 'hrmis/pettycash/update', { no, _rev, description: `writer ${index}` })))
    expect(statuses(answers)).toEqual([200, 409])
    const written = answers.find((answer) => answer.statusCode === 200)?.json<Reply>().data
    expect(await read(wanjiku, no)).toMatchObject({ _rev: _rev + 1, description: written?.['description'] })
  })

  it('only one of a withdrawal and an approval succeeds, and document and entry both have its outcome', async () => {
    const { no } = await raiseAndSend(wanjiku)
    const { entryNo } = await openEntry(otieno, no)
    const answers = await Promise.all([
      through(first, wanjiku)('POST', 'hrmis/pettycash/cancelApprovalRequest', { headerNo: no }), through(second, otieno)('POST', 'approvals/approve', { entryNo }),
    ])
    expect(statuses(answers)).toEqual([200, 409])
    const wasCancelled = answers[0]?.statusCode === 200
    expect(await read(wanjiku, no)).toMatchObject({ status: wasCancelled ? 'Open' : 'Released' })
    const entries = await first.services.database.kysely.selectFrom('approval_entries').select('status').where('document_key', '=', no).execute()
    expect(entries).toEqual([{ status: wasCancelled ? 'Canceled' : 'Approved' }])
  })

  it('payments, some of them refused, leave no gap or duplicate in the ledger’s numbers, and each entry has its event', async () => {
    const { kysely } = first.services.database
    const mutua = await first.signIn('mutua@mazingira.example')
    const float = await kysely.selectFrom('documents').select('key').where('company', '=', 'MRT').where('type', '=', 'petty-cash-bank').where('state', '=', 'Active').executeTakeFirstOrThrow()
    const requests: string[] = []
    for (let index = 0; index < 6; index += 1) {
      const { no } = await raiseAndSend(wanjiku, { pettyCashLinesAPI: [{ expense_code: 'MEALS', description: 'Tea', amount: 10, shortcutDimension1Code: 'CLIMATE', shortcutDimension2Code: 'P-WATER', shortcutDimension3Code: 'EU' }] })
      expect((await through(first, otieno)('POST', 'approvals/approve', { entryNo: (await openEntry(otieno, no)).entryNo })).statusCode).toBe(200)
      requests.push(no)
    }
    // Each twice: the second payment of a request is refused, whether or not the first has posted already.
    const answers = await Promise.all([...requests, ...requests].map((headerNo, index) => (
      through(index % 2 === 0 ? first : second, mutua)('POST', 'hrmis/pettycash/pay', { headerNo, bank: float.key, paidOn: '2026-06-15' })
    )))
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(requests.length)
    const entries = await kysely.selectFrom('documents').select(['key', 'data']).where('company', '=', 'MRT').where('type', '=', 'petty-cash-ledger').where('key', 'like', 'PCE-2026-%').orderBy('key').execute()
    const numbers = entries.map(({ key }) => Number(/\d+$/.exec(key)?.[0]))
    expect(numbers).toEqual(numbers.map((_, index) => (numbers[0] ?? 0) + index))
    expect(entries.map(({ key, data }) => [key, data['entryNo']])).toEqual(entries.map(({ key }) => [key, key]))
    const posted = entries.slice(-requests.length).map(({ key }) => key)
    const told = await kysely.selectFrom('events').select('document_key').where('company', '=', 'MRT').where('type', '=', 'petty-cash-ledger').where('kind', '=', 'created').where('document_key', 'in', posted).execute()
    expect(told.map(({ document_key: key }) => key).sort()).toEqual(posted)
  })

  it('only one succeeds when a document is deleted and sent', async () => {
    const { no } = await raise(wanjiku)
    const answers = await Promise.all([
      through(first, wanjiku)('DELETE', `hrmis/pettycash?no=${no}`), through(second, wanjiku)('POST', 'hrmis/pettycash/sendForApproval', { headerNo: no }),
    ])
    expect(statuses(answers)[0]).toBe(200)
    expect(statuses(answers)[1]).toBeGreaterThanOrEqual(404)
  })

  it('forty new documents get forty consecutive numbers', async () => {
    const answers = await Promise.all(Array.from({ length: 40 }, (_, index) => through(index % 2 === 0 ? first : second, wanjiku)('POST', 'hrmis/pettycash', request())))
    const numbers = answers.map((answer) => Number(answer.json<Reply>().data.no.slice(-5))).sort((a, b) => a - b)
    expect(statuses(answers)).toEqual(Array.from({ length: 40 }, () => 201))
    expect(numbers.map((number) => number - (numbers[0] ?? 0))).toEqual(Array.from({ length: 40 }, (_, index) => index))
  })

  describe('a request repeated with the same idempotency key', () => {
    const send = (key: string, body: object = request(), app = first): ReturnType<Caller['call']> => through(app, wanjiku)('POST', 'hrmis/pettycash', body, { 'idempotency-key': key })

    it('changes or deletes once, and is refused with another body', async () => {
      const { no } = await raise(wanjiku)
      const ask = (method: 'PATCH' | 'DELETE', key: string, body?: object): ReturnType<Caller['call']> => through(first, wanjiku)(method, `documents/petty-cash/${no}`, body, { 'idempotency-key': key })
      const changed = await ask('PATCH', 'changed', { description: 'Taxi to Kitale' })
      const again = await ask('PATCH', 'changed', { description: 'Taxi to Kitale' })
      expect([changed.statusCode, again.body, again.headers['idempotent-replayed']]).toEqual([200, changed.body, 'true'])
      expect((await ask('PATCH', 'changed', { description: 'Taxi to Nakuru' })).json<Reply>()).toMatchObject({ code: 'key-reused' })
      const gone = await ask('DELETE', 'gone')
      expect([gone.statusCode, (await ask('DELETE', 'gone')).body]).toEqual([200, gone.body])
    })

    it('is refused and does nothing once the person has lost a role that they had at the first', async () => {
      const { kysely } = first.services.database
      const { roles } = await kysely.selectFrom('users').select('roles').where('email', '=', 'wanjiku@mazingira.example').executeTakeFirstOrThrow()
      const set = (given: string[]): Promise<unknown> => kysely.updateTable('users').set({ roles: given }).where('email', '=', 'wanjiku@mazingira.example').execute()
      await set([...roles, 'hr'])
      const made = await send('as-hr')
      await set(roles)
      const before = await snapshot(first)
      const again = await send('as-hr')
      expect([made.statusCode, again.statusCode, again.json<Reply>().code]).toEqual([201, 403, 'roles-changed'])
      expect(await snapshot(first)).toEqual(before)
    })

    it('is told to look at the record where an earlier version stored the answer, without the roles, and nothing is done again', async () => {
      const made = await send('before-the-upgrade')
      await first.services.database.kysely.updateTable('idempotency').set({ request_hash: sql`split_part(request_hash, ' ', 1)` }).where('key', '=', 'before-the-upgrade').execute()
      const before = await snapshot(first)
      const again = await send('before-the-upgrade')
      expect([made.statusCode, again.statusCode, again.headers['idempotent-replayed'], again.json<Reply>()]).toEqual([201, 409, undefined, expect.objectContaining({
        code: 'answer-outdated', message: 'This was done before the portal was upgraded, so its result cannot be shown again. Look at the record instead.',
      })])
      expect((await send('before-the-upgrade', request({ description: 'Another' }))).json<Reply>()).toMatchObject({ code: 'key-reused' })
      expect(await snapshot(first)).toEqual(before)
    })

    it('acts once and gets the same answer, also while the first is still running', async () => {
      const answers = await Promise.all(Array.from({ length: 24 }, (_, index) => send('pressed-often', request(), index % 2 === 0 ? first : second)))
      expect(new Set(answers.map((answer) => answer.body)).size).toBe(1)
      expect(statuses(answers)).toEqual(Array.from({ length: 24 }, () => 201))
      expect(answers.filter((answer) => answer.headers['idempotent-replayed'] === undefined)).toHaveLength(1)
      const before = await snapshot(first)
      const later = await send('pressed-often')
      expect([later.statusCode, later.body]).toEqual([201, answers[0]?.body])
      expect(await snapshot(first)).toEqual(before)
    })

    it('is refused with another body or at another address, and changes nothing', async () => {
      await send('mine')
      const before = await snapshot(first)
      const other = await send('mine', request({ description: 'Another' }))
      expect([other.statusCode, other.json<Reply>().code]).toEqual([422, 'key-reused'])
      const elsewhere = await through(first, wanjiku)('POST', 'documents/petty-cash', request(), { 'idempotency-key': 'mine' })
      expect(elsewhere.statusCode).toBe(422)
      expect(await snapshot(first)).toEqual(before)
    })

    it('acts anew for another person', async () => {
      await send('shared')
      const answer = await through(first, otieno)('POST', 'hrmis/pettycash', request(), { 'idempotency-key': 'shared' })
      expect(answer.json<Reply>().data).toMatchObject({ employee_no: 'MRT-005' })
    })

    it('can be corrected after it was refused', async () => {
      expect((await send('second-try', request({ description: 5 }))).statusCode).toBe(422)
      expect((await send('second-try')).statusCode).toBe(201)
    })

    it('decides an entry once and gets the same answer', async () => {
      const { no } = await raiseAndSend(wanjiku)
      const { entryNo } = await openEntry(otieno, no)
      const approve = (): ReturnType<Caller['call']> => through(first, otieno)('POST', 'approvals/approve', { entryNo }, { 'idempotency-key': `approve ${entryNo}` })
      const answers = [await approve(), await approve()]
      expect(statuses(answers)).toEqual([200, 200])
      expect(answers[0]?.body).toBe(answers[1]?.body)
    })
  })
})

describe.each(ONE_KIND)('a broken request on %s', (kind) => {
  const payload = JSON.stringify(request({ attachments: [{ fileName: 'receipt.png', attachment: PIXEL.repeat(2000) }] }))
  let test: TestApp
  let wanjiku: Caller
  let port: number
  beforeAll(async () => {
    test = await startApp({ kind })
    wanjiku = await test.signIn('wanjiku@mazingira.example')
    await test.app.listen({ port: 0, host: '127.0.0.1' })
    port = (test.app.server.address() as AddressInfo).port
  })
  afterAll(() => test.stop())

  /** Writes the text and returns the server's response until it closes; `ends`: what the client does after its last byte. */
  function talk(text: string, ends: 'half-closes' | 'hangs up' | 'waits'): Promise<string> {
    return new Promise((resolve) => {
      const socket = connect(port, '127.0.0.1')
      let answer = ''
      socket.on('data', (chunk: Buffer) => { answer += chunk.toString() })
      socket.on('error', () => undefined)
      socket.on('close', () => resolve(answer))
      socket.on('connect', () => socket.write(text, () => {
        if (ends === 'half-closes') socket.end()
        if (ends === 'hangs up') socket.destroy()
      }))
    })
  }
  const head = (length: number | string, more = ''): string =>
    `POST /api/v1/hrmis/pettycash HTTP/1.1\r\nhost: portal.example\r\nauthorization: Bearer ${wanjiku.token}\r\ncontent-type: application/json\r\n${more}content-length: ${length}\r\n\r\n`

  const cases: { name: string; status: number; text: () => string; ends: 'half-closes' | 'hangs up' | 'waits' }[] = [
    { name: 'an upload that stops in the middle', status: 400, text: () => head(payload.length) + payload.slice(0, payload.length / 2), ends: 'half-closes' },
    { name: 'an upload whose sender hangs up', status: 0, text: () => head(payload.length) + payload.slice(0, payload.length / 2), ends: 'hangs up' },
    { name: 'a body shorter than announced', status: 400, text: () => head(payload.length + 10) + payload, ends: 'half-closes' },
    { name: 'a body longer than announced', status: 400, text: () => head(payload.length - 10, 'connection: close\r\n') + payload, ends: 'waits' },
    { name: 'a length that is not a number', status: 400, text: () => head('many') + payload, ends: 'waits' },
    { name: 'a length above the limit', status: 413, text: () => head(900_000_000, 'connection: close\r\n'), ends: 'waits' },
    { name: 'a header of 40,000 characters', status: 431, text: () => head(payload.length, `x-more: ${'x'.repeat(40_000)}\r\n`), ends: 'waits' },
    { name: 'a text that is not HTTP', status: 400, text: () => 'hello\r\n\r\n', ends: 'waits' },
  ]
  it.each(cases.map((one) => [one.name, one] as const))('%s changes nothing, and the server goes on answering', async (_, { status, text, ends }) => {
    const before = await snapshot(test)
    const answer = await talk(text(), ends)
    if (status > 0) {
      expect(answer.slice(0, 12)).toBe(`HTTP/1.1 ${status}`)
      expect(answer).toMatch(/"message":"[A-Z][^"]+/)
    }
    expect(await snapshot(test)).toEqual(before)
    expect((await wanjiku.call('GET', 'company')).statusCode).toBe(200)
  })
})
