/** A change waits for a second person while its type gets another id: it can still be approved, unless the type no longer has the field. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildApp } from '../../src/server/app.ts'
import { migrate } from '../../src/server/store/schema/migrations.ts'
import { ONE_KIND, ROOT, startApp, type TestApp } from './harness.ts'
import { mailedLink } from './mailed-link.ts'
import { walkIn } from './walk.ts'
import { endRenewed, loadAnew } from './renewed.ts'

interface Names { id: string; rate: string }
interface Rename { name: string; before: Names; after: Names }

const RENAMES: Rename[] = [
  { name: 'the type', before: { id: 'toll', rate: 'rate' }, after: { id: 'road-fee', rate: 'rate' } },
  { name: 'the type and its field', before: { id: 'tariff', rate: 'rate' }, after: { id: 'levy', rate: 'price' } },
  { name: 'the field', before: { id: 'fare', rate: 'rate' }, after: { id: 'fare', rate: 'price' } },
]

function manifestOf({ id, rate }: Names, before: Names = { id, rate }): object {
  return {
    id, ...(before.id !== id && { renamedFrom: [before.id] }), kind: 'master', title: { one: 'Rate', many: 'Rates' }, key: 'code',
    schema: {
      type: 'object', required: ['code'],
      properties: { code: { type: 'string', title: 'Code' }, [rate]: { type: 'number', title: 'Rate', ...(before.rate !== rate && { 'x-renamed-from': [before.rate] }) } },
    },
    dualControl: { fields: [rate], checker: 'finance' },
    permissions: { finance: { can: ['list', 'get', 'create', 'update', 'delete'] } },
  }
}

/** Writes the module of these types again. */
function writeModule(folder: string, manifests: object[]): void {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(path.join(folder, 'rates'), { recursive: true })
  writeFileSync(path.join(folder, 'rates/module.json'), JSON.stringify({ id: 'rates', title: 'Rates' }))
  for (const manifest of manifests as { id: string }[]) {
    mkdirSync(path.join(folder, 'rates', manifest.id))
    writeFileSync(path.join(folder, 'rates', manifest.id, 'manifest.json'), JSON.stringify(manifest))
  }
}

describe.each(ONE_KIND)('a change that waits while its type is renamed, on %s', (kind) => {
  const folder = mkdtempSync(path.join(tmpdir(), 'dirisha-requests-'))
  const requests = new Map<string, string>()
  let test: TestApp
  let renewed: FastifyInstance
  const { call, decide, done, who } = walkIn<{ _rev: number }>(() => test)
  /** The number of the request that the call created. */
  const asked = async (method: 'POST' | 'PATCH', url: string, body: object): Promise<string> => {
    const { body: reply } = await call('joyce', method, url, { ...body, _reason: 'New rates' })
    const { request } = reply as { request?: { key: string } }
    return request?.key ?? expect.fail(JSON.stringify(reply))
  }

  beforeAll(async () => {
    writeModule(folder, RENAMES.map(({ before }) => manifestOf(before)))
    test = await startApp({ kind, modules: [path.join(ROOT, 'modules'), folder] })
    for (const { before: { id, rate } } of RENAMES) {
      await decide('mutua', await asked('POST', `documents/${id}`, { code: 'A', [rate]: 5 }))
      const { data: { _rev } } = await done('joyce', 'GET', `documents/${id}/A`)
      requests.set(id, await asked('PATCH', `documents/${id}/A`, { [rate]: 7, _rev }))
    }
    writeModule(folder, RENAMES.map(({ before, after }) => manifestOf(after, before)))
    await loadAnew(test)
    await migrate(test.services.database, test.engines.base().catalogue, test.engines.hiddenByOverlays)
    renewed = await buildApp(test.services)
  }, 120_000)
  afterAll(() => endRenewed(renewed, test, folder))

  it.each(RENAMES)('the change is written on approval after a rename of $name', async ({ before, after }) => {
    const { token } = await who('mutua')
    const ask = async (method: 'GET' | 'POST', url: string, payload?: object): Promise<{ status: number; data: unknown }> => {
      const answer = await renewed.inject({ method, url: `/api/v1/documents/${url}`, headers: { authorization: `Bearer ${token}` }, ...(payload && { payload }) })
      return { status: answer.statusCode, data: answer.json<{ data?: unknown }>().data }
    }
    const no = requests.get(before.id) ?? ''
    expect(await ask('GET', `${after.id}/A`)).toMatchObject({ data: { [after.rate]: 5, _requests: [{ no }] } })
    expect(await ask('POST', `record-change/${no}/actions/approve`, {})).toMatchObject({ status: 200, data: { status: 'Released' } })
    expect(await ask('GET', `${after.id}/A`)).toMatchObject({ data: { [after.rate]: 7 } })
  })
})

function toolOf(properties: object, fields: string[]): object {
  return {
    id: 'tool', kind: 'master', title: { one: 'Tool', many: 'Tools' }, key: 'code',
    schema: { type: 'object', required: ['code'], properties: { code: { type: 'string', title: 'Code' }, grade: { type: 'string', title: 'Grade' }, ...properties } },
    dualControl: { fields: ['grade', ...fields], checker: 'finance' },
    permissions: { finance: { can: ['list', 'get', 'create', 'update', 'delete'] } },
  }
}

describe.each(ONE_KIND)('a change that waits while its field or type leaves the manifest, on %s', (kind) => {
  const folder = mkdtempSync(path.join(tmpdir(), 'dirisha-requests-'))
  let test: TestApp
  let renewed: FastifyInstance
  const { call, decide, who } = walkIn<object>(() => test)
  const requests: Record<string, string> = {}
  const asked = async (method: 'POST' | 'PATCH' | 'DELETE', url: string, body: object): Promise<string> => {
    const { body: reply } = await call('joyce', method, url, { ...body, _reason: 'New rates' })
    return (reply as { request?: { key: string } }).request?.key ?? expect.fail(JSON.stringify(reply))
  }
  const entryOf = async (no: string): Promise<number> => (await test.services.database.kysely.selectFrom('approval_entries').select('entry_no').where('document_key', '=', no).where('approver', '=', 'MRT-016').executeTakeFirstOrThrow()).entry_no
  const post = async (url: string, payload: object, name?: string): Promise<object> =>
    (await renewed.inject({ method: 'POST', url: `/api/v1/${url}`, payload, ...(name !== undefined && { headers: { authorization: `Bearer ${(await who(name)).token}` } }) })).json<object>()
  let token = ''

  beforeAll(async () => {
    const gadget = { ...toolOf({}, []), id: 'gadget' }
    const rate = { type: 'number', title: 'Rate' }
    const cost = { type: 'number', title: 'Cost' }
    writeModule(folder, [toolOf({ rate, cost }, ['rate', 'cost']), gadget])
    test = await startApp({ kind, modules: [path.join(ROOT, 'modules'), folder] })
    for (const code of ['A', 'B', 'D']) await decide('mutua', await asked('POST', 'documents/tool', { code, rate: 5, cost: 5 }))
    await decide('mutua', await asked('POST', 'documents/gadget', { code: 'A', grade: 'K1' }))
    const rev = 1
    requests['field'] = await asked('PATCH', 'documents/tool/A', { rate: 7, _rev: rev })
    token = await mailedLink(test, requests['field'], await entryOf(requests['field']))
    requests['computed'] = await asked('PATCH', 'documents/tool/B', { cost: 7, _rev: rev })
    requests['new'] = await asked('POST', 'documents/tool', { code: 'C', rate: 5 })
    requests['deletion'] = await asked('DELETE', 'documents/tool/D', { _rev: rev })
    requests['type'] = await asked('PATCH', 'documents/gadget/A', { grade: 'K2', _rev: rev })
    writeModule(folder, [toolOf({ cost: { ...cost, 'x-compute': '3.0' } }, [])])
    await loadAnew(test)
    renewed = await buildApp(test.services)
  }, 120_000)
  afterAll(() => endRenewed(renewed, test, folder))

  const stateOf = async (no: string): Promise<string> => (await test.services.database.kysely.selectFrom('documents').select('state').where('type', '=', 'record-change').where('key', '=', no).executeTakeFirstOrThrow()).state

  it.each([
    ['to change a field that is gone', 'field', 'Tool: Rate'],
    ['to change a field that is now computed', 'computed', 'Tool: Cost'],
    ['to create a record with a field that is gone', 'new', 'Tool: Rate'],
    ['to delete a record with a field that is gone', 'deletion', 'Tool: Rate'],
    ['to change a record of a type that is gone', 'type', 'Tool: A'],
  ])('a request %s is not approved', async (_, which, what) => {
    const no = requests[which] ?? ''
    expect(await post(`documents/record-change/${no}/actions/approve`, {}, 'mutua')).toMatchObject({ code: 'change-outdated', message: expect.stringContaining(`${what} can no longer be changed like this`) as string })
    expect(await stateOf(no)).toBe('Pending Approval')
  })

  it('an outdated request is approved neither by entry, in bulk nor by mail, and can be rejected', async () => {
    const no = requests['field'] ?? ''
    const entryNo = await entryOf(no)
    const refusal = { code: 'change-outdated', message: expect.stringContaining('Reject the request') as string }
    expect(await post('approvals/approve', { entryNo }, 'mutua')).toMatchObject(refusal)
    expect(await post('approvals/bulk', { entries: [{ entryNo }] }, 'mutua')).toMatchObject({ data: { done: 0, rows: [refusal] } })
    expect(await post(`approvals/mail/${token}`, { decision: 'approve' })).toMatchObject({ code: 'step-up-needed' })
    expect(await stateOf(no)).toBe('Pending Approval')
    await post('approvals/reject', { entryNo, reason: 'There is no rate any more' }, 'mutua')
    expect(await stateOf(no)).toBe('Rejected')
  })
})
