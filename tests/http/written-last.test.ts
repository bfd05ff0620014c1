/** Rows that are written with the commit: if the database refuses them, the call changes nothing and reports it. */
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { KINDS, startApp, type Caller, type TestApp } from './harness.ts'
import { NO_CEILINGS, openEntry, raise, raiseAndSend, read, request, snapshot, type Reply } from './petty-cash-cases.ts'

/** The tables whose rows are written last. */
const LAST = ['events', 'notifications', 'outbox', 'idempotency'] as const

describe.each(KINDS)('the rows that are written last, on %s', (kind) => {
  let test: TestApp
  let wanjiku: Caller
  let otieno: Caller
  beforeAll(async () => {
    test = await startApp({ kind, settings: NO_CEILINGS })
    wanjiku = await test.signIn('wanjiku@mazingira.example')
    otieno = await test.signIn('otieno@mazingira.example')
    await raise(wanjiku)
  })
  afterAll(() => test.stop())

  /** Makes the database refuse rows of the table (of stored responses, complete ones) while the work runs. */
  async function refusing(table: string, code: string, work: () => Promise<void>): Promise<void> {
    const { kysely } = test.services.database
    await sql.raw(`create function refuse() returns trigger language plpgsql as $$ begin raise exception 'refused by the test' using errcode = '${code}'; end $$`).execute(kysely)
    await sql.raw(`create trigger refuse before ${table === 'idempotency' ? 'update' : 'insert'} on ${table} for each row execute function refuse()`).execute(kysely)
    try {
      await work()
    } finally {
      await sql.raw('drop function refuse cascade').execute(kysely)
    }
  }

  it.each(LAST)('a decision whose rows of %s are refused is undone, and the same call succeeds afterwards', async (table) => {
    const { no } = await raiseAndSend(wanjiku)
    const { entryNo } = await openEntry(otieno, no)
    const approve = (): ReturnType<Caller['call']> => otieno.call('POST', 'approvals/approve', { entryNo }, { 'idempotency-key': `approve ${table}` })
    const before = await snapshot(test, ['sessions'])
    await refusing(table, 'P0001', async () => {
      const answer = await approve()
      expect([answer.statusCode, answer.json<Reply>().code]).toEqual([500, 'internal-error'])
      expect(answer.body).not.toContain('refused by the test')
    })
    expect(await snapshot(test, ['sessions'])).toEqual(before)
    expect((await read(wanjiku, no)).status).toBe('Pending Approval')
    expect((await approve()).statusCode).toBe(200)
    expect((await read(wanjiku, no)).status).toBe('Released')
  })

  it('a new request whose event is refused is undone, and the same call creates it once afterwards', async () => {
    const create = (): ReturnType<Caller['call']> => wanjiku.call('POST', 'documents/petty-cash', request({ attachments: undefined }), { 'idempotency-key': 'create' })
    const before = await snapshot(test, ['sessions'])
    await refusing('events', 'P0001', async () => { expect((await create()).statusCode).toBe(500) })
    expect(await snapshot(test, ['sessions'])).toEqual(before)
    const [made, again] = [await create(), await create()]
    expect([made.statusCode, again.statusCode, again.headers['idempotent-replayed']]).toEqual([201, 201, 'true'])
    expect(again.json<Reply>().data.no).toBe(made.json<Reply>().data.no)
  })

  it('a call is repeated when the database reports a deadlock', async () => {
    const { no } = await raiseAndSend(wanjiku)
    const { entryNo } = await openEntry(otieno, no)
    await sql`create sequence asked`.execute(test.services.database.kysely)
    await sql.raw(`create function once() returns trigger language plpgsql as $$ begin if nextval('asked') = 1 then raise exception 'deadlock' using errcode = '40P01'; end if; return new; end $$`).execute(test.services.database.kysely)
    await sql`create trigger once before insert on events for each row execute function once()`.execute(test.services.database.kysely)
    const answer = await otieno.call('POST', 'approvals/approve', { entryNo })
    await sql`drop function once cascade`.execute(test.services.database.kysely)
    await sql`drop sequence asked`.execute(test.services.database.kysely)
    expect(answer.statusCode, answer.body).toBe(200)
    const events = await test.services.database.kysely.selectFrom('events').select('id').where('document_key', '=', no).where('kind', '=', 'approved').execute()
    expect(events).toHaveLength(1)
  })
})
