import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { beforeCommit, insertAtCommit, writeGathered } from '../../src/server/store/connection/before-commit.ts'
import type { Db, Tx } from '../../src/server/store/connection/database.ts'
import { appendEvent, listEvents, type NewEvent } from '../../src/server/store/audit/events.ts'
import type { Hint } from '../../src/server/store/connection/hints.ts'
import { addNotifications } from '../../src/server/store/delivery/notifications.ts'
import { saveUser } from '../../src/server/store/users/users.ts'
import { COMPANY, KINDS, openTestDatabase, type TestDatabase } from './support.ts'
import { sql } from 'kysely'

const NOW = new Date('2026-06-15T09:00:00Z')

describe.each(KINDS)('rows that are written with the commit on %s', (kind) => {
  let db: TestDatabase
  let userId: string
  beforeAll(async () => {
    db = await openTestDatabase(kind)
    await sql`insert into companies (code, name, display_name, currency, time_zone) values (${COMPANY}, 'x', 'x', 'KES', 'Africa/Nairobi')`.execute(db.database.kysely)
    await saveUser(db.database.kysely, { email: 'a@x.example', name: 'a', employee: 'E1', roles: [], is_admin: false, default_company: COMPANY, companies: [COMPANY] })
    userId = (await db.database.kysely.selectFrom('users').select('id').executeTakeFirstOrThrow()).id
  })
  afterAll(() => db.stop())

  const event = (key: string, what: string): NewEvent => ({ company: COMPANY, type: 'petty-cash', key, kind: what, actor: userId, ip: null, at: NOW })
  /** The rows in the table, without flushing the pending ones. */
  const kinds = async (at: Db, key: string): Promise<string[]> => (await at.selectFrom('events').select('kind').where('company', '=', COMPANY).where('document_key', '=', key).orderBy('id').execute()).map((one) => one.kind)
  const run = <T>(work: (tx: Tx) => Promise<T>): Promise<T> => db.database.transaction(work)

  it('they are written in the order in which they were left, and those of a late callback after them', async () => {
    await run(async (tx) => {
      beforeCommit(tx, async () => {
        await appendEvent(tx, event('order', 'third'))
        beforeCommit(tx, () => appendEvent(tx, event('order', 'fourth')))
      })
      await appendEvent(tx, event('order', 'first'))
      await appendEvent(tx, event('order', 'second'))
      expect(await kinds(tx, 'order')).toEqual([])
    })
    expect(await kinds(db.database.kysely, 'order')).toEqual(['first', 'second', 'third', 'fourth'])
  })

  it('they are written earlier when the same transaction reads them, each once', async () => {
    await run(async (tx) => {
      await appendEvent(tx, event('read', 'first'))
      await writeGathered(tx)
      expect(await kinds(tx, 'read')).toEqual(['first'])
      await appendEvent(tx, event('read', 'second'))
      expect(await listEvents(tx, { organisation: {}, employeeTypes: [] }, { company: COMPANY, types: ['petty-cash'], key: 'read' }, [])).toMatchObject([{ kind: 'first' }, { kind: 'second' }])
    })
    expect(await kinds(db.database.kysely, 'read')).toEqual(['first', 'second'])
  })

  it('they are written in batches before the commit when there are many', async () => {
    await run(async (tx) => {
      for (let index = 0; index < 250; index += 1) await appendEvent(tx, event('many', `${index}`))
      expect(await kinds(tx, 'many')).toHaveLength(200)
    })
    expect(await kinds(db.database.kysely, 'many')).toEqual(Array.from({ length: 250 }, (_, index) => `${index}`))
  })

  it('one call may leave more of them than one statement can hold', async () => {
    const rows = Array.from({ length: 8_000 }, (_, index) => ({ userId, company: COMPANY, kind: 'notice', title: `${index}`, text: 't', path: null, type: null, key: null, at: NOW }))
    await run((tx) => addNotifications(tx, rows))
    const titles = await db.database.kysely.selectFrom('notifications').select('title').orderBy('id').execute()
    expect(titles.map(({ title }) => title)).toEqual(rows.map(({ title }) => title))
    await db.database.kysely.deleteFrom('notifications').execute()
  })

  it('a refused row undoes the whole transaction, and nobody is notified', async () => {
    const told: Hint[] = []
    // A new listener to other processes is told that it may have missed something.
    const stop = db.database.hints.listen((hints) => told.push(...hints.filter((hint) => hint.kind !== 'gap')))
    const notice = { company: COMPANY, userId, kind: 'notice', title: 't', text: 't', path: null, type: null, key: null, at: NOW }
    const refused = run(async (tx) => {
      await tx.updateTable('users').set({ name: 'changed' }).execute()
      await addNotifications(tx, [notice])
      await insertAtCommit(tx, [{ into: 'notifications', row: { company: 'NOWHERE', user_id: userId, kind: 'notice', title: 't', text: 't', at: NOW } }])
    })
    await expect(refused).rejects.toMatchObject({ code: '23503' })
    expect(await db.database.kysely.selectFrom('notifications').select('id').execute()).toEqual([])
    expect((await db.database.kysely.selectFrom('users').select('name').executeTakeFirstOrThrow()).name).toBe('a')
    expect(told).toEqual([])
    await run((tx) => addNotifications(tx, [notice]))
    expect(told).toMatchObject([{ kind: 'notification', user: userId }])
    await stop()
  })

  it('a failing callback undoes the whole transaction', async () => {
    const failed = run(async (tx) => {
      await appendEvent(tx, event('failed', 'first'))
      beforeCommit(tx, () => Promise.reject(new Error('not now')))
    })
    await expect(failed).rejects.toThrow('not now')
    expect(await kinds(db.database.kysely, 'failed')).toEqual([])
  })

  it('the connection stays usable, whether the transaction succeeds or fails', async () => {
    for (let index = 0; index < 12; index += 1) {
      await run((tx) => sql`select ${index}::integer / ${index % 2}`.execute(tx)).catch(() => undefined)
      await run(async () => { if (index % 3 === 0) throw new Error('nothing was asked') }).catch(() => undefined)
      expect(await run((tx) => sql`select txid_current_if_assigned() as one, ${index}::integer as two`.execute(tx).then(({ rows }) => rows))).toEqual([{ one: null, two: index }])
    }
    if (kind === 'postgres') expect((await sql<{ n: number }>`select count(*)::integer as n from pg_stat_activity where datname = current_database() and state like 'idle in%'`.execute(db.database.kysely)).rows).toEqual([{ n: 0 }])
  })
})
