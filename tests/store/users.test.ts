import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { NameTakenError, changeUser } from '../../src/server/store/users/change-user.ts'
import { findUserByEmail, insertUser } from '../../src/server/store/users/users.ts'
import { COMPANY, KINDS, openTestDatabase, type TestDatabase } from './support.ts'

describe.each(KINDS)('accounts in the store on %s', (kind) => {
  let db: TestDatabase
  beforeAll(async () => {
    db = await openTestDatabase(kind)
    await sql`insert into companies (code, name, display_name, currency, time_zone) values (${COMPANY}, ${COMPANY}, ${COMPANY}, 'KES', 'Africa/Nairobi')`.execute(db.database.kysely)
  })
  afterAll(() => db.stop())

  const add = (more: object) => insertUser(db.database.kysely, { email: 'a@x.example', name: 'A', username: 'a', default_company: COMPANY, companies: [COMPANY], roles: ['finance'], is_admin: true, ...more })

  it('a new account never overwrites one with the same e-mail or user name', async () => {
    const first = await add({})
    expect(first).toMatchObject({ email: 'a@x.example', is_admin: true, active: true, rev: 1 })
    expect(await add({ email: 'A@X.example', username: null, name: 'Thief', is_admin: false })).toBeUndefined()
    expect(await add({ email: 'b@x.example', username: 'A' })).toBeUndefined()
    expect(await findUserByEmail(db.database.kysely, 'a@x.example')).toEqual(first)
    expect(await findUserByEmail(db.database.kysely, 'b@x.example')).toBeUndefined()
  })

  it.each([['email', { email: 'A@x.example' }], ['username', { username: 'A' }]])('a change to a taken %s fails as taken, and another fault does not', async (field, change) => {
    const other = await add({ email: `other-${field}@x.example`, username: `other-${field}` })
    const refused = db.database.transaction((tx) => changeUser(tx, other?.id ?? '', change))
    await expect(refused).rejects.toBeInstanceOf(NameTakenError)
    await expect(refused).rejects.toMatchObject({ field })
    await expect(db.database.transaction((tx) => changeUser(tx, other?.id ?? '', { default_company: 'nowhere' }))).rejects.not.toBeInstanceOf(NameTakenError)
  })
})
