/** A document type gets another id while it has documents: all their data is still there for its screens. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildApp } from '../../src/server/app.ts'
import { applyPublished } from '../../src/server/manifests/published-overlays.ts'
import { sendReminders } from '../../src/server/reminders/send-reminders.ts'
import { createSeedRecords } from '../../src/server/seed/create-seed-records.ts'
import { migrate } from '../../src/server/store/schema/migrations.ts'
import { saveSettings } from '../../src/server/store/settings/settings.ts'
import { ONE_KIND, ROOT, startApp, type Caller, type TestApp } from './harness.ts'
import { PIXEL, openEntry } from './petty-cash-cases.ts'
import { endRenewed, loadAnew } from './renewed.ts'

const OLD = 'gate-pass'
const NEW = 'visit-pass'
const ROTICH = 'MRT-007'
const ACHIENG = 'MRT-002'

interface Pass { no: string; status: string; _rev: number; _actions: string[]; attachments: { id: string }[]; approvalEntries?: { status: string }[] }
interface HistoryEvent { kind: string; to: string | null }
interface Bootstrap { types: Record<string, { manifest: string; renamedFrom?: string[] }> }

type Names = { pass: string; gate: string; earlier: { pass?: string[]; gate?: string[] } }
const BEFORE: Names = { pass: OLD, gate: 'gate', earlier: {} }
const AFTER: Names = { pass: NEW, gate: 'entrance', earlier: { pass: [OLD], gate: ['gate'] } }

/** The module before or after the rename: passes that are approved, and a master of gates that the module seeds. */
function writeModule(folder: string, { pass, gate, earlier }: Names): void {
  rmSync(folder, { recursive: true, force: true })
  const write = (file: string, value: object): void => {
    mkdirSync(path.dirname(path.join(folder, 'facilities', file)), { recursive: true })
    writeFileSync(path.join(folder, 'facilities', file), JSON.stringify(value))
  }
  const known = JSON.parse(readFileSync(path.join(ROOT, 'tests/fixtures/modules/facilities', OLD, 'manifest.json'), 'utf8')) as object
  write('module.json', {
    id: 'facilities', title: 'Facilities',
    settings: { facilities_settings: { title: 'Facilities', properties: { quiet: { type: 'array', title: 'Without mail', items: { type: 'string' }, 'x-types': 'approved' } } } },
  })
  write(`${pass}/manifest.json`, {
    ...known, id: pass, ...(earlier.pass && { renamedFrom: earlier.pass }),
    attachments: { field: 'attachments' },
    reminders: { due: { date: 'visit_date', days: [0], states: ['Open'], to: ['owner'], subject: 'Visit {no} is today', text: 'Today.' } },
  })
  write(`${gate}/manifest.json`, {
    id: gate, ...(earlier.gate && { renamedFrom: earlier.gate }), kind: 'master', title: { one: 'Gate', many: 'Gates' }, key: 'code',
    schema: { type: 'object', required: ['code'], properties: { code: { type: 'string', title: 'Code' } } },
    permissions: { administrator: { can: ['list', 'get', 'create', 'update', 'delete'] } },
  })
  write('seed/gates.json', { records: [{ type: gate, values: [{ code: 'NORTH' }, { code: 'SOUTH' }] }] })
}

/** The columns in which the earlier id stays, and why that does no harm. Every other column of every table is updated. */
const KEPT: Record<string, string> = {
  'events.type': 'The audit trail is never changed; its readers ask for all ids.',
  'events.changes': 'What was changed then, as it was then.',
  'overlays.type': 'An overlay is its author’s text; the core follows renamedFrom.',
  'overlays.overlay': 'The same.',
  'notifications.path': 'Addresses: the portal leads from an earlier id to the present one.',
  'outbox.text': 'Mails have gone out with such an address too.',
  'idempotency.body': 'Kept for a day, for who sends the same request again.',
}

describe.each(ONE_KIND)('a document type that was renamed, on %s', (kind) => {
  const folder = mkdtempSync(path.join(tmpdir(), 'dirisha-renamed-'))
  let test: TestApp
  let renewed: FastifyInstance
  let people: Record<'wanjiku' | 'otieno' | 'rotich' | 'achieng' | 'admin', Caller>
  /** One that waits for a decision and was delegated twice; one that is open. */
  let sent: Pass
  let open: Pass
  let delegation: string
  let before: HistoryEvent[]

  /** The same user on the server after the rename. */
  const after = ({ token }: Caller): Caller => ({
    token,
    call: (method, url, body, headers = {}) => renewed.inject({ method, url: `/api/v1/${url}`, headers: { authorization: `Bearer ${token}`, ...headers }, ...(body !== undefined && { payload: body }) }),
  })
  const ok = async <T>(answer: ReturnType<Caller['call']>): Promise<T> => {
    const { statusCode, body } = await answer
    expect(statusCode, body).toBeLessThan(300)
    return (JSON.parse(body) as { data: T }).data
  }

  beforeAll(async () => {
    writeModule(folder, BEFORE)
    test = await startApp({ kind, modules: [path.join(ROOT, 'modules'), folder] })
    const { services } = test
    await createSeedRecords(services)
    const [wanjiku, otieno, rotich, achieng, admin] = await Promise.all(['wanjiku', 'otieno', 'rotich', 'achieng', 'admin'].map((name) => test.signIn(`${name}@mazingira.example`)))
    people = { wanjiku: wanjiku!, otieno: otieno!, rotich: rotich!, achieng: achieng!, admin: admin! }

    const pass = (visitor: string): object => ({ visitor, visit_date: '2026-06-15', items: [{ what: 'Laptop', quantity: 1 }], attachments: [{ fileName: 'letter.png', attachment: PIXEL }] })
    open = await ok<Pass>(people.wanjiku.call('POST', `documents/${OLD}`, pass('Amina Said'), { 'idempotency-key': 'amina' }))
    sent = await ok<Pass>(people.wanjiku.call('POST', `documents/${OLD}`, pass('Juma Ali')))
    await ok(people.wanjiku.call('PATCH', `documents/${OLD}/${sent.no}`, { visitor: 'Juma Hassan', _rev: sent._rev }))
    await ok(people.wanjiku.call('POST', `documents/${OLD}/${sent.no}/actions/send`, {}))
    for (const [from, to] of [[people.otieno, ROTICH], [people.rotich, ACHIENG]] as const) {
      await ok(from.call('POST', 'approvals/delegate', { entryNo: (await openEntry(from, sent.no)).entryNo, to }))
    }
    before = await ok<HistoryEvent[]>(people.wanjiku.call('GET', `documents/${OLD}/${sent.no}/events`))

    delegation = (await ok<{ no: string }>(people.otieno.call('POST', 'documents/standing-delegation', { toEmployee: ACHIENG, start: '2026-07-01', end: '2026-07-09', docTypes: [OLD, 'petty-cash'] }))).no
    await saveSettings(services.database.kysely, 'MRT', 'facilities_settings', { quiet: [OLD] }, 'test')
    await ok(people.admin.call('POST', 'admin/overlays', { extends: { id: OLD, version: 1 }, scope: { company: 'MRT' }, operations: [{ do: 'set', at: 'actions.send.label', to: 'Ask Juma', was: 'Ask the gate' }] }))
    await ok(people.admin.call('DELETE', 'documents/gate/SOUTH'))
    expect(await sendReminders(services)).toBeGreaterThan(0)

    writeModule(folder, AFTER)
    await loadAnew(test)
    await migrate(services.database, test.engines.base().catalogue, test.engines.hiddenByOverlays)
    await applyPublished(services)
    renewed = await buildApp(services)
  })
  afterAll(() => endRenewed(renewed, test, folder))

  it('the history of a record has the events before the rename, and then those after', async () => {
    expect(before.map(({ kind: what }) => what)).toEqual(['created', 'updated', 'send', 'delegated', 'delegated'])
    const wanjiku = after(people.wanjiku)
    expect(await ok<HistoryEvent[]>(wanjiku.call('GET', `documents/${NEW}/${sent.no}/events`))).toEqual(before)
    const { _rev } = await ok<Pass>(wanjiku.call('GET', `documents/${NEW}/${open.no}`))
    await ok(wanjiku.call('PATCH', `documents/${NEW}/${open.no}`, { visitor: 'Amina Musa', _rev }))
    expect((await ok<HistoryEvent[]>(wanjiku.call('GET', `documents/${NEW}/${open.no}/events`))).map(({ kind: what }) => what)).toEqual(['created', 'reminded', 'updated'])
  })

  it('the records, their files and the number series continue under the new id', async () => {
    const wanjiku = after(people.wanjiku)
    expect((await ok<Pass[]>(wanjiku.call('GET', `documents/${NEW}`))).map(({ no }) => no)).toEqual(expect.arrayContaining([open.no, sent.no]))
    const { attachments } = await ok<Pass>(wanjiku.call('GET', `documents/${NEW}/${sent.no}`))
    expect(attachments).toHaveLength(1)
    const file = await wanjiku.call('GET', `documents/${NEW}/${sent.no}/files/${attachments[0]?.id ?? ''}`)
    expect(file.rawPayload.equals(Buffer.from(PIXEL, 'base64'))).toBe(true)
    const next = await ok<Pass>(wanjiku.call('POST', `documents/${NEW}`, { visitor: 'Halima', visit_date: '2026-06-16', items: [{ what: 'Pen', quantity: 1 }] }))
    expect(Number(next.no.slice(-4))).toBe(Number(sent.no.slice(-4)) + 1)
  })

  it('a waiting entry keeps its former approvers, and cannot be delegated back to them', async () => {
    const achieng = after(people.achieng)
    const entry = await openEntry(achieng, sent.no)
    expect(entry).toMatchObject({ documentType: NEW, link: `/approvals/card/${NEW}/${sent.no}` })
    const back = await achieng.call('POST', 'approvals/delegate', { entryNo: entry.entryNo, to: ROTICH })
    expect(back.json<{ message: string }>().message).toMatch(/before|already/)
    expect(back.statusCode).toBe(422)
  })

  it('notifications follow the record to the new id, and the portal knows the former id for old links', async () => {
    const achieng = after(people.achieng)
    const mine = async (): Promise<{ documentType: string; readAt: string | null }[]> => (await ok<{ documentNo: string; documentType: string; readAt: string | null }[]>(achieng.call('GET', 'notifications'))).filter(({ documentNo }) => documentNo === sent.no)
    expect(await mine()).toMatchObject([{ documentType: NEW, readAt: null }])
    await ok(achieng.call('POST', 'notifications/read', { documentType: NEW, documentNo: sent.no }))
    expect((await mine()).every(({ readAt }) => readAt !== null)).toBe(true)
    expect((await ok<Bootstrap>(achieng.call('GET', 'portal/bootstrap'))).types[NEW]?.renamedFrom).toEqual([OLD])
  })

  it('no reminder is sent again, and no deleted seed record comes back', async () => {
    expect(await sendReminders(test.services)).toBe(0)
    await createSeedRecords(test.services)
    expect((await ok<{ code: string }[]>(after(people.admin).call('GET', 'documents/entrance'))).map(({ code }) => code)).toEqual(['NORTH'])
  })

  it('fields and settings that name the type have its present id', async () => {
    expect(await ok(after(people.otieno).call('GET', `documents/standing-delegation/${delegation}`))).toMatchObject({ docTypes: [NEW, 'petty-cash'] })
    const { values } = await test.services.database.kysely.selectFrom('settings').select('values').where('group_name', '=', 'facilities_settings').executeTakeFirstOrThrow()
    expect(values).toEqual({ quiet: [NEW] })
  })

  it('overlays that were published under the former id still apply, and their history is kept', async () => {
    const { types } = await ok<Bootstrap>(after(people.wanjiku).call('GET', 'portal/bootstrap'))
    const manifest = (await after(people.wanjiku).call('GET', `portal/manifests/${types[NEW]?.manifest ?? ''}.json`)).json<{ actions: Record<string, { label: { text: string } }> }>()
    expect(manifest.actions['send']?.label.text).toBe('Ask Juma')
    const admin = after(people.admin)
    expect(await ok(admin.call('GET', 'admin/overlays'))).toMatchObject([{ type: NEW, title: 'Gate Pass', conflicts: [] }])
    expect(await ok(admin.call('GET', 'admin/overlays/history'))).toMatchObject([{ type: NEW, title: 'Gate Pass' }])
  })

  it('the reporting views under the former id still have the records', async () => {
    const { rows } = await sql<{ key: string }>`select document_key as key from v_gate_pass where document_key in (${open.no}, ${sent.no}) order by 1`.execute(test.services.database.kysely)
    expect(rows.map(({ key }) => key)).toEqual([open.no, sent.no].sort())
    expect((await sql`select 1 from v_gate_pass_items where document_key = ${sent.no}`.execute(test.services.database.kysely)).rows).toHaveLength(1)
  })

  it('the former id remains only in the columns where it does no harm', async () => {
    const db = test.services.database.kysely
    const { rows: columns } = await sql<{ place: string; column: string }>`
      select c.table_name as place, c.column_name as column from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
      where c.table_schema = current_schema() and t.table_type = 'BASE TABLE' and c.data_type in ('text', 'jsonb', 'ARRAY')`.execute(db)
    expect(columns.length).toBeGreaterThan(100)
    const found: string[] = []
    for (const { place, column } of columns) {
      const { rows } = await sql`select 1 from ${sql.table(place)} where ${sql.ref(column)}::text ~ ${`\\m${OLD}\\M`} limit 1`.execute(db)
      if (rows.length > 0) found.push(`${place}.${column}`)
    }
    expect(found.sort()).toEqual(Object.keys(KEPT).sort())
  })
})
