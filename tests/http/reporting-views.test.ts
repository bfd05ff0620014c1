/** The views for reporting tools while overlays are published, including other views that depend on them. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { describeFailure } from '../../src/server/describe-failure.ts'
import { renewViewsOrLater, VIEWS_JOBS } from '../../src/server/jobs/renew-views-job.ts'
import { createRunner } from '../../src/server/jobs/runner.ts'
import { migrate } from '../../src/server/store/schema/migrations.ts'
import { insertOverlay } from '../../src/server/store/settings/overlays.ts'
import { renewReportingViews } from '../../src/server/store/schema/reporting-views.ts'
import { untilOneWaits } from './meanwhile.ts'
import { KINDS, NO_CODES, ONE_KIND, ROOT, startApp, type Caller, type TestApp } from './harness.ts'
import { outsideTransaction } from '../../src/server/store/sql/inside-transaction.ts'

const hidingInMRT = (...fields: string[]) => ({ extends: { id: 'petty-cash', version: 1 }, scope: { company: 'MRT' }, operations: [{ do: 'tighten', at: 'permissions.employee.hide', to: fields }] })
const HIDING = hidingInMRT('description')
const BOTH_VIEWS = hidingInMRT('description', 'pettyCashLinesAPI.invoiceRef')

describe.each(KINDS)('the reporting views on %s', (kind) => {
  let test: TestApp
  let admin: Caller
  beforeAll(async () => {
    test = await startApp({ kind })
    admin = await test.signIn('admin@mazingira.example')
  })
  afterAll(() => test.stop())

  const run = (statement: string): Promise<unknown> => sql.raw(statement).execute(test.services.database.kysely)
  const add = (company: string, key: string, data: object): Promise<unknown> => {
    const at = test.clock.now().toISOString()
    return run(`insert into documents (company, type, key, state, owner, data, rev, manifest_hash, created_at, created_by, updated_at, updated_by) values ('${company}', 'petty-cash', '${key}', 'Open', 'E001', '${JSON.stringify(data)}', 1, '', '${at}', 'test', '${at}', 'test')`)
  }
  const columns = async (): Promise<string[]> => {
    const { rows } = await sql<{ name: string }>`select column_name as name from information_schema.columns where table_schema = current_schema() and table_name = 'v_petty_cash' order by ordinal_position`.execute(test.services.database.kysely)
    return rows.map(({ name }) => name)
  }
  /** The descriptions in a dependent view, by company. */
  const reported = async (): Promise<Record<string, string | null>> => {
    const { rows } = await sql<{ company_code: string; description: string | null }>`select company_code, description from board_report`.execute(test.services.database.kysely)
    return Object.fromEntries(rows.map(({ company_code: company, description }) => [company, description]))
  }
  /** Whether the view of the lines shows an invoice of the company. */
  const isInvoiceShown = async (): Promise<boolean> => {
    const { rows } = await sql`select 1 from v_petty_cash_pettycashlinesapi where company_code = 'MRT' and document_key = 'PC-REPORTED' and "invoiceRef" = 'INV-1'`.execute(test.services.database.kysely)
    return rows.length > 0
  }
  /** Runs `work` while another view depends on this one, with a record of each of two companies. */
  const withReport = async (work: () => Promise<void>): Promise<void> => {
    for (const company of ['MRT', 'USC']) await add(company, 'PC-REPORTED', { description: `Taxi of ${company}`, pettyCashLinesAPI: [{ invoiceRef: 'INV-1' }] })
    await run("create view board_report as select company_code, document_key, description from v_petty_cash where document_key = 'PC-REPORTED'")
    try {
      await work()
    } finally {
      await run('drop view if exists board_report')
      await run("delete from documents where key = 'PC-REPORTED'")
    }
  }
  const withdraw = async (published: { json<T>(): T }): Promise<string> => {
    const { data: { id } } = published.json<{ data: { id: number } }>()
    return (await admin.call('DELETE', `admin/overlays/${id}`)).json<{ message: string }>().message
  }
  const IN_BOTH = { MRT: 'Taxi of MRT', USC: 'Taxi of USC' }

  it('a start is refused with the name of the dependent view if a manifest takes a column from it', () => withReport(async () => {
    const { catalogue } = test.engines.base()
    const petty = catalogue.types['petty-cash']!
    const permissions = { ...petty.permissions, employee: { ...petty.permissions['employee']!, hide: ['description'] } }
    const start = (isHidden: boolean): Promise<void> => migrate(test.services.database, isHidden ? { ...catalogue, types: { ...catalogue.types, 'petty-cash': { ...petty, permissions } } } : catalogue, test.engines.hiddenByOverlays)
    const refused: unknown = await start(true).catch((error: unknown) => error)
    expect(describeFailure(refused, [])).toMatch(/^The reporting view "v_petty_cash" must be recreated, because its fields have changed, but other views depend on it: view board_report depends on view v_petty_cash\. Drop those and run this again; then recreate them from the existing columns\.$/)
    await run('drop view board_report')
    await start(true)
    const without = await columns()
    expect(without).not.toContain('description')
    // A view that gains a column stays, and so do those that depend on it.
    await run('create view board_report as select document_key from v_petty_cash')
    await start(false)
    expect(await columns()).toEqual([...without, 'description'])
  }))

  it('an overlay empties what it hides in its company, and the columns and dependent views stay', () => withReport(async () => {
    const [before, first] = [await columns(), await reported()]
    const published = await admin.call('POST', 'admin/overlays', HIDING)
    expect([published.json<{ message: string }>().message, await columns(), first, await reported()])
      .toEqual(['The overlay of Petty Cash for Mazingira Research Trust is published.', before, IN_BOTH, { ...IN_BOTH, MRT: null }])
    const { rows } = await sql`select 1 from v_petty_cash where description = 'Taxi of MRT'`.execute(test.services.database.kysely)
    expect(rows).toEqual([])
    await migrate(test.services.database, test.engines.base().catalogue, test.engines.hiddenByOverlays)
    expect(await reported()).toEqual({ ...IN_BOTH, MRT: null })
    expect(await withdraw(published)).toMatch(/is withdrawn\.$/)
    expect(await reported()).toEqual(IN_BOTH)
  }))

  it.each([
    ['9999-12-31', '9999-12-31'], ['0001-01-01', '0001-01-01'], ['2024-02-29', '2024-02-29'],
    ['0000-05-05', null], ['2026-02-29', null], ['2026-00-10', null], ['2026-04-31', null], ['2026-13-01', null], ['2026-01-00', null], ['9999-12-99', null], ['+010000-01', null], ['soon', null],
  ])('the stored date %s is shown as %s, in lines too', async (stored, shown) => {
    await add('MRT', 'PC-DATED', { posting_date: stored, pettyCashLinesAPI: [{ posting_date: stored }] })
    const { rows } = await sql`select h.posting_date::text as header, l.posting_date::text as line from v_petty_cash h join v_petty_cash_pettycashlinesapi l using (document_key) where document_key = 'PC-DATED'`.execute(test.services.database.kysely)
    await run("delete from documents where key = 'PC-DATED'")
    expect(rows).toEqual([{ header: shown, line: shown }])
  })

  it.runIf(kind === 'postgres')('a job renews the views if a report held them when an overlay was published', () => withReport(async () => {
    const runner = createRunner(test.services, { handlers: VIEWS_JOBS })
    const published = await test.services.database.kysely.transaction().execute(async (report) => {
      await sql`select 1 from v_petty_cash limit 1`.execute(report)
      const answer = await admin.call('POST', 'admin/overlays', HIDING)
      // The report still holds the view at the first attempt of the job.
      await runner.runOnce()
      return answer
    })
    expect([published.statusCode, published.json<{ message: string }>().message, await reported()])
      .toEqual([200, 'The overlay of Petty Cash for Mazingira Research Trust is published. A report is using some of the reporting views, so these follow when it has ended.', IN_BOTH])
    test.clock.advance(30_000)
    await runner.runOnce()
    expect(await reported()).toEqual({ ...IN_BOTH, MRT: null })
    await withdraw(published)
  }))

  /** How many jobs wait to renew the views. */
  const waitingJobs = async (): Promise<number> => (await test.services.database.kysely.selectFrom('jobs').select('id').where('kind', '=', 'renew-views').where('finished_at', 'is', null).execute()).length

  it.runIf(kind === 'postgres')('a report that reads another view during a publication is not ended, and only the view that it holds follows later', () => withReport(async () => {
    const { database } = test.services
    const published = await database.kysely.transaction().execute(async (report) => {
      await sql`select 1 from v_petty_cash_pettycashlinesapi limit 1`.execute(report)
      const publishing = admin.call('POST', 'admin/overlays', BOTH_VIEWS)
      await Promise.race([publishing, untilOneWaits(database)])
      // The publication has replaced this view and waits for the other one.
      await sql`select 1 from v_petty_cash limit 1`.execute(report)
      return publishing
    })
    expect([published.statusCode, published.json<{ message: string }>().message, await reported(), await isInvoiceShown()])
      .toEqual([200, expect.stringMatching(/so these follow when it has ended\.$/), { ...IN_BOTH, MRT: null }, true])
    await createRunner(test.services, { handlers: VIEWS_JOBS }).runOnce()
    expect([await isInvoiceShown(), await waitingJobs()]).toEqual([false, 0])
    await withdraw(published)
  }))

  it.runIf(kind === 'postgres')('a job renews the view at which the renewal and a report waited for each other', () => withReport(async () => {
    const { database } = test.services
    const { id } = await database.kysely.transaction().execute(async (report) => {
      await sql`set local deadlock_timeout = '1min'`.execute(report)
      await sql`select 1 from v_petty_cash_pettycashlinesapi limit 1`.execute(report)
      let reading: Promise<unknown> = Promise.resolve()
      const result = await database.transaction(async (tx) => {
        const id = await insertOverlay(tx, { scope: 'company:MRT', type: 'petty-cash', overlay: BOTH_VIEWS, by: 'test', at: test.clock.now() })
        await sql`set local deadlock_timeout = '10ms'`.execute(tx)
        await sql`alter view v_petty_cash reset (security_barrier)`.execute(tx)
        reading = sql`select 1 from v_petty_cash limit 1`.execute(report)
        await outsideTransaction(() => untilOneWaits(database))
        return { id, outcome: await renewViewsOrLater(tx, test.services) }
      })
      await reading
      expect([result.outcome, await waitingJobs(), await reported(), await isInvoiceShown()]).toEqual(['later', 1, { ...IN_BOTH, MRT: null }, true])
      return result
    })
    await createRunner(test.services, { handlers: VIEWS_JOBS }).runOnce()
    expect([await isInvoiceShown(), await waitingJobs()]).toEqual([false, 0])
    await run(`delete from overlays where id = ${id}`)
    await migrate(database, test.engines.base().catalogue, test.engines.hiddenByOverlays)
  }))

  it.runIf(kind === 'postgres')('publications during one report leave one job, which renews the views when the report has ended', () => withReport(async () => {
    const runner = createRunner(test.services, { handlers: VIEWS_JOBS })
    const publish = (overlay: object): ReturnType<Caller['call']> => admin.call('POST', 'admin/overlays', overlay)
    const published = await test.services.database.kysely.transaction().execute(async (report) => {
      await sql`select 1 from v_petty_cash_pettycashlinesapi limit 1`.execute(report)
      const first = await publish(BOTH_VIEWS)
      // The job that runs meanwhile adds its successor, whichever comes first.
      const [second] = await Promise.all([publish(hidingInMRT('payee_name')), runner.runOnce()])
      const third = await publish(hidingInMRT('reference_no'))
      expect(await waitingJobs()).toBe(1)
      return [first, second, third]
    })
    expect(await isInvoiceShown()).toBe(true)
    test.clock.advance(30_000)
    expect([await runner.runOnce(), await isInvoiceShown(), await waitingJobs()]).toEqual([1, false, 0])
    for (const one of published) await withdraw(one)
  }))

  it.runIf(kind === 'postgres')('the columns that a publication empties stay empty when a server with other manifests starts meanwhile', () => withReport(async () => {
    const { database } = test.services
    const { catalogue } = test.engines.base()
    const petty = catalogue.types['petty-cash']!
    const note = { ...petty.shape.fields['description']!, name: 'note_of_later' }
    const later = { ...catalogue, types: { ...catalogue.types, 'petty-cash': { ...petty, shape: { ...petty.shape, fields: { ...petty.shape.fields, note_of_later: note } } } } }
    let start: Promise<void> = Promise.resolve()
    await database.transaction(async (tx) => {
      await insertOverlay(tx, { scope: 'company:MRT', type: 'petty-cash', overlay: HIDING, by: 'test', at: test.clock.now() })
      expect(await renewReportingViews(tx, catalogue, test.engines.hiddenByOverlays)).toEqual([])
      start = outsideTransaction(() => migrate(database, later, test.engines.hiddenByOverlays))
      const waiting = async (): Promise<number> => (await sql`select 1 from pg_locks where not granted`.execute(tx)).rows.length
      await expect.poll(waiting, { timeout: 30_000 }).toBeGreaterThan(0)
    })
    await start
    expect([(await columns()).at(-1), await reported()]).toEqual(['note_of_later', { ...IN_BOTH, MRT: null }])
    await run('delete from overlays')
    await run('drop view board_report')
    await migrate(database, catalogue, test.engines.hiddenByOverlays)
  }))
})

/** A type with a field set, renamed fields, states that share a status, and overlays in files. */
const OUTLAY = {
  id: 'outlay', kind: 'document', title: { one: 'Outlay', many: 'Outlays' }, key: 'no', series: 'OU-{0000}', owner: 'by',
  fieldSets: { money: ['amount', 'fee'] },
  schema: {
    properties: {
      no: { title: 'No.' }, by: { title: 'By' }, reason: { title: 'Reason', 'x-renamed-from': ['purpose'] }, note: { title: 'Note' }, memo: { title: 'Memo' }, remark: { title: 'Remark' },
      amount: { type: 'number', title: 'Amount' }, fee: { type: 'number', title: 'Fee' }, extent: { title: 'Extent' },
      pieces: { type: 'array', title: 'Pieces', items: { $ref: '#/$defs/piece' }, 'x-line-key': 'line_no', 'x-renamed-from': ['items'] },
    },
    $defs: { piece: { properties: { line_no: { type: 'integer', title: 'Line' }, what: { title: 'What' }, price: { type: 'number', title: 'Price', 'x-renamed-from': ['cost'] } } } },
  },
  list: { columns: { no: {} } },
  card: { sections: { main: { kind: 'fields', fields: ['reason', 'note', 'memo', 'remark', 'amount', 'fee'] }, pieces: { kind: 'lines', field: 'pieces', columns: { what: {}, price: {} } } } },
  states: { Open: { initial: true, editable: true }, Begun: { wire: { status: 'Out', extent: 'Half' } }, Done: { final: true, wire: { status: 'Out', extent: 'Whole' } } },
  actions: {
    save: { from: ['new', 'Open'], who: ['owner'], saves: true }, begin: { from: ['Open'], who: ['owner'], to: 'Begun' }, end: { from: ['Begun'], who: ['owner'], to: 'Done' },
  },
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
    test = await startApp({ kind, settings: NO_CODES, modules: [path.join(ROOT, 'modules'), folder] })
    admin = await test.signIn('admin@mazingira.example')
    const data = { by: 'E001', reason: 'r', note: 'n', memo: 'm', remark: 'k', amount: 1, fee: 2, extent: 'Half', status: 'Out', pieces: [{ line_no: 1, what: 'w', price: 3 }] }
    for (const company of ['MRT', 'USC']) {
      await sql`insert into documents (company, type, key, state, owner, data, rev, manifest_hash, created_by, updated_by)
        values (${company}, 'outlay', 'OU-0001', 'Begun', 'E001', ${JSON.stringify(data)}, 1, '', 'test', 'test')`.execute(test.services.database.kysely)
    }
  })
  afterAll(async () => {
    await test.stop()
    rmSync(folder, { recursive: true, force: true })
  })

  const COLUMNS = ['by', 'reason', 'note', 'memo', 'remark', 'amount', 'fee', 'what', 'price']
  /** The columns that have a value, by company. */
  const shown = async (): Promise<Record<string, string[]>> => {
    const { rows } = await sql<Record<string, unknown>>`select * from v_outlay h left join (select company_code, what, price from v_outlay_pieces) l using (company_code)`.execute(test.services.database.kysely)
    expect(Object.keys(rows[0] ?? {}), 'the columns stay').toEqual(expect.arrayContaining(COLUMNS))
    return Object.fromEntries(rows.map((row) => [row['company_code'] as string, COLUMNS.filter((name) => row[name] !== null)]))
  }
  const without = (...names: string[]): string[] => COLUMNS.filter((name) => !names.includes(name))
  const IN_FILES_ALONE = { MRT: without('note', 'memo', 'remark'), USC: without('memo') }
  const publish = async (overlay: object): Promise<() => Promise<void>> => {
    const published = await admin.call('POST', 'admin/overlays', overlay)
    expect(published.statusCode, published.body).toBe(200)
    return async () => {
      expect((await admin.call('DELETE', `admin/overlays/${published.json<{ data: { id: number } }>().data.id}`)).statusCode).toBe(200)
      expect(await shown()).toEqual(IN_FILES_ALONE)
    }
  }

  it('the views empty what overlay files hide from a company or role, but not those of another client', async () => {
    expect(await shown()).toEqual(IN_FILES_ALONE)
  })

  it.each(['"permissions".finance.hide', 'permissions.finance."hide"', '"permissions"."finance"."hide"'])('the views empty what a published overlay hides at %s', async (at) => {
    const withdraw = await publish(hidingAt(at, { company: 'MRT' }, ['reason']))
    expect(await shown()).toEqual({ ...IN_FILES_ALONE, MRT: without('note', 'memo', 'remark', 'reason') })
    await withdraw()
  })

  it.each([
    ['by a field set', ['@money'], ['amount', 'fee']],
    ['by the earlier name of a field', ['purpose'], ['reason']],
    ['by earlier names of lines and their field', ['items.cost'], ['price']],
    ['as lines, with every row', ['pieces'], ['what', 'price']],
  ])('the views empty what a published overlay hides %s, after a later start too', async (_, fields, hidden) => {
    const withdraw = await publish(hiding({ company: 'MRT' }, fields))
    const expected = { ...IN_FILES_ALONE, MRT: without('note', 'memo', 'remark', ...hidden) }
    expect(await shown()).toEqual(expected)
    expect((await sql`select 1 from v_outlay_pieces where company_code = 'MRT'`.execute(test.services.database.kysely)).rows).toHaveLength(fields.includes('pieces') ? 0 : 1)
    await migrate(test.services.database, test.engines.base().catalogue, test.engines.hiddenByOverlays)
    expect(await shown()).toEqual(expected)
    await withdraw()
  })

  it('the views empty in every company what the overlay of a role hides', async () => {
    const withdraw = await publish(hiding({ role: 'hr' }, ['reason', 'pieces.price']))
    expect(await shown()).toEqual({ MRT: without('note', 'memo', 'remark', 'reason', 'price'), USC: without('memo', 'reason', 'price') })
    await withdraw()
  })

  it.each([
    ['the owner', ['by'], { by: null, document_owner: null, status: 'Out', document_state: 'Begun' }],
    ['the state', ['status'], { by: 'E001', document_owner: 'E001', status: null, document_state: null }],
    ['a field that reveals the state', ['extent'], { by: 'E001', document_owner: 'E001', status: 'Out', document_state: 'Out' }],
    ['a field of its own that reveals the state', ['colour'], { by: 'E001', document_owner: 'E001', status: 'Out', document_state: 'Out' }, { do: 'add', at: 'schema.properties.colour', to: { title: 'Colour', 'x-compute': 'state == "Begun" ? "blue" : ""' } }],
  ])('the common columns withhold what they would reveal when an overlay hides %s', async (_, fields, expected, ...added: object[]) => {
    const withdraw = await publish(hiding({ company: 'USC' }, fields, ...added))
    const { rows } = await sql`select by, document_owner, status, document_state from v_outlay order by company_code`.execute(test.services.database.kysely)
    expect(rows).toEqual([{ by: 'E001', document_owner: 'E001', status: 'Out', document_state: 'Begun' }, expected])
    await withdraw()
  })

  it.each([
    ['the owner', ['by'], { document_owner: null, document_state: 'Begun' }],
    ['the state', ['status'], { document_owner: 'E001', document_state: null }],
    ['a field that reveals the state', ['extent'], { document_owner: 'E001', document_state: 'Out' }],
  ])('the common columns withhold it in every company when the manifest hides %s', async (_, hide, expected) => {
    const { database, engines } = test.services
    const { catalogue } = engines.base()
    const outlay = catalogue.types['outlay']!
    const permissions = { ...outlay.permissions, finance: { ...outlay.permissions['finance']!, hide } }
    await migrate(database, { ...catalogue, types: { ...catalogue.types, outlay: { ...outlay, permissions } } }, engines.hiddenByOverlays)
    expect((await sql`select document_owner, document_state from v_outlay`.execute(database.kysely)).rows).toEqual([expected, expected])
    await migrate(database, catalogue, engines.hiddenByOverlays)
  })
})
