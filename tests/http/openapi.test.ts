import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { JsonObject } from '../../src/core/index.ts'
import type {} from '../../src/server/openapi/call.ts'
import { NO_LIMITS, startApp, type Caller, type TestApp } from './harness.ts'
import { NO_CEILINGS, openEntry, raise, raiseAndSend, request } from './petty-cash-cases.ts'

interface Operation { operationId: string; summary: string; tags: string[]; parameters?: { name: string; in: string; required?: boolean; schema: object }[]; requestBody?: { content: Record<string, { schema: JsonObject }> }; responses: Record<string, { description: string; content?: Record<string, { schema: JsonObject }> }>; security?: object[] }
interface Description { openapi: string; info: { title: string; version: string }; paths: Record<string, Record<string, Operation> & { servers?: { url: string }[] }>; components: { schemas: Record<string, JsonObject> } }

const METHODS = ['get', 'post', 'patch', 'delete']
let test: TestApp
let description: Description
let operations: { path: string; method: string; operation: Operation }[]
const people: Record<string, Caller> = {}

beforeAll(async () => {
  // The description is the same on both databases; PostgreSQL is faster to fill.
  test = await startApp({ settings: NO_CEILINGS, environment: NO_LIMITS })
  description = (await test.inject({ method: 'GET', url: '/api/v1/openapi.json' })).json<Description>()
  operations = Object.entries(description.paths).flatMap(([path, item]) => METHODS.flatMap((method) => (item[method] ? [{ path, method, operation: item[method] }] : [])))
  for (const name of ['wanjiku', 'otieno', 'joyce', 'admin', 'wambui']) people[name] = await test.signIn(`${name}@mazingira.example`)
})
afterAll(() => test.stop())

const who = (name: string): Caller => {
  const person = people[name]
  if (!person) throw new Error(`${name} is not signed in.`)
  return person
}

/** Addresses with a placeholder for each parameter; the calls of all actions share one route. */
const shape = (method: string, url: string): string => `${method.toUpperCase()} ${url.replace(/[:{]\w+\}?(\.json)?/g, '*').replace(/\/actions\/[\w-]+(?=$|\/dry-run$)/, '/actions/*')}`

describe('the OpenAPI description', () => {
  it('the description has every route and no other', () => {
    const routes = test.routes.filter((route) => /^\/(api\/|healthz|readyz|metrics)/.test(route.url)).flatMap((route) => [route.method].flat().filter((method) => method !== 'HEAD').map((method) => shape(method, route.url)))
    const described = operations.map(({ path, method }) => shape(method, description.paths[path]?.servers ? path : `/api/v1${path}`))
    // A type without actions responds "there is no such action", which is not documented as a call.
    const withoutActions = routes.filter((route) => route.endsWith('/actions/*') && !described.includes(route)).map((route) => /documents\/([\w-]+)/.exec(route)?.[1] ?? '')
    expect([...new Set(described)].sort()).toEqual([...new Set(routes)].filter((route) => !withoutActions.some((type) => route.includes(`/${type}/*/actions/`))).sort())
    for (const type of withoutActions) expect(Object.keys(test.engines.base().catalogue.types[type]?.actions ?? {})).toEqual([])
  })

  it('is compressed once for all who ask, and not sent again to those who have it', async () => {
    const asked = async (headers: Record<string, string>) => test.inject({ method: 'GET', url: '/api/v1/openapi.json', headers })
    const [plain, zipped, br] = [await asked({}), await asked({ 'accept-encoding': 'gzip' }), await asked({ 'accept-encoding': 'gzip, deflate, br' })]
    expect([plain, zipped, br].map(({ headers }) => headers['content-encoding'])).toEqual([undefined, 'gzip', 'br'])
    expect([gunzipSync(zipped.rawPayload).equals(plain.rawPayload), brotliDecompressSync(br.rawPayload).equals(plain.rawPayload)]).toEqual([true, true])
    expect(plain.headers['content-length']).toBe(String(plain.rawPayload.length))
    const again = await asked({ 'if-none-match': String(br.headers['etag']) })
    expect([again.statusCode, again.rawPayload.length, br.headers['vary']]).toEqual([304, 0, 'accept-encoding'])
  })

  it('takes no memory for each of hundreds who ask at once', async () => {
    await test.inject({ method: 'GET', url: '/api/v1/openapi.json', headers: { 'accept-encoding': 'br' } })
    const before = process.memoryUsage().rss
    await Promise.all(Array.from({ length: 200 }, () => test.inject({ method: 'GET', url: '/api/v1/openapi.json', headers: { 'accept-encoding': 'br' } })))
    // Compressing it for each took 1.3 GB.
    expect((process.memoryUsage().rss - before) / 1024 / 1024).toBeLessThan(300)
  })

  it('every route declares the call that describes it', () => {
    const served = test.routes.filter(({ url, method }) => /^\/(api\/|healthz|readyz|metrics)/.test(url) && method !== 'HEAD')
    expect(served.length).toBeGreaterThan(400)
    expect(served.filter(({ schema }) => schema?.call === undefined).map(({ method, url }) => shape(String(method), url))).toEqual([])
  })

  it('a type under dual control is described with the 202 answer, the reason and the required revision', () => {
    const { dualControl, needsRevision } = test.engines.base().type('staff-pay').manifest
    expect([dualControl?.fields.length, needsRevision]).toEqual([expect.any(Number), true])
    const statusesOf = (path: string, method: string): string[] => Object.keys(description.paths[path]?.[method]?.responses ?? {})
    expect(statusesOf('/documents/staff-pay/{key}', 'patch')).toEqual(expect.arrayContaining(['200', '202', '428']))
    expect(statusesOf('/documents/staff-pay/{key}', 'delete')).toEqual(expect.arrayContaining(['200', '202', '428']))
    expect(statusesOf('/documents/staff-pay', 'post')).toEqual(expect.arrayContaining(['201', '202']))
    expect(description.components.schemas['StaffPayInput']?.['properties']).toHaveProperty('_reason')
    expect(description.paths['/documents/staff-pay/{key}']?.['delete']?.parameters?.map(({ name }) => name)).toEqual(expect.arrayContaining(['_rev', '_reason']))
    expect(statusesOf('/documents/petty-cash/{key}', 'patch')).toEqual(expect.not.arrayContaining(['202']))
    expect(description.components.schemas['PettyCashInput']?.['properties']).not.toHaveProperty('_reason')
  })

  it('summaries name a document type without an article, because not every title takes one', () => {
    const summaries = operations.map(({ operation }) => operation.summary)
    expect(summaries).toEqual(expect.arrayContaining(['Create a record (Petty Cash)', 'Receipts (Imprest)']))
    const titles = Object.values(test.engines.base().catalogue.types).map(({ title }) => title.one)
    expect(summaries.filter((summary) => titles.some((title) => new RegExp(`\\ban? ${title}\\b`).test(summary)))).toEqual([])
  })

  it('the description is OpenAPI 3.1 with unique operation ids, all path parameters and valid schemas', () => {
    expect(description.openapi).toMatch(/^3\.1\./)
    expect(description.info.title).not.toBe('')
    const ids = operations.map(({ operation }) => operation.operationId)
    expect(new Set(ids).size).toBe(ids.length)
    for (const { path, method, operation } of operations) {
      const at = `${method} ${path}`
      const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)
      const declared = (operation.parameters ?? []).filter((parameter) => parameter.in === 'path')
      expect(declared.map((parameter) => parameter.name), at).toEqual(inPath)
      expect(declared.every((parameter) => parameter.required === true), at).toBe(true)
      expect(operation.summary, at).not.toBe('')
      expect(Object.keys(operation.responses).some((status) => /^[23]\d\d$/.test(status)), at).toBe(true)
      expect(Object.values(operation.responses).every((answer) => answer.description !== ''), at).toBe(true)
    }
    const ajv = validator()
    // Thousands of places use a few hundred distinct schemas; compiling one takes time, and each refers to others from the document's root.
    const places = new Map(schemasOf(description).map(({ place, schema }) => [JSON.stringify(schema), place]))
    for (const place of places.values()) expect(() => ajv.compile({ $ref: place }), place).not.toThrow()
  })
})

/** Every schema of the document, with a reference to its place. */
function schemasOf(value: unknown, at = 'openapi.json#'): { place: string; schema: unknown }[] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, item]) => {
    const place = `${at}/${key.replaceAll('~', '~0').replaceAll('/', '~1').replaceAll('{', '%7B').replaceAll('}', '%7D')}`
    if (key === 'schema') return [{ place, schema: item as unknown }]
    return key === 'properties' ? [] : schemasOf(item, place)
  })
}

function validator(): Ajv2020 {
  // Optimised or inlined code takes longer to generate than it saves: few responses are checked with each schema.
  const ajv = new Ajv2020({ strict: false, allErrors: true, inlineRefs: false, code: { optimize: false } })
  addFormats.default(ajv)
  ajv.addSchema(description, 'openapi.json')
  return ajv
}

/** Compiled once, because the description is long. */
const checks = new Map<string, ValidateFunction>()
let compiler: Ajv2020 | undefined

/** The validator of the schema at a place of the description. */
function checkOf(place: string): ValidateFunction {
  compiler ??= validator()
  const check = checks.get(place) ?? compiler.compile({ $ref: `openapi.json#${place}` })
  checks.set(place, check)
  return check
}

/** Checks a response against the description of its call and status. */
async function answersAsDescribed(person: Caller, method: 'GET' | 'POST' | 'PATCH' | 'DELETE', path: string, template: string, body?: object): Promise<JsonObject> {
  const answer = await person.call(method, path, body)
  const responses = description.paths[`/${template}`]?.[method.toLowerCase()]?.responses
  const described = responses?.[String(answer.statusCode)]
  expect(described, `${method} ${path} answered ${answer.statusCode}: ${answer.body.slice(0, 300)}`).toBeDefined()
  expect(answer.statusCode, answer.body).toBeLessThan(300)
  const [mediaType = ''] = String(answer.headers['content-type']).split(';')
  const content = described?.content ?? {}
  expect(Object.keys(content).some((range) => range === mediaType || range === '*/*'), `${method} ${template} answered ${mediaType}`).toBe(true)
  if (mediaType !== 'application/json') return {}
  const pointer = `/${template}`.replaceAll('/', '~1').replaceAll('{', '%7B').replaceAll('}', '%7D')
  const check = checkOf(`/paths/${pointer}/${method.toLowerCase()}/responses/${answer.statusCode}/content/application~1json/schema`)
  check(answer.json())
  expect(check.errors ?? [], `${method} ${template} answered ${answer.body.slice(0, 1000)}`).toEqual([])
  return answer.json<JsonObject>()
}

/** Payloads with their person and headers: each is refused somewhere, for a different reason. Calls without a body are made once per person. */
const SENT: [name: string, person: string | undefined, body: unknown, headers: Record<string, string>][] = [
  ['nothing, without a session', undefined, undefined, {}],
  ['nothing', 'wanjiku', {}, {}],
  ['nothing, from an administrator', 'admin', {}, {}],
  ['fields that it does not have', 'joyce', { entries: [{ entryNo: 1 }], entryNo: 1, ids: [1], name: 1, reason: [], lines: {}, input: { reason: '' }, response: {}, _rev: 'x' }, {}],
  ['a list', 'otieno', [1], {}],
  ['another body under a used idempotency key', 'otieno', { x: 1 }, { 'idempotency-key': 'one' }],
  ['the header of another company', 'wanjiku', {}, { 'x-company': 'USC' }],
  ['a body that is not JSON', 'wanjiku', '{', {}],
  ['a body of another media type', 'wanjiku', '<a/>', { 'content-type': 'text/xml' }],
  ['a compressed body', 'wanjiku', '{}', { 'content-encoding': 'gzip' }],
]

describe('the status of every answer', () => {
  const LEFT_OUT = /stream$|logout$/
  it.each(SENT)('every call answers with a described status when it gets %s', { timeout: 300_000 }, async (name, person, body, headers) => {
    const undescribed: string[] = []
    const { no } = await raiseAndSend(who('wanjiku'))
    const isNew = SENT.findIndex(([, other]) => other === person) === SENT.findIndex(([one]) => one === name) || 'x-company' in headers
    for (const { path, method, operation } of operations) {
      if (LEFT_OUT.test(path) || (method === 'get' && !isNew)) continue
      for (const key of method === 'get' ? ['none', no] : ['none']) {
        const answer = await test.inject({
          method: method.toUpperCase(), url: `${description.paths[path]?.servers ? '' : '/api/v1'}${path.replace(/\{\w+\}/g, key)}`,
          headers: { ...(person !== undefined && { authorization: `Bearer ${who(person).token}` }), ...(method !== 'get' && { 'content-type': 'application/json', ...headers }), ...(method === 'get' && 'x-company' in headers && headers) },
          ...(method !== 'get' && body !== undefined && { payload: typeof body === 'string' ? body : JSON.stringify(body) }),
        })
        if (operation.responses[String(answer.statusCode)] === undefined) undescribed.push(`${method} ${path} answered ${answer.statusCode} (${(answer.json<{ code?: string }>()).code ?? ''})`)
      }
    }
    expect(undescribed).toEqual([])
  })
})

describe('the body of an answer', () => {
  it('every answer in the life of a petty cash request matches its schema', async () => {
    const [wanjiku, otieno, joyce] = [who('wanjiku'), who('otieno'), who('joyce')]
    const created = await answersAsDescribed(wanjiku, 'POST', 'hrmis/pettycash', 'hrmis/pettycash', request())
    const { no, attachments } = created['data'] as { no: string; attachments: { id: string }[] }
    await answersAsDescribed(wanjiku, 'GET', `documents/petty-cash/${no}/files/${attachments[0]?.id}`, 'documents/petty-cash/{key}/files/{fileId}')
    await answersAsDescribed(wanjiku, 'POST', 'hrmis/pettycash/update', 'hrmis/pettycash/update', { no, description: 'Lunch' })
    await answersAsDescribed(wanjiku, 'PATCH', `documents/petty-cash/${no}`, 'documents/petty-cash/{key}', { reference_no: 'R1' })
    await answersAsDescribed(wanjiku, 'POST', 'hrmis/pettycash/sendForApproval', 'hrmis/pettycash/sendForApproval', { headerNo: no })
    await answersAsDescribed(wanjiku, 'GET', 'hrmis/pettycash?tiles=1&status=Pending%20Approval', 'hrmis/pettycash')
    await answersAsDescribed(otieno, 'GET', 'approvals/approvalEntries', 'approvals/approvalEntries')
    await answersAsDescribed(otieno, 'GET', `approvals/nestedApprovalEntries?documentNo=${no}`, 'approvals/nestedApprovalEntries')
    await answersAsDescribed(otieno, 'GET', `approvals/documentAttachments?no=${no}`, 'approvals/documentAttachments')
    await answersAsDescribed(otieno, 'GET', 'approvals/count', 'approvals/count')
    await answersAsDescribed(otieno, 'POST', 'approvals/approve', 'approvals/approve', { entryNo: (await openEntry(otieno, no)).entryNo })
    await answersAsDescribed(wanjiku, 'GET', `hrmis/pettycash/show?document_no=${no}`, 'hrmis/pettycash/show')
    await answersAsDescribed(wanjiku, 'GET', `documents/petty-cash/${no}/print/document`, 'documents/petty-cash/{key}/print/document')
    await answersAsDescribed(wanjiku, 'POST', `cu/ess_cu/pettyCashDocument?docNo=${no}`, 'cu/ess_cu/pettyCashDocument')
    const float = (await joyce.call('GET', 'documents/petty-cash-bank')).json<{ data: { code: string }[] }>().data[0]?.code
    await answersAsDescribed(joyce, 'POST', 'hrmis/pettycash/pay', 'hrmis/pettycash/pay', { headerNo: no, bank: float, paidOn: '2026-06-15' })
    await answersAsDescribed(joyce, 'GET', 'documents/petty-cash-ledger', 'documents/petty-cash-ledger')
    await answersAsDescribed(wanjiku, 'GET', `documents/petty-cash/${no}/events`, 'documents/petty-cash/{key}/events')
    const { no: second } = await raiseAndSend(wanjiku)
    await answersAsDescribed(otieno, 'POST', 'approvals/reject', 'approvals/reject', { entryNo: (await openEntry(otieno, second)).entryNo, reason: 'No' })
    await answersAsDescribed(wanjiku, 'POST', `documents/petty-cash/${second}/actions/reopen`, 'documents/petty-cash/{key}/actions/reopen', {})
    await answersAsDescribed(wanjiku, 'DELETE', `documents/petty-cash/${second}`, 'documents/petty-cash/{key}')
    const { no: third } = await raise(wanjiku)
    await answersAsDescribed(wanjiku, 'POST', 'hrmis/pettycash/line', 'hrmis/pettycash/line', { document_no: third, pettyCashLinesAPI: [{ expense_code: 'MEALS', description: 'Tea', amount: 100 }] })
    await answersAsDescribed(wanjiku, 'POST', 'hrmis/pettycash/line/destroy', 'hrmis/pettycash/line/destroy', { document_no: third, line_no: 10000 })
  })

  it('the answers of calls that concern no document match their schemas', async () => {
    for (const path of ['hrmis/auth/session', 'company', 'company/companies', 'portal/bootstrap', 'admin/settings', 'admin/outbox', 'openapi.json']) await answersAsDescribed(who('admin'), 'GET', path, path)
    await answersAsDescribed(who('wanjiku'), 'GET', 'portal/lists/petty-cash', 'portal/lists/{type}')
    await answersAsDescribed(who('admin'), 'POST', 'admin/updateSettings', 'admin/updateSettings', { minor_settings: { pettycash_caption: 'Float' } })
  })

  it('the answers about notifications, accounts and the history of settings match their schemas', async () => {
    const [wanjiku, otieno, admin] = [who('wanjiku'), who('otieno'), who('admin')]
    await raiseAndSend(wanjiku)
    const { data: notifications } = (await answersAsDescribed(otieno, 'GET', 'notifications', 'notifications')) as { data: { id: number }[] }
    await answersAsDescribed(otieno, 'POST', 'notifications/read', 'notifications/read', { ids: [notifications[0]?.id] })
    await answersAsDescribed(otieno, 'GET', 'notifications/preferences', 'notifications/preferences')
    await answersAsDescribed(otieno, 'POST', 'notifications/preferences', 'notifications/preferences', { approved: { mail: false } })
    await answersAsDescribed(admin, 'GET', 'admin/users?limit=200', 'admin/users')
    const made = { name: 'Described', email: 'described@mazingira.example', default_company: 'MRT' }
    const { data: account } = (await answersAsDescribed(admin, 'POST', 'admin/createUser', 'admin/createUser', made)) as { data: { id: string } }
    await answersAsDescribed(admin, 'POST', `admin/updateUser/${account.id}`, 'admin/updateUser/{id}', { ...made, gender: 'Other' })
    await answersAsDescribed(admin, 'POST', 'admin/sendActivationLink', 'admin/sendActivationLink', { email: made.email })
    await answersAsDescribed(admin, 'POST', `admin/deleteUser/${account.id}`, 'admin/deleteUser/{id}', { reason: 'Left' })
    await answersAsDescribed(admin, 'POST', `admin/restoreUser/${account.id}`, 'admin/restoreUser/{id}', {})
    await answersAsDescribed(admin, 'POST', `admin/unlockUser/${account.id}`, 'admin/unlockUser/{id}', {})
    await answersAsDescribed(admin, 'POST', `admin/reassignApprovals/${account.id}`, 'admin/reassignApprovals/{id}', { to: 'MRT-002' })
    await answersAsDescribed(admin, 'GET', 'admin/settings/history', 'admin/settings/history')
  })

  it('the answers about a change under dual control match their schemas', async () => {
    const path = 'documents/staff-pay/MRT-015'
    const { data } = (await answersAsDescribed(who('joyce'), 'GET', path, 'documents/staff-pay/{key}')) as { data: { basic: number; _rev: number } }
    const asked = await answersAsDescribed(who('joyce'), 'PATCH', path, 'documents/staff-pay/{key}', { basic: data.basic + 5000, _rev: data._rev, _reason: 'As agreed' })
    expect(asked['request']).toMatchObject({ key: expect.any(String) as string })
    const { data: changed } = (await answersAsDescribed(who('joyce'), 'GET', path, 'documents/staff-pay/{key}')) as { data: { _requests: object[] } }
    expect(changed._requests).toHaveLength(1)
  })

  it('every list and the first record in it match their schemas, for every type', async () => {
    for (const id of Object.keys(test.engines.base().catalogue.types)) {
      for (const name of ['wanjiku', 'joyce', 'admin', 'wambui']) {
        if ((await who(name).call('GET', `documents/${id}`)).statusCode !== 200) continue
        const { data, page, tiles } = (await answersAsDescribed(who(name), 'GET', `documents/${id}?tiles=1`, `documents/${id}`)) as { data: JsonObject[]; page: { count: number }; tiles?: { all: number } }
        if (tiles !== undefined) expect([id, tiles.all]).toEqual([id, page.count])
        const { key, shape: fields } = test.engines.base().type(id).manifest
        const first = data[0]?.[fields.fields[key]?.wire ?? key]
        if (typeof first === 'string') await answersAsDescribed(who(name), 'GET', `documents/${id}/${encodeURIComponent(first)}`, `documents/${id}/{key}`)
      }
    }
  })

  it('refusals match the schema of errors', async () => {
    const check = checkOf('/components/schemas/Error')
    for (const [name, method, path, body] of [['wanjiku', 'GET', 'documents/petty-cash/none', undefined], ['wanjiku', 'POST', 'hrmis/pettycash', {}], ['wanjiku', 'GET', 'admin/outbox', undefined]] as const) {
      expect(check((await who(name).call(method, path, body)).json()), JSON.stringify(check.errors)).toBe(true)
    }
  })
})
