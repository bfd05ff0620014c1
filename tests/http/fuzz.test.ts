import fc from 'fast-check'
import type { InjectOptions } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ATTACK, reportFigures } from '../attack-report.ts'
import { KINDS, NO_LIMITS, ONE_KIND, startApp, type TestApp } from './harness.ts'
import { NO_CEILINGS, PIXEL, openEntry, raise, raiseAndSend, type Reply } from './petty-cash-cases.ts'

const RUNS = Number(process.env['ATTACK_RUNS'] ?? 500)
/** Names that calls read, in addition to the fields of every type. */
const NAMES = [
  '_rev', 'input', 'key', 'no', 'headerNo', 'document_no', 'docNo', 'documentNo', 'documentType', 'entryNo', 'reason', 'comment', 'to', 'attachments', 'id', 'fileName', 'attachment',
  'email', 'password', 'device_name', 'limit', 'cursor', 'sort', 'search', 'tiles', 'scope', 'status', 'approverID', 'line', 'line_no', 'lineNo', 'fileId', 'inline', 'minor_settings', 'ids', 'upTo', 'active', 'default_company', 'employee', 'companies', 'roles', 'is_admin', 'assigned', 'mail', 'constructor', 'toString', '',
]
const STRANGE = ['', ' ', '\0', 'a\0b', '\ud800', '\u202e', "' or 1=1 --", '%', '\\', '../../etc/passwd', '{no}', 'null', 'NaN', '-1', '1e999', '0001-01-01', '9999-12-31', '9999-12-31T23:59', '2026-02-30', '2026-06-15', 'x'.repeat(5000), '😀'.repeat(100), '[1]', '__proto__', PIXEL]

describe.each(ATTACK === undefined ? ONE_KIND : KINDS)('random requests on %s', (kind) => {
  let test: TestApp
  let tokens: string[]
  let keys: string[]
  let fields: string[]
  /** The documented statuses of each route, by method and address. */
  let described: Map<string, Set<string>>

  beforeAll(async () => {
    test = await startApp({ kind, settings: NO_CEILINGS, environment: NO_LIMITS })
    const people = await Promise.all(['wanjiku', 'otieno', 'mutua', 'admin'].map((name) => test.signIn(`${name}@mazingira.example`)))
    tokens = [...people.map((person) => person.token), '']
    const [wanjiku, otieno] = people
    if (!wanjiku || !otieno) throw new Error('Nobody is signed in.')
    const { no, attachments } = await raise(wanjiku)
    const { no: sent } = await raiseAndSend(wanjiku)
    keys = [no, sent, attachments[0]?.id ?? '', String((await openEntry(otieno, sent)).entryNo), 'KES', 'MRT-015', 'petty-cash', 'send', 'approve', 'save']
    fields = [...new Set(Object.values(test.engines.base().catalogue.types).flatMap((type) => Object.values(type.shape.fields).flatMap((field) => [field.wire, ...Object.values(field.line?.fields ?? {}).map((one) => one.wire)])))]
  })
  beforeAll(async () => {
    const { paths } = (await test.inject({ method: 'GET', url: '/api/v1/openapi.json' })).json<{ paths: Record<string, { servers?: unknown } & Record<string, { responses: object }>> }>()
    described = new Map()
    for (const [address, { servers, ...operations }] of Object.entries(paths)) {
      for (const [method, { responses }] of Object.entries(operations)) {
        const name = shapeOf(method, `${servers === undefined ? '/api/v1' : ''}${address}`)
        described.set(name, new Set([...(described.get(name) ?? []), ...Object.keys(responses)]))
      }
    }
  })
  afterAll(() => test.stop())

  it('are answered with a documented status below 500, and refusals have a message and a code', async () => {
    const routes = test.routes.filter((route) => /^\/(api\/|healthz|readyz|metrics)/.test(route.url) && !/\/(logout|events\/stream)$/.test(route.url))
    const text = fc.oneof({ weight: 3, arbitrary: fc.constantFrom(...keys) }, { weight: 3, arbitrary: fc.constantFrom(...STRANGE) }, fc.string({ unit: 'binary', maxLength: 40 }))
    const scalar = fc.oneof({ weight: 4, arbitrary: text }, fc.double(), fc.integer(), fc.maxSafeInteger(), fc.boolean(), fc.constant(null))
    const name = fc.oneof({ weight: 2, arbitrary: fc.constantFrom(...NAMES) }, { weight: 3, arbitrary: fc.constantFrom(...fields) }, fc.string({ maxLength: 8 }))
    const { body } = fc.letrec<{ value: unknown; body: unknown }>((tie) => ({
      value: fc.oneof({ maxDepth: 4, withCrossShrink: true }, scalar, fc.array(tie('value'), { maxLength: 4 }), fc.dictionary(name, tie('value'), { maxKeys: 6 })),
      body: fc.oneof({ weight: 8, arbitrary: fc.dictionary(name, tie('value'), { maxKeys: 10 }) }, tie('value')),
    }))
    const headers = fc.record({ 'idempotency-key': fc.string({ unit: fc.constantFrom('a', 'b', ' ', 'é', '~'), maxLength: 3 }), 'if-match': text.map(latin), 'x-company': fc.constantFrom('MRT', 'USC'), 'if-none-match': text.map(latin) }, { requiredKeys: [] })
    const request = fc.record({ route: fc.constantFrom(...routes), token: fc.constantFrom(...tokens), params: fc.array(text, { minLength: 3, maxLength: 3 }), query: fc.dictionary(name, text, { maxKeys: 5 }), body, headers })

    let [tried, failed] = [0, 0]
    await fc.assert(
      fc.asyncProperty(request, async ({ route, token, params, query, body: sent, headers: more }) => {
        const values = [...params]
        const url = route.url.replace(/:\w+/g, () => encodeURIComponent((values.pop() ?? '').replace(/\p{Surrogate}/gu, '')))
        const method = [route.method].flat()[0] as 'GET'
        const answer = await test.inject({
          method, url: `${url}?${new URLSearchParams(query).toString()}`, headers: { ...more, ...(token !== '' && { authorization: `Bearer ${token}` }) },
          ...(method !== 'GET' && (method as string) !== 'HEAD' && { payload: JSON.stringify(sent), headers: { ...more, 'content-type': 'application/json', ...(token !== '' && { authorization: `Bearer ${token}` }) } }),
        } satisfies InjectOptions)
        tried += 1
        if (answer.statusCode >= 500) failed += 1
        expect(answer.statusCode, `${method} ${url} answered ${answer.body}`).toBeLessThan(500)
        // The actions route of a type without actions is not documented.
        const statuses = (method as string) === 'HEAD' ? undefined : described.get(shapeOf(method, route.url))
        if (statuses !== undefined) expect([...statuses], `${method} ${route.url} answered ${answer.statusCode} ${answer.body.slice(0, 300)}`).toContain(String(answer.statusCode))
        if (answer.statusCode >= 400 && (method as string) !== 'HEAD') {
          const { message, code } = answer.json<Reply>()
          expect(message, answer.body).toMatch(/\S{2,}/)
          expect(code, answer.body).toMatch(/^[a-z][a-z-]+$/)
          expect(answer.body).not.toMatch(/\n\s+at |node_modules|select .+ from /)
        }
      }),
      { numRuns: RUNS },
    ).finally(() => reportFigures('wild requests', kind, { tried, 'answers of 500': failed }))
  }, Math.max(60_000, RUNS * 60))
})

/** An address with a star for each parameter; the calls of all actions share one route. */
function shapeOf(method: string, url: string): string {
  return `${method.toUpperCase()} ${url.replace(/[:{]\w+\}?(\.json)?/g, '*').replace(/\/actions\/[\w-]+$/, '/actions/*')}`
}

/** Headers may contain only visible Latin-1 characters. */
function latin(text: string): string {
  return text.replace(/[^\x20-\x7e]/g, '').slice(0, 100)
}
