/** A client that sends slowly, or never finishes, does not keep others from sending. */
import { connect, type AddressInfo, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { COST_CLASSES } from '../../src/server/limits/cost-classes.ts'
import { FairTurns } from '../../src/server/limits/fair-turns.ts'
import { REQUEST_TIMEOUTS } from '../../src/server/limits/request-timeouts.ts'
import { ONE_KIND, startApp, type TestApp } from './harness.ts'
import { request } from './petty-cash-cases.ts'

const FILE = Buffer.concat([Buffer.from('%PDF-1.4\n'), Buffer.alloc(150_000, 'x')]).toString('base64')
const BODY = JSON.stringify(request({ attachments: [{ fileName: 'a.pdf', attachment: FILE }] }))
const BEGUN = BODY.slice(0, 1_000)
/** Concurrent turns of one user. */
const TURNS = 2
const UNDER_WAY = TURNS + COST_CLASSES.upload.waiting.person
const DEADLINE = { timeout: 10_000, interval: 10 }

/** A connection over which something was sent. */
class Connection {
  readonly socket: Socket
  answer = ''
  isClosed = false
  /** How long it stayed open after the end of the response, in milliseconds. */
  lingeredMs = 0

  constructor(port: number, text: string) {
    this.socket = connect(port, '127.0.0.1', () => this.socket.write(text))
    let answered = 0
    this.socket.on('data', (bytes: Buffer) => {
      this.answer += bytes.toString('latin1')
      answered = performance.now()
    })
    this.socket.on('error', () => undefined)
    this.socket.on('close', () => {
      this.isClosed = true
      this.lingeredMs = performance.now() - answered
    })
  }

  answers(text: string): Promise<void> {
    return vi.waitFor(() => expect(this.answer).toContain(text), DEADLINE)
  }

  closes(): Promise<void> {
    return vi.waitFor(() => expect(this.isClosed).toBe(true), DEADLINE)
  }

  /** Sends one piece after another, until it is refused or all is sent. */
  async drip(text: string, size: number, everyMs: number): Promise<void> {
    for (let at = 0; at < text.length && this.answer === '' && !this.isClosed; at += size) {
      this.socket.write(text.slice(at, at + size))
      await pause(everyMs)
    }
  }
}

describe.each(ONE_KIND)('bodies that come slowly, on %s', (kind) => {
  const patience = { ...REQUEST_TIMEOUTS }
  const connections: Connection[] = []
  let test: TestApp
  let tokens: string[]
  let entered: ReturnType<typeof spyOnTurns>
  beforeAll(async () => {
    test = await startApp({ kind, patience })
    tokens = []
    for (let session = 0; session < 2; session += 1) tokens.push((await test.signIn('wanjiku@mazingira.example')).token)
    await test.app.listen({ host: '127.0.0.1', port: 0 })
  })
  beforeEach(() => {
    // Deadlines that a case does not shorten do not occur while it waits.
    Object.assign(patience, REQUEST_TIMEOUTS, { spanMs: 60_000, turnMs: 60_000 })
    entered = spyOnTurns()
  })
  afterEach(async () => {
    vi.restoreAllMocks()
    for (const { socket } of connections) socket.destroy()
    await Promise.all(connections.splice(0).map((one) => one.closes()))
  })
  afterAll(() => test.stop())

  const spyOnTurns = () => vi.spyOn(FairTurns.prototype, 'enter')
  const areIn = (count: number): Promise<void> => vi.waitFor(() => expect(entered.mock.calls).toHaveLength(count), DEADLINE)
  const connection = (text: string): Connection => {
    const made = new Connection((test.app.server.address() as AddressInfo).port, text)
    connections.push(made)
    return made
  }
  const head = (call: string, token = tokens[0] ?? ''): string => `${call} HTTP/1.1\r\nHost: portal.example\r\nAuthorization: Bearer ${token}\r\n`
  const upload = (body: string, token?: string, length = BODY.length): string => `${head('POST /api/v1/documents/petty-cash', token)}Content-Type: application/json\r\nContent-Length: ${length}\r\n\r\n${body}`
  const save = async (): Promise<number> => (await test.inject({ method: 'POST', url: '/api/v1/documents/petty-cash', headers: { 'authorization': `Bearer ${tokens[0] ?? ''}`, 'content-type': 'application/json' }, payload: BODY })).statusCode
  /** Takes all concurrent turns of one user. */
  const takeTurns = async (): Promise<Connection[]> => {
    const slow = Array.from({ length: TURNS }, () => connection(upload(BEGUN)))
    await areIn(slow.length)
    return slow
  }

  it.each([
    { name: 'all uploads', uncut: 0 },
    // Nothing that would finish passes a turn on to those that wait.
    { name: 'the uploads that wait behind others', uncut: TURNS },
  ])('turns are free again after $name are cut off behind an unfinished answer on their connections', async ({ uncut }) => {
    if (uncut > 0) await takeTurns()
    // The others that one user may have in progress, each behind a response that does not end. A session has at most four of those.
    for (let index = uncut; index < UNDER_WAY; index += 1) {
      const token = tokens[index % tokens.length]
      connection(`${head('GET /api/v1/events/stream', token)}\r\n${upload(BEGUN, token)}`)
    }
    await areIn(UNDER_WAY)
    expect(await save()).toBe(429)
    const failures = vi.spyOn(test.services.log, 'error')
    const debug = vi.spyOn(test.services.log, 'debug')
    for (const { socket } of connections.slice(uncut)) socket.destroy()
    await vi.waitFor(() => expect(debug.mock.calls.filter(([, line]) => line === 'cut off by its sender')).toHaveLength(UNDER_WAY - uncut), DEADLINE)
    for (const { socket } of connections) socket.destroy()
    await vi.waitFor(async () => expect(await save()).toBe(201), DEADLINE)
    expect(failures).not.toHaveBeenCalled()
  })

  it('slow bodies are refused, and an upload that waited behind them is served', async () => {
    Object.assign(patience, { spanMs: 600 })
    const [stuck, slow] = await takeTurns() as [Connection, Connection]
    const waiting = connection(upload(BODY))
    await areIn(3)
    await slow.drip(BODY.slice(BEGUN.length), 200, 20)
    await Promise.all([stuck.answers('"code":"too-slow"'), slow.answers('"code":"too-slow"'), waiting.answers('HTTP/1.1 201')])
    for (const { answer } of [stuck, slow]) expect(answer).toMatch(/^HTTP\/1\.1 408 [^]*The request came too slowly\. Nothing was saved\. Try again when your connection is better\./)
  })

  it('slow bodies of several people give their turns to a colleague, and are saved once they are complete', async () => {
    Object.assign(patience, { spanMs: 300, minBytesInSpan: 100 })
    const people = await Promise.all(['wanjiku', 'juma', 'mutua'].map((name) => test.signIn(`${name}@mazingira.example`)))
    const slow = people.flatMap(({ token }) => Array.from({ length: TURNS }, () => connection(upload(BEGUN, token))))
    expect(slow).toHaveLength(COST_CLASSES.upload.atOnce.company)
    await areIn(slow.length)
    let isServed = false
    const dripping = slow.map(async (one) => {
      let at = BEGUN.length
      for (; !isServed && at < BODY.length / 2; at += 100) {
        one.socket.write(BODY.slice(at, at + 100))
        await pause(30)
      }
      one.socket.write(BODY.slice(at))
    })
    const { token } = await test.signIn('otieno@mazingira.example')
    await connection(upload(BODY, token)).answers('HTTP/1.1 201')
    expect(slow.map(({ answer }) => answer)).toEqual(slow.map(() => ''))
    isServed = true
    await Promise.all(dripping)
    await Promise.all(slow.map((one) => one.answers('HTTP/1.1 201')))
  })

  it('a body is accepted at the speed of a slow network', async () => {
    Object.assign(patience, { spanMs: 500 })
    const slow = connection(upload(''))
    await areIn(1)
    // Over several spans, at more than three times the required rate.
    await slow.drip(BODY, 15_000, 100)
    await slow.answers('HTTP/1.1 201')
  })

  it('slow multipart bodies are refused too', async () => {
    Object.assign(patience, { spanMs: 400, lingerMs: 400 })
    const { token } = await test.signIn('admin@mazingira.example')
    const picture = '--b\r\ncontent-disposition: form-data; name="company_logo"; filename="p.png"\r\ncontent-type: image/png\r\n\r\n'
    const slow = Array.from({ length: TURNS }, () => connection(`${head('POST /api/v1/admin/updateSettings', token)}Content-Type: multipart/form-data; boundary=b\r\nContent-Length: 200000\r\n\r\n${picture}`))
    await areIn(TURNS)
    await Promise.all(slow.map((one) => one.drip('x'.repeat(100_000), 200, 20)))
    await Promise.all(slow.map((one) => one.answers('"code":"too-slow"')))
    for (const { answer } of slow) expect(answer).toMatch(/^HTTP\/1\.1 408 /)
    await Promise.all(slow.map((one) => one.closes()))
  })

  it('a small body, which takes its turn only once it is there, may be slow until the deadline of every body', async () => {
    Object.assign(patience, { spanMs: 100 })
    const small = JSON.stringify(request({}))
    const begun = (): Connection => connection(upload(small.slice(0, 20), undefined, small.length))
    const late = begun()
    await pause(500)
    late.socket.write(small.slice(20))
    await late.answers('HTTP/1.1 201')
    Object.assign(patience, { bodyMs: 300 })
    await begun().answers('"code":"too-slow"')
  })

  it('a body is refused at the deadline of every body', async () => {
    Object.assign(patience, { bodyMs: 600 })
    const [one] = await takeTurns() as [Connection]
    await one.drip(BODY.slice(BEGUN.length), 2_000, 20)
    await one.answers('"code":"too-slow"')
  })

  it('an upload that waits too long behind slow ones is refused with the reason', async () => {
    Object.assign(patience, { turnMs: 300 })
    const slow = await takeTurns()
    const waiting = connection(upload(BODY))
    await waiting.answers('"code":"no-turn"')
    expect(waiting.answer).toMatch(/^HTTP\/1\.1 503 [^]*retry-after: 5\r\n[^]*busy with other uploads\. Nothing was changed\. Try again in 5 seconds\./)
    expect(slow.map(({ answer }) => answer)).toEqual(['', ''])
  })

  it('slow uploads delay further ones of the same person, and of nobody else', async () => {
    await takeTurns()
    const mine = connection(upload(BODY))
    await areIn(3)
    const { token } = await test.signIn('otieno@mazingira.example')
    await connection(upload(BODY, token)).answers('HTTP/1.1 201')
    expect(mine.answer).toBe('')
  })

  it.each([
    { name: 'an unknown sender', status: 401, text: () => upload(BEGUN, 'nobody') },
    { name: 'its declared length', status: 413, text: () => upload(BEGUN, undefined, 100_000_000) },
    { name: 'too much that is no file', status: 413, text: () => upload(`{"description":"${'x'.repeat(1_200_000)}`, undefined, 5_000_000) },
    { name: 'its slowness', status: 408, text: () => upload(BEGUN) },
  ])('a connection whose body is refused for $name is closed, but only once its sender can read the answer', async ({ status, text }) => {
    Object.assign(patience, { lingerMs: 400, spanMs: 300 })
    const refused = connection(text())
    await refused.answers(`HTTP/1.1 ${status}`)
    await refused.answers('"code":')
    await refused.closes()
    // Not with the response: the system would reset the connection of a client that is still sending, which then might never read it.
    expect(refused.lingeredMs).toBeGreaterThan(100)
  })

  it.each([
    { name: 'before it was read', status: 401, token: 'nobody', body: BODY },
    { name: 'while it was read', status: 413, token: undefined, body: `{"description":"${'x'.repeat(8_000_000)}"}` },
  ])('a connection whose body is refused $name and then ends in time can still be used', async ({ status, token, body }) => {
    Object.assign(patience, { lingerMs: 500 })
    const refused = connection(upload(body, token, body.length))
    await refused.answers(`HTTP/1.1 ${status}`)
    await pause(700)
    refused.answer = ''
    refused.socket.write(`${head('GET /api/v1/hrmis/auth/session')}\r\n`)
    await refused.answers('HTTP/1.1 200')
  })

  it.runIf(kind === 'postgres')('an upload keeps its turn until its work is done, even if its sender is gone', async () => {
    const { kysely } = test.services.database
    Object.assign(patience, { turnMs: 300 })
    await kysely.transaction().execute(async (tx) => {
      await sql`lock table documents in exclusive mode`.execute(tx)
      const gone = Array.from({ length: TURNS }, () => connection(upload(BODY)))
      await vi.waitFor(async () => {
        const { rows } = await sql<{ count: number }>`select count(*)::int as count from pg_locks where not granted and relation = 'documents'::regclass`.execute(tx)
        expect(rows[0]?.count).toBe(TURNS)
      }, DEADLINE)
      for (const { socket } of gone) socket.destroy()
      await Promise.all(gone.map((one) => one.closes()))
      await connection(upload(BODY)).answers('"code":"no-turn"')
    })
    await vi.waitFor(async () => expect(await save()).toBe(201), DEADLINE)
  })
})
