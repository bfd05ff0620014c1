/**
 * Fields of a type are renamed while it has documents: data stored under the earlier names is read, found and sorted by the current ones.
 */
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildApp } from '../../src/server/app.ts'
import { applyPublished } from '../../src/server/manifests/published-overlays.ts'
import { migrate } from '../../src/server/store/schema/migrations.ts'
import { ONE_KIND, ROOT, startApp, type Caller, type TestApp } from './harness.ts'
import { PIXEL } from './petty-cash-cases.ts'
import { endRenewed, loadAnew } from './renewed.ts'

interface Names { purpose: string; amount: string; items: string; what: string; scan: string; isRenamed: boolean }
const BEFORE: Names = { purpose: 'purpose', amount: 'amount', items: 'items', what: 'what', scan: 'scan', isRenamed: false }
const AFTER: Names = { purpose: 'reason', amount: 'total_due', items: 'pieces', what: 'article', scan: 'receipt', isRenamed: true }

/** The same type under either set of names. */
function manifestOf({ purpose, amount, items, what, scan, isRenamed }: Names): object {
  const was = (name: keyof Names): object => (isRenamed ? { 'x-renamed-from': [BEFORE[name]] } : {})
  return {
    id: 'outlay', kind: 'document', title: { one: 'Outlay', many: 'Outlays' }, key: 'no', series: 'OU-{0000}', owner: 'by', label: purpose,
    schema: {
      required: [purpose],
      properties: {
        no: { type: 'string', title: 'No.' }, by: { type: 'string', title: 'By' },
        [purpose]: { type: 'string', title: 'Purpose', ...was('purpose') },
        [amount]: { type: 'number', title: 'Amount', 'x-money': '', ...was('amount') },
        [scan]: { type: 'object', title: 'Scan', 'x-file': {}, ...was('scan') },
        [items]: { type: 'array', title: 'Items', items: { $ref: '#/$defs/item' }, 'x-line-key': 'line_no', ...was('items') },
      },
      $defs: { item: { properties: { line_no: { type: 'integer', title: 'Line' }, [what]: { type: 'string', title: 'What', ...was('what') }, price: { type: 'number', title: 'Price' } } } },
    },
    rules: { 'not-dear': { on: amount, check: `doc.${amount} < 1000.0`, message: 'Too dear', relaxable: true } },
    list: { columns: { no: {}, [purpose]: {}, [amount]: {} }, search: [purpose], filters: { [purpose]: 'equals', [amount]: 'range' } },
    card: { sections: { main: { kind: 'fields', fields: [purpose, amount] }, items: { kind: 'lines', field: items, columns: { [what]: {}, price: {} } }, story: { kind: 'history' } } },
    states: { Open: { initial: true, editable: true }, Paid: { final: true } },
    actions: { save: { from: ['new', 'Open'], who: ['owner'], saves: true }, pay: { from: ['Open'], who: ['owner'], to: 'Paid' } },
    permissions: { employee: { rows: 'doc.by == user.employee', can: ['list', 'get', 'create'] }, finance: { rows: `doc.${amount} > 50.0 && doc.${purpose} != "secret"`, can: ['list', 'get'] } },
  }
}

describe.each(ONE_KIND)('fields that were renamed, on %s', (kind) => {
  const folder = mkdtempSync(path.join(tmpdir(), 'dirisha-fields-'))
  let test: TestApp
  let renewed: FastifyInstance
  let wanjiku: Caller
  let mwangi: Caller
  let fileId: string
  const write = (names: Names): void => {
    mkdirSync(path.join(folder, 'outlays/outlay'), { recursive: true })
    writeFileSync(path.join(folder, 'outlays/module.json'), JSON.stringify({ id: 'outlays', title: 'Outlays' }))
    writeFileSync(path.join(folder, 'outlays/outlay/manifest.json'), JSON.stringify(manifestOf(names)))
  }
  const ask = async <T>({ token }: Caller, url: string, method: 'GET' | 'PATCH' | 'POST' = 'GET', payload?: object): Promise<T> => {
    const answer = await renewed.inject({ method, url: `/api/v1/${url}`, headers: { authorization: `Bearer ${token}` }, ...(payload && { payload }) })
    expect(answer.statusCode, answer.body).toBeLessThan(300)
    return answer.json<{ data: T }>().data
  }

  beforeAll(async () => {
    write(BEFORE)
    test = await startApp({ kind, modules: [path.join(ROOT, 'modules'), folder] })
    wanjiku = await test.signIn('wanjiku@mazingira.example')
    mwangi = await test.signIn('mwangi@mazingira.example')
    for (const [purpose, amount] of [['Taxi', 90], ['Airtime', 40], ['secret', 70]] as const) {
      const made = await wanjiku.call('POST', 'documents/outlay', { purpose, amount, scan: { fileName: 'scan.png', attachment: PIXEL }, items: [{ what: `${purpose} one`, price: 1 }, { what: `${purpose} two` }] })
      expect(made.statusCode, made.body).toBe(201)
      fileId ||= made.json<{ data: { scan: { id: string } } }>().data.scan.id
    }
    await wanjiku.call('PATCH', 'documents/outlay/OU-0001', { purpose: 'Taxi home', _rev: 1 })
    const admin = await test.signIn('admin@mazingira.example')
    const published = await admin.call('POST', 'admin/overlays', {
      extends: { id: 'outlay', version: 1 }, scope: { company: 'MRT' },
      operations: [
        { do: 'set', at: 'schema.properties.purpose.title', to: 'What for', was: 'Purpose' },
        { do: 'add', at: 'rules.no-boats', to: { on: 'purpose', when: 'doc.amount > 10.0 && doc.items.exists(i, i.what != "purpose")', check: '!doc.purpose.contains("boat")', message: '{purpose} is not paid' } },
        { do: 'set', at: 'rules.not-dear.check', to: 'doc.amount < 500.0', was: 'doc.amount < 1000.0' },
      ],
    })
    expect(published.statusCode, published.body).toBeLessThan(300)

    write(AFTER)
    await loadAnew(test)
    for (let start = 0; start < 2; start += 1) await migrate(test.services.database, test.engines.base().catalogue, test.engines.hiddenByOverlays)
    await applyPublished(test.services)
    renewed = await buildApp(test.services)
  }, 120_000)
  afterAll(() => endRenewed(renewed, test, folder))

  it('stored values are read under the present names, in lines and files too', async () => {
    expect(await ask(wanjiku, 'documents/outlay/OU-0001')).toMatchObject({ reason: 'Taxi home', total_due: 90, receipt: { id: fileId }, pieces: [{ line_no: 10000, article: 'Taxi one', price: 1 }, { line_no: 20000, article: 'Taxi two' }] })
    const file = await renewed.inject({ method: 'GET', url: `/api/v1/documents/outlay/OU-0001/files/${fileId}`, headers: { authorization: `Bearer ${wanjiku.token}` } })
    expect(file.rawPayload.equals(Buffer.from(PIXEL, 'base64'))).toBe(true)
    const { rows } = await sql<{ data: object; field: string }>`select d.data, f.field from documents d join files f on f.document_key = d.key and f.type = d.type where d.type = 'outlay' order by d.key`.execute(test.services.database.kysely)
    expect(rows.map(({ field }) => field)).toEqual(['field:receipt', 'field:receipt', 'field:receipt'])
    expect(rows.flatMap(({ data }) => Object.keys(data)).filter((name) => ['purpose', 'amount', 'scan', 'items'].includes(name))).toEqual([])
  })

  it('searches, sort orders, filters and row conditions use the present names', async () => {
    const found = async (who: Caller, query: string): Promise<string[]> => (await ask<{ no: string }[]>(who, `documents/outlay?${query}`)).map(({ no }) => no)
    expect(await found(wanjiku, 'search=airt')).toEqual(['OU-0002'])
    expect(await found(wanjiku, 'sort=total_due')).toEqual(['OU-0002', 'OU-0003', 'OU-0001'])
    expect(await found(wanjiku, 'total_due_from=60&sort=no')).toEqual(['OU-0001', 'OU-0003'])
    expect(await found(mwangi, 'sort=no')).toEqual(['OU-0001'])
  })

  it('the history gives an earlier change under the present field', async () => {
    const events = await ask<{ kind: string; changes: Record<string, { label: string; from: unknown; to: unknown }> }[]>(wanjiku, 'documents/outlay/OU-0001/events')
    expect(events.find((event) => event.kind === 'updated')?.changes).toEqual({ reason: { label: 'What for', from: 'Taxi', to: 'Taxi home' } })
  })

  it('an overlay written with the former names still applies, in its paths, expected values and expressions', async () => {
    const admin = await test.signIn('admin@mazingira.example')
    expect(await ask<{ conflicts: unknown[] }[]>(admin, 'admin/overlays')).toMatchObject([{ conflicts: [] }])
    const refusal = async (body: object): Promise<string> => (await renewed.inject({ method: 'POST', url: '/api/v1/documents/outlay', headers: { authorization: `Bearer ${wanjiku.token}` }, payload: body })).json<{ message: string }>().message
    expect(await refusal({ reason: 'A boat', total_due: 20, pieces: [{ article: 'Oar' }] })).toBe('A boat is not paid')
    expect(await refusal({ reason: 'Bus', total_due: 600 })).toBe('Too dear')
  })

  it('a former name that another field of the type has is refused', async () => {
    write(AFTER)
    const manifest = manifestOf(AFTER) as { schema: { properties: Record<string, unknown> } }
    manifest.schema.properties['purpose'] = { type: 'string', title: 'Another' }
    writeFileSync(path.join(folder, 'outlays/outlay/manifest.json'), JSON.stringify(manifest))
    const { isLoaded, report } = await test.engines.reload()
    expect(isLoaded).toBe(false)
    expect(report).toContain('"purpose" is still a field of its own.')
  })
})
