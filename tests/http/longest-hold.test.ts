/**
 * How long a single request of the largest accepted size blocks everybody else: the event loop of a separate server, from its metrics. Only
 * `npm run attack` measures it.
 */
import { spawn, type ChildProcess } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { DEMO_PASSWORD } from '../../src/server/demo/demo-file.ts'
import { HELD_PREFIX } from '../../tools/attack-figures.ts'
import { freePort } from '../../tools/postgres.ts'
import { createServerDatabase } from '../store/server-database.ts'
import { engineOfModules } from '../store/support.ts'
import { ATTACK, reportFigures } from '../attack-report.ts'
import { withEmptyTexts } from './files-in-disguise.ts'
import { KINDS, NO_LIMITS, ROOT } from './harness.ts'
import { chanceOf } from './machines/chance.ts'
import { sampleOf, type KeysOf } from './machines/material.ts'
import { PIXEL, line, request } from './petty-cash-cases.ts'

const MAX_HOLD_MS = 100
/** Each is rendered in a separate thread; the server assembles its input in pieces. */
const MAX_PRINTS_HOLD_MS = 50
const AGAIN = 5
const MAX_LINES = 200

/** As many lists as anybody wants, but in turns: without them, the database's answers to ten would be read one after the other. */
const LISTS_IN_TURN = { LIMIT_LIST: '1000000/1000000' }

const { catalogue } = await engineOfModules()
/** As many operations as an overlay may have; each of a sixth of them leaves a required field without a place. */
const TAKING_AWAY = [
  ...Array.from({ length: 50 }, (_, index) => ({ do: 'add', at: `schema.properties.more${index}`, to: { title: 'More' } })),
  ...Array.from({ length: 50 }, (_, index) => ({ do: 'tighten', at: 'schema.required', to: [`more${index}`] })),
  ...Array.from({ length: 200 }, (_, index) => ({ do: 'set', at: `schema.properties.more${index % 50}.title`, to: `More ${index}` })),
]
const checkOf = (name: string, expression: string): object => ({ do: 'add', at: `rules.${name}`, to: { on: 'description', check: expression, message: 'Never' } })
/** Each nearly as long as an overlay may be. */
const LARGEST_OVERLAYS: [name: string, operations: object[]][] = [
  ['brackets in brackets', [checkOf('z', `${'('.repeat(57_000)}true${')'.repeat(57_000)}`)]],
  ['a sum of 57,000', [checkOf('z', `1${'+1'.repeat(57_000)} > 0`)]],
  ['36 long checks', Array.from({ length: 36 }, (_, index) => checkOf(`z${index}`, `size([${Array.from({ length: 190 }, () => '[1,2,3,4,5,6,7]').join()}]) > 0`))],
  ['11 checks that are too long', Array.from({ length: 11 }, (_, index) => checkOf(`z${index}`, `size([1${',1'.repeat(5_010)}]) > 0`))],
  ['a text of 115,000', [checkOf('z', `doc.description != "${'x'.repeat(115_000)}"`)]],
  ['a sentence of 16,000 names', [{ do: 'set', at: 'actions.send.success', to: '{title}'.repeat(16_000) }]],
  ['an enum of 11,000', [{ do: 'add', at: 'schema.properties.more', to: { title: 'More', enum: Array.from({ length: 11_000 }, (_, index) => `v${index}`) } }]],
]
/** Documents with lines that employees create. */
const WITH_LINES = Object.values(catalogue.types).filter(({ kind, shape, permissions }) => (
  kind === 'document' && permissions['employee']?.can.includes('create') === true && Object.values(shape.fields).some(({ line }) => line !== undefined)
))

/** A document of the type with as many lines as it accepts, up to two hundred, generated from its manifest. */
function ofManyLines(id: string, keysOf: KeysOf): object {
  const { shape } = catalogue.types[id]!
  const chance = chanceOf(1)
  const now = new Date().toISOString()
  const lines = Object.values(shape.fields).flatMap(({ wire, line, maxItems = MAX_LINES }) => (
    line === undefined ? [] : [[wire, Array.from({ length: Math.min(maxItems, MAX_LINES) }, () => sampleOf(line, chance, keysOf, now))]]
  ))
  return { ...sampleOf(shape, chance, keysOf, now), ...Object.fromEntries(lines) as object }
}

describe.runIf(ATTACK !== undefined).each(KINDS)('the server on %s', (kind) => {
  const folder = mkdtempSync(path.join(tmpdir(), 'dirisha-hold-'))
  let server: ChildProcess
  let base: string
  let tokens: Record<string, string>
  /** The address of a printed form with the maximum number of lines. */
  let longPrint = ''
  let drop = (): Promise<void> => Promise.resolve()

  beforeAll(async () => {
    const port = await freePort()
    base = `http://127.0.0.1:${port}`
    const made = kind === 'postgres' ? await createServerDatabase() : undefined
    drop = made?.drop ?? drop
    server = spawn(process.execPath, [path.join(ROOT, 'dist/src/server/main.js')], { stdio: 'ignore', env: { ...process.env, NODE_ENV: 'production', PORT: String(port), HOST: '127.0.0.1', DATA_DIR: folder, DEMO: '1', LOG_LEVEL: 'silent', DATABASE_URL: made?.url ?? '', ...NO_LIMITS, ...LISTS_IN_TURN } })
    await vi.waitFor(async () => { expect(await fetch(`${base}/readyz`).then((answer) => answer.status, () => 0)).toBe(200) }, { timeout: 600_000, interval: 200 })
    const signIn = async (name: string): Promise<string> => {
      const answer = await fetch(`${base}/api/v1/hrmis/auth/login`, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ email: `${name}@mazingira.example`, password: DEMO_PASSWORD }) })
      return ((await answer.json()) as { data: { token: string } }).data.token
    }
    tokens = { wanjiku: await signIn('wanjiku'), otieno: await signIn('otieno'), admin: await signIn('admin') }
    longPrint = await approvedOfManyLines()
  }, 660_000)
  afterAll(async () => {
    const ended = new Promise((resolve) => { server.once('exit', resolve) })
    server.kill('SIGKILL')
    await ended
    await drop()
    rmSync(folder, { recursive: true, force: true })
  })

  async function call(who: string, method: string, address: string, sent?: BodyInit, headers: Record<string, string> = {}): Promise<Response> {
    return fetch(`${base}/api/v1/${address}`, { method, headers: { authorization: `Bearer ${tokens[who] ?? ''}`, 'content-type': 'application/json', ...headers }, ...(sent !== undefined && { body: sent }) })
  }

  async function approvedOfManyLines(): Promise<string> {
    const post = async (who: string, address: string, body: object): Promise<{ data: { no: string; entryNo: number; documentNo: string }[] & { no: string } }> => {
      const answer = await call(who, 'POST', address, JSON.stringify(body))
      const text = await answer.text()
      expect(answer.status, text).toBeLessThan(300)
      return JSON.parse(text) as Awaited<ReturnType<typeof post>>
    }
    const { data: { no } } = await post('wanjiku', 'hrmis/pettycash', request({ pettyCashLinesAPI: Array.from({ length: 200 }, (_, index) => line({ description: `Line ${index} of many`, amount: 1 + index % 3 })) }))
    await post('wanjiku', 'hrmis/pettycash/sendForApproval', { headerNo: no })
    const { data } = (await (await call('otieno', 'GET', `approvals/approvalEntries?status=Open&scope=mine&documentNo=${no}`)).json()) as { data: { entryNo: number; documentNo: string }[] }
    await post('otieno', 'approvals/approve', { entryNo: data.find(({ documentNo }) => documentNo === no)?.entryNo })
    return `documents/petty-cash/${no}/print/document`
  }

  /** The longest time that the loop was blocked since the last call, in milliseconds. */
  async function longest(): Promise<number> {
    const text = await (await fetch(`${base}/metrics`)).text()
    return Number(/^nodejs_eventloop_lag_max_seconds ([\d.e+-]+)$/m.exec(text)?.[1]) * 1000
  }

  /** Some keys of each type that the lines may reference. */
  async function someKeys(): Promise<KeysOf> {
    const targets = new Set(WITH_LINES.flatMap(({ shape }) => [shape, ...Object.values(shape.fields).flatMap(({ line }) => line ?? [])]).flatMap(({ fields }) => Object.values(fields)).flatMap(({ ref }) => ref?.to ?? []))
    const keys = new Map<string, string[]>()
    for (const type of targets) {
      const { key, shape } = catalogue.types[type]!
      const answer = await call('wanjiku', 'GET', `documents/${type}?limit=200`)
      const rows = answer.ok ? ((await answer.json()) as { data: Record<string, string>[] }).data : []
      keys.set(type, rows.map((row) => row[shape.fields[key]?.wire ?? key] ?? ''))
    }
    return (type) => keys.get(type) ?? []
  }

  const parts = (count: number): Record<string, number> => Object.fromEntries(Array.from({ length: count }, (_, index) => [`x${index}`, 1]))
  const lines = (count: number): object[] => Array.from({ length: count }, (_, index) => ({ amount: index + 1, description: `Line ${index}`, expense_code: 'MEALS', dimension1: 'PROG' }))
  const fileOf = (bytes: number): object => ({ fileName: 'a.pdf', attachment: Buffer.concat([Buffer.from('%PDF-1.4\n'), Buffer.alloc(bytes, 'x')]).toString('base64') })
  const CASES: [name: string, who: string, method: string, path: string | (() => string), body: unknown, compress?: (text: string) => BodyInit][] = [
    ['24,000 unknown members', 'wanjiku', 'POST', 'hrmis/pettycash', request({ attachments: undefined, ...parts(24_000) })],
    ['a request of 500 lines', 'wanjiku', 'POST', 'hrmis/pettycash', request({ attachments: undefined, pettyCashLinesAPI: lines(500) })],
    ['2,000 lines', 'wanjiku', 'POST', 'hrmis/pettycash', request({ attachments: undefined, pettyCashLinesAPI: lines(2_000) })],
    ['a text of 900,000 characters', 'wanjiku', 'POST', 'hrmis/pettycash', request({ attachments: undefined, description: 'x'.repeat(900_000) })],
    ['a file of 1.9 MB', 'wanjiku', 'POST', 'hrmis/pettycash', request({ attachments: [fileOf(1_900_000)] })],
    ['files, ten of 1.99 MB', 'wanjiku', 'POST', 'documents/petty-cash', request({ attachments: Array.from({ length: 10 }, () => fileOf(1_990_000)) })],
    ...[[3, 4.9], [10, 4.9], [10, 2.9]].map(([count = 0, megabytes = 0]): [string, string, string, string, unknown] => [
      `files of a requisition, ${count} of ${megabytes} MB`, 'wanjiku', 'POST', 'documents/requisition',
      { documentType: 'Purchase Requisition', description: 'd', locationCode: 'MAIN-NBO', globalDimension1Code: 'CLIMATE', requisitionLines: [{ billingItemCode: 'SOLAR-LAMP', description: 'Solar lamp', quantity: 1, unitCost: 1000, globalDimension1Code: 'CLIMATE' }], attachments: Array.from({ length: count }, () => fileOf(megabytes * 1_000_000)) },
    ]),
    ['a picture of 158,000 parts', 'wanjiku', 'POST', 'documents/petty-cash', request({ attachments: [{ fileName: 'a.png', attachment: withEmptyTexts(Buffer.from(PIXEL, 'base64'), 158_000).toString('base64') }] })],
    ['a text of 25 MB, compressed', 'wanjiku', 'POST', 'documents/petty-cash', { description: 'x'.repeat(25_000_000) }, (text) => new Uint8Array(brotliCompressSync(text))],
    ['a text of 20 MB', 'wanjiku', 'POST', 'documents/petty-cash', { description: 'x'.repeat(20_000_000) }],
    ['a text of 20 MB for a file', 'wanjiku', 'POST', 'documents/petty-cash', request({ attachments: [{ fileName: 'a.pdf', attachment: 'QUJD'.repeat(5_000_000) }] })],
    ['a print of 200 lines', 'wanjiku', 'GET', () => longPrint, undefined],
    ['a statement', 'wanjiku', 'GET', 'hrmis/employee_statement', undefined],
    ['a list of 200 with every filter', 'admin', 'GET', 'documents/employee?limit=200&search=a&sort=-search_name', undefined],
    ['a search for what is everywhere', 'wanjiku', 'GET', 'portal/search?q=an', undefined],
    ['an overlay of 300 operations', 'admin', 'POST', 'admin/overlays/preview', { extends: { id: 'petty-cash', version: 1 }, scope: { company: 'MRT' }, operations: Array.from({ length: 300 }, (_, index) => ({ do: 'add', at: `rules.more-${index}`, to: { on: 'description', check: 'size(doc.description) >= 0', message: 'Never' } })) }],
    ['an overlay of 300 operations that take fields away', 'admin', 'POST', 'admin/overlays/preview', { extends: { id: 'petty-cash', version: 1 }, scope: { company: 'MRT' }, operations: TAKING_AWAY }],
    ...LARGEST_OVERLAYS.map(([name, operations]): [string, string, string, string, unknown] => [`an overlay with ${name}`, 'admin', 'POST', 'admin/overlays/preview', { extends: { id: 'petty-cash', version: 1 }, scope: { company: 'MRT' }, operations }]),
    ['the settings, whole', 'admin', 'GET', 'admin/settings', undefined],
    ['the description of all calls', 'admin', 'GET', 'openapi.json', undefined],
  ]

  it('is held for less than its limit by the first description of all calls', async () => {
    await longest()
    const answer = await call('admin', 'GET', 'openapi.json')
    await answer.arrayBuffer()
    const held = Math.round(await longest())
    reportFigures(`${HELD_PREFIX}the first description of all calls`, kind, { milliseconds: held }, MAX_HOLD_MS)
    expect([answer.status, held < MAX_HOLD_MS]).toEqual([200, true])
  })

  it('is held for less than its limit by ten prints of 200 lines at once', { timeout: 120_000 }, async () => {
    const held: number[] = []
    for (let again = 0; again < AGAIN; again += 1) {
      await longest()
      const statuses = await Promise.all(Array.from({ length: 10 }, () => call('wanjiku', 'GET', longPrint).then(async (answer) => {
        await answer.arrayBuffer()
        return answer.status
      })))
      expect(statuses).toEqual(statuses.map(() => 200))
      held.push(await longest())
    }
    tellMiddle('ten prints of 200 lines at once', held, MAX_PRINTS_HOLD_MS)
  })

  /** The median of several, because other programs on the machine block it, too. */
  function tellMiddle(name: string, held: number[], most: number): void {
    const middle = Math.round(held.sort((one, other) => one - other)[Math.floor(AGAIN / 2)] ?? 0)
    reportFigures(`${HELD_PREFIX}${name}`, kind, { milliseconds: middle }, most)
    expect(middle).toBeLessThan(most)
  }

  async function measure(name: string, who: string, method: string, address: string, body: unknown, statuses: (status: number) => boolean = (status) => status < 500, compress?: (text: string) => BodyInit): Promise<void> {
    const text = body === undefined ? undefined : JSON.stringify(body)
    const sent = text === undefined || compress === undefined ? text : compress(text)
    const held: number[] = []
    for (let again = 0; again < AGAIN; again += 1) {
      await longest()
      // A request refused while it is still being sent may end the connection before its response is read; no other may.
      const status = await call(who, method, address, sent, compress === undefined ? {} : { 'content-encoding': 'br' }).then(async (answer) => {
        await answer.arrayBuffer()
        return answer.status
      }, (error: unknown) => {
        if (!/^a text of 2/.test(name)) throw error
        return 413
      })
      expect(status).toSatisfy(statuses)
      if (method === 'GET') expect(status).toBe(200)
      held.push(await longest())
    }
    tellMiddle(name, held, MAX_HOLD_MS)
  }

  it.each(CASES)('is held for less than its limit by %s', { timeout: 120_000 }, (name, who, method, address, body, compress) => measure(name, who, method, typeof address === 'string' ? address : address(), body, undefined, compress))

  const isRead = (status: number): boolean => status === 201 || status === 422
  it.each(WITH_LINES.map(({ id }) => id))('is held for less than its limit by many lines of %s, with right and with wrong references', { timeout: 300_000 }, async (id) => {
    const keysOf = await someKeys()
    const wrong = (type: string): string[] => Array.from({ length: MAX_LINES }, (_, index) => `${type}-${index}`.slice(0, 20))
    await measure(`lines of ${id}`, 'wanjiku', 'POST', `documents/${id}`, ofManyLines(id, keysOf), isRead)
    await measure(`lines of ${id} with wrong references`, 'wanjiku', 'POST', `documents/${id}`, ofManyLines(id, wrong), isRead)
  })

  it('is held for less than its limit by two hundred lines that each ask for the same budget', { timeout: 300_000 }, async () => {
    const requisitionLines = Array.from({ length: MAX_LINES }, () => ({ description: 'x1', quantity: 1, unitCost: 1 }))
    await measure('lines that ask for one budget', 'wanjiku', 'POST', 'documents/requisition', { documentType: 'Purchase Requisition', description: 'd', requisitionLines }, (status) => status === 422)
  })

  const ones = `[${Array.from({ length: 190 }, () => 1).join()}]`
  const again = (condition: string): string => `!${ones}.exists(i, ${ones}.exists(j, ${condition}))`
  const DEAR: [name: string, condition: string][] = [
    ['counts', again('i + j > 50')],
    ['fails', again('double("x") > 1.0')],
    ['fails and goes on', again('double(doc.description) > 1.0 || j > 50')],
    ['seeks what can be repaid', again('mostRepayable(10000.0, 120.0, 12.0, "Reducing balance") < 0.0')],
    ['makes schedules', again('size(loanSchedule(100000.0, 120.0, 12.0, "Reducing balance", "2026-01-01")) > 500')],
    ['seeks the highest instalment', again('highestInstalment(1e9, 120.0, 12.0, "Reducing balance") < 0.0')],
    ['looks years of working days ahead', again('addWorkdays("2026-01-01", 1e9) == "q"')],
    ['asks for time zones', again('timestamp("2026-01-01T00:00:00Z").getHours("Africa/Nairobi") > 55')],
  ]
  const overlayOf = (condition: string): object => ({ extends: { id: 'petty-cash', version: 1 }, scope: { company: 'MRT' }, operations: ['send', 'delete'].map((action) => ({ do: 'tighten', at: `actions.${action}.when`, to: condition })) })
  describe('with a costly overlay', () => {
    /** Documents among the smallest of their type, so that overlays are not tried on them. */
    const MARK = 'zqx'
    let one = ''
    beforeAll(async () => {
      for (let made = 0; made < 100; made += 1) {
        const answer = await call('wanjiku', 'POST', 'documents/petty-cash', JSON.stringify({ description: MARK }))
        expect(answer.status).toBe(201)
        one = ((await answer.json()) as { data: { no: string } }).data.no
      }
      // With more data than those above.
      for (let made = 0; made < 25; made += 1) {
        const answer = await call('wanjiku', 'POST', 'hrmis/pettycash', JSON.stringify(request({ pettyCashLinesAPI: Array.from({ length: 10 }, (_, index) => line({ description: `Line ${index}`, amount: 1 })) })))
        expect(answer.status, await answer.text()).toBe(201)
      }
    }, 300_000)

    it.each(DEAR)('is held for less than its limit by the trial of one that %s', { timeout: 300_000 }, (name, condition) => (
      measure(`the trial of an overlay that ${name}`, 'admin', 'POST', 'admin/overlays/preview', overlayOf(condition), (status) => status === 200)
    ))

    it.each(DEAR)('is held for less than its limit by a list and a record once one is published that %s', { timeout: 300_000 }, async (name, condition) => {
      const told = await call('admin', 'POST', 'hrmis/auth/stepUp', JSON.stringify({ password: DEMO_PASSWORD }))
      expect(told.status, await told.text()).toBeLessThan(300)
      const published = await call('admin', 'POST', 'admin/overlays', JSON.stringify(overlayOf(`!doc.description.contains("${MARK}") || ${condition}`)))
      const text = await published.text()
      expect(published.status, text).toBe(200)
      const { id } = (JSON.parse(text) as { data: { id: number } }).data
      try {
        await measure(`a list under an overlay that ${name}`, 'wanjiku', 'GET', 'documents/petty-cash?limit=100', undefined)
        await measure(`a record under an overlay that ${name}`, 'wanjiku', 'GET', `documents/petty-cash/${one}`, undefined)
      } finally {
        await call('admin', 'DELETE', `admin/overlays/${id}`)
      }
    })
  })

  it('is held for less than its limit by a list of 200 documents of 200 lines, alone and twenty at once', { timeout: 600_000 }, async () => {
    const pettyCashLinesAPI = Array.from({ length: MAX_LINES }, (_, index) => line({ description: `Line ${index} ${'of many, all of which are long '.repeat(4)}`, amount: 1 }))
    const body = JSON.stringify(request({ attachments: undefined, pettyCashLinesAPI }))
    for (let made = 0; made < 200; made += 4) {
      const answers = await Promise.all(Array.from({ length: 4 }, () => call('wanjiku', 'POST', 'hrmis/pettycash', body)))
      for (const answer of answers) expect(answer.status, await answer.text()).toBe(201)
    }
    const path = 'documents/petty-cash?limit=200'
    const { data } = (await (await call('wanjiku', 'GET', path)).json()) as { data: object[] }
    expect(data.length).toBeLessThan(50)
    await measure('a list of 200 documents of 200 lines', 'wanjiku', 'GET', path, undefined)
    const held: number[] = []
    for (let again = 0; again < AGAIN; again += 1) {
      await longest()
      const statuses = await Promise.all(Array.from({ length: 20 }, () => call('wanjiku', 'GET', path).then(async (answer) => {
        await answer.arrayBuffer()
        return answer.status
      })))
      expect(statuses).toEqual(statuses.map(() => 200))
      held.push(await longest())
    }
    tellMiddle('twenty lists of 200 documents of 200 lines at once', held, MAX_HOLD_MS)
  })

  it('is held for less than its limit by a bulk approval of 200 unknown entries', { timeout: 300_000 }, async () => {
    await measure('200 unknown entries', 'wanjiku', 'POST', 'approvals/bulk', { entries: Array.from({ length: MAX_LINES }, (_, index) => ({ entryNo: 900_000 + index })) }, (status) => status === 200)
  })
})
