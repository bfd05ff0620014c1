/** The views for reporting tools while overlays are published, including other views that depend on them. */
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { describeFailure } from '../../src/server/describe-failure.ts'
import { migrate } from '../../src/server/store/migrations.ts'
import { insertOverlay } from '../../src/server/store/overlays.ts'
import { KINDS, startApp, type Caller, type TestApp } from './harness.ts'

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
    const start = (): Promise<void> => migrate(test.services.database, test.engines.base().catalogue)
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
