/** The views for reporting tools while overlays are published, including other views that depend on them. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { describeFailure } from '../../src/server/describe-failure.ts'
import { migrate } from '../../src/server/store/migrations.ts'
import { insertOverlay } from '../../src/server/store/overlays.ts'
import { KINDS, ONE_KIND, ROOT, startApp, type Caller, type TestApp } from './harness.ts'

const HIDING = { extends: { id: 'petty-cash', version: 1 }, scope: { company: 'MRT' }, operations: [{ do: 'tighten', at: 'permissions.employee.hide', to: ['description'] }] }

describe.each(KINDS)('the reporting views on %s', (kind) => {
  let test: TestApp
  let admin: Caller
  beforeAll(async () => {
    test = await startApp({ kind })
    admin = await test.signIn('admin@mazingira.example')
  })
  afterAll(() => test.stop())

  const has = async (column: string): Promise<boolean> => {
    const { rows } = await sql`select 1 from information_schema.columns where table_schema = current_schema() and table_name = 'v_petty_cash' and column_name = ${column}`.execute(test.services.database.kysely)
    return rows.length > 0
  }
  const run = (statement: string): Promise<unknown> => sql.raw(statement).execute(test.services.database.kysely)

  it('stop a start where somebody’s own view is made of what has to change, and the view is named', async () => {
    await run('create view board_report as select document_key, description from v_petty_cash')
    const id = await insertOverlay(test.services.database.kysely, { scope: 'company:MRT', type: 'petty-cash', overlay: HIDING, by: 'test', at: test.clock.now() })
    const start = (): Promise<void> => migrate(test.services.database, test.engines.base().catalogue, test.engines.hiddenByOverlays)
    const refused: unknown = await start().catch((error: unknown) => error)
    expect(describeFailure(refused, [])).toMatch(/^The reporting view "v_petty_cash" must be recreated, because its fields have changed, but other views depend on it: view board_report depends on view v_petty_cash\. Drop those and run this again; then recreate them from the existing columns\.$/)
    await run('drop view board_report')
    await start()
    expect(await has('description')).toBe(false)
    expect((await admin.call('DELETE', `admin/overlays/${id}`)).statusCode).toBe(200)
  })

  it('leave out what an overlay hides with its publication, and have it again with its withdrawal', async () => {
    const { data: { id }, message } = (await admin.call('POST', 'admin/overlays', HIDING)).json<{ data: { id: number }; message: string }>()
    expect([message, await has('description'), await has('document_key')]).toEqual(['The overlay of Petty Cash for Mazingira Research Trust is published.', false, true])
    expect((await admin.call('DELETE', `admin/overlays/${id}`)).statusCode).toBe(200)
    expect(await has('description')).toBe(true)
  })

  it.each([
    ['9999-12-31', '9999-12-31'], ['0001-01-01', '0001-01-01'], ['2024-02-29', '2024-02-29'],
    ['0000-05-05', null], ['2026-02-29', null], ['2026-00-10', null], ['2026-04-31', null], ['2026-13-01', null], ['2026-01-00', null], ['9999-12-99', null], ['+010000-01', null], ['soon', null],
  ])('show the stored date %s as %s, of lines too', async (stored, shown) => {
    const at = test.clock.now().toISOString()
    const data = JSON.stringify({ posting_date: stored, pettyCashLinesAPI: [{ posting_date: stored }] })
    await run(`insert into documents (company, type, key, state, owner, data, rev, manifest_hash, created_at, created_by, updated_at, updated_by) values ('MRT', 'petty-cash', 'PC-DATED', 'Open', 'E001', '${data}', 1, '', '${at}', 'test', '${at}', 'test')`)
    const { rows } = await sql`select h.posting_date::text as header, l.posting_date::text as line from v_petty_cash h join v_petty_cash_pettycashlinesapi l using (document_key) where document_key = 'PC-DATED'`.execute(test.services.database.kysely)
    await run("delete from documents where key = 'PC-DATED'")
    expect(rows).toEqual([{ header: shown, line: shown }])
  })

  it('stay as they are where they cannot be renewed, which is told, and the overlay is published', async () => {
    await run('create view board_report as select document_key, description from v_petty_cash')
    const answer = await admin.call('POST', 'admin/overlays', HIDING)
    const { data: { id }, message } = answer.json<{ data: { id: number }; message: string }>()
    expect([answer.statusCode, message]).toEqual([200, expect.stringMatching(/is published\. The reporting views could not be updated and are unchanged; the server’s log has the reason\./)])
    expect(await has('description')).toBe(true)
    await run('drop view board_report')
    expect((await admin.call('DELETE', `admin/overlays/${id}`)).json<{ message: string }>().message).toMatch(/is withdrawn\.$/)
  })
})

/** A type with a field set, renamed fields, and overlays in files. */
const OUTLAY = {
  id: 'outlay', kind: 'document', title: { one: 'Outlay', many: 'Outlays' }, key: 'no', series: 'OU-{0000}', owner: 'by',
  fieldSets: { money: ['amount', 'fee'] },
  schema: {
    properties: {
      no: { title: 'No.' }, by: { title: 'By' }, reason: { title: 'Reason', 'x-renamed-from': ['purpose'] }, note: { title: 'Note' }, memo: { title: 'Memo' }, remark: { title: 'Remark' },
      amount: { type: 'number', title: 'Amount' }, fee: { type: 'number', title: 'Fee' },
      pieces: { type: 'array', title: 'Pieces', items: { $ref: '#/$defs/piece' }, 'x-line-key': 'line_no', 'x-renamed-from': ['items'] },
    },
    $defs: { piece: { properties: { line_no: { type: 'integer', title: 'Line' }, what: { title: 'What' }, price: { type: 'number', title: 'Price', 'x-renamed-from': ['cost'] } } } },
  },
  list: { columns: { no: {} } },
  card: { sections: { main: { kind: 'fields', fields: ['reason', 'note', 'memo', 'remark', 'amount', 'fee'] }, pieces: { kind: 'lines', field: 'pieces', columns: { what: {}, price: {} } } } },
  actions: { save: { from: ['new'], who: ['owner'], saves: true } },
  permissions: { employee: { rows: 'doc.by == user.employee', can: ['list', 'get', 'create'] }, finance: { can: ['list', 'get'] } },
}
const hiding = (scope: object, fields: string[], ...others: object[]): object => hidingAt('permissions.finance.hide', scope, fields, ...others)
const hidingAt = (at: string, scope: object, fields: string[], ...others: object[]): object => (
  { extends: { id: 'outlay', version: 1 }, scope, operations: [...others, { do: 'tighten', at, to: fields }] }
)
const IN_FILES = {
  company: hiding({ company: 'MRT' }, ['note'], { do: 'add', at: 'schema.properties.colour', to: { title: 'Colour' } }),
  role: hiding({ role: 'finance' }, ['memo']),
  // Only in the company whose overlay adds the field.
  both: hiding({ role: 'auditor' }, ['remark', 'colour']),
  client: hiding({ client: 'somebody-else' }, ['by']),
}

describe.each(ONE_KIND)('the reporting views of a type with overlays, on %s', (kind) => {
  const folder = mkdtempSync(path.join(tmpdir(), 'dirisha-views-'))
  let test: TestApp
  let admin: Caller
  beforeAll(async () => {
    mkdirSync(path.join(folder, 'outlays/outlay/overlays'), { recursive: true })
    writeFileSync(path.join(folder, 'outlays/module.json'), JSON.stringify({ id: 'outlays', title: 'Outlays' }))
    writeFileSync(path.join(folder, 'outlays/outlay/manifest.json'), JSON.stringify(OUTLAY))
    for (const [name, overlay] of Object.entries(IN_FILES)) writeFileSync(path.join(folder, `outlays/outlay/overlays/${name}.json`), JSON.stringify(overlay))
    test = await startApp({ kind, modules: [path.join(ROOT, 'modules'), folder] })
    admin = await test.signIn('admin@mazingira.example')
  })
  afterAll(async () => {
    await test.stop()
    rmSync(folder, { recursive: true, force: true })
  })

  const shown = async (): Promise<string[]> => {
    const { rows } = await sql<{ column_name: string }>`
      select column_name from information_schema.columns where table_schema = current_schema() and table_name in ('v_outlay', 'v_outlay_pieces')`.execute(test.services.database.kysely)
    return ['by', 'reason', 'note', 'memo', 'remark', 'amount', 'fee', 'what', 'price'].filter((name) => rows.some(({ column_name: column }) => column === name))
  }

  it('leave out what overlays in files hide from people of a company or role, but not those of another client', async () => {
    expect(await shown()).toEqual(['by', 'reason', 'amount', 'fee', 'what', 'price'])
  })

  it.each(['"permissions".finance.hide', 'permissions.finance."hide"', '"permissions"."finance"."hide"'])('leave out what a published overlay hides at %s', async (at) => {
    const published = await admin.call('POST', 'admin/overlays', hidingAt(at, { company: 'MRT' }, ['reason']))
    expect(published.statusCode, published.body).toBe(200)
    expect(await shown()).toEqual(['by', 'amount', 'fee', 'what', 'price'])
    expect((await admin.call('DELETE', `admin/overlays/${published.json<{ data: { id: number } }>().data.id}`)).statusCode).toBe(200)
  })

  it.each([
    ['by a field set', ['@money'], ['by', 'reason', 'what', 'price']],
    ['by the earlier name of a field', ['purpose'], ['by', 'amount', 'fee', 'what', 'price']],
    ['by earlier names of lines and their field', ['items.cost'], ['by', 'reason', 'amount', 'fee', 'what']],
  ])('leave out what a published overlay hides %s, at a later start too', async (_, fields, expected) => {
    const published = await admin.call('POST', 'admin/overlays', hiding({ company: 'MRT' }, fields))
    expect(published.statusCode, published.body).toBe(200)
    expect(await shown()).toEqual(expected)
    await migrate(test.services.database, test.engines.base().catalogue, test.engines.hiddenByOverlays)
    expect(await shown()).toEqual(expected)
    expect((await admin.call('DELETE', `admin/overlays/${published.json<{ data: { id: number } }>().data.id}`)).statusCode).toBe(200)
    expect(await shown()).toEqual(['by', 'reason', 'amount', 'fee', 'what', 'price'])
  })
})
