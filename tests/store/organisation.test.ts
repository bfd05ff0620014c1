import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { OrganisationFacts } from '../../src/core/index.ts'
import { withOrganisation } from '../../src/server/store/approvals/organisation.ts'
import { saveUser } from '../../src/server/store/users/users.ts'
import { COMPANY, KINDS, openTestDatabase, storeRecord, type TestDatabase } from './support.ts'

/** Number, supervisor, department. Two people supervise each other. */
const PEOPLE: [string, string | undefined, string][] = [
  ['E1', 'E2', 'FIN'], ['E2', 'E3', 'FIN'], ['E3', undefined, 'EXEC'], ['C1', 'C2', 'FIN'], ['C2', 'C1', 'FIN'], ['E9', 'E3', 'GONE']
]

/** A decision's questions and the expected answers. */
const QUESTIONS: [string, (facts: OrganisationFacts) => unknown, unknown][] = [
  ['the manager of a person', (facts) => facts.manager('E1'), 'E2'],
  ['the manager of a manager', (facts) => facts.manager(facts.manager('E1') ?? ''), 'E3'],
  ['the manager of the topmost person, who has none', (facts) => facts.manager('E3'), undefined],
  ['people who manage each other', (facts) => [facts.manager('C1'), facts.manager('C2')], ['C2', 'C1']],
  ['the head of a person’s department', (facts) => facts.headOf(facts.departmentOf('E1') ?? ''), 'E2'],
  ['the head of an unknown department', (facts) => facts.headOf('GONE'), undefined],
  ['the people who have not left', (facts) => ['E1', 'E9', 'NOBODY', 'user:x'].map((one) => facts.isActive(one)), [true, false, false, true]],
  ['the holders of a role, the oldest account first', (facts) => facts.withRole('finance'), ['E2', 'E1']],
  ['the administrator', (facts) => facts.administrator, 'E3']
]

describe.each(KINDS)('facts about people on %s', (kind) => {
  let db: TestDatabase
  beforeAll(async () => {
    db = await openTestDatabase(kind)
    for (const code of [COMPANY, 'BML']) {
      await sql`insert into companies (code, name, display_name, currency, time_zone) values (${code}, ${code}, ${code}, 'KES', 'Africa/Nairobi')`.execute(db.database.kysely)
    }
    for (const [number, supervisor, department] of PEOPLE) {
      await storeRecord(db.database, db.engine.type('employee'), { key: number, state: '', data: { active: number !== 'E9', department, ...(supervisor !== undefined && { supervisor }) } })
    }
    await storeRecord(db.database, db.engine.type('department'), { key: 'FIN', state: '', data: { head: 'E2' } })
    const users: [string, string, string[], boolean, string][] = [['E2', 'b@x.example', ['finance'], false, COMPANY], ['E1', 'a@x.example', ['finance'], false, COMPANY], ['E3', 'c@x.example', [], true, COMPANY], ['X1', 'd@x.example', ['finance'], true, 'BML']]
    for (const [employee, email, roles, isAdmin, company] of users) {
      await saveUser(db.database.kysely, { email, name: email, employee, roles, is_admin: isAdmin, default_company: company, companies: [company] })
    }
  })
  afterAll(() => db.stop())

  const ask = <T>(decide: (facts: OrganisationFacts) => T): Promise<T> => withOrganisation(db.database.kysely, db.engine.catalogue, COMPANY, decide)

  it.each(QUESTIONS)('a decision can ask for %s', async (_, question, answer) => {
    expect(await ask(question)).toEqual(answer)
  })

  it('nobody counts as having left where no type holds the employees', async () => {
    const { employees: _, ...organisation } = db.engine.catalogue.organisation
    expect(await withOrganisation(db.database.kysely, { ...db.engine.catalogue, organisation }, COMPANY, (facts) => facts.isActive('E9'))).toBe(true)
  })

  it('a person is loaded with everyone above, so that a walk upwards asks the database once', async () => {
    let runs = 0
    const chain = await ask((facts) => {
      runs += 1
      const found: string[] = []
      for (let one = facts.manager('E1'); one !== undefined; one = facts.manager(one)) found.push(one)
      return found
    })
    expect([chain, runs]).toEqual([['E2', 'E3'], 2])
  })

  it('an error of the decision is passed on only once everything that it asks for is loaded', async () => {
    const decide = (facts: OrganisationFacts): string => {
      const manager = facts.manager('E1')
      if (manager === undefined) throw new Error('not known yet')
      if (facts.isActive(manager)) throw new Error('decided')
      return manager
    }
    await expect(ask(decide)).rejects.toThrow('decided')
  })
})
