/** People as recipients of notifications, in the portal and by mail. */
import type { Organisation } from '../../../core/index.ts'
import type { Db } from '../connection/database.ts'
import { hasLeftSql } from './people.ts'
import { Statement } from '../sql/statement.ts'
import { numberSql } from './users.ts'

export type Channel = 'in-app' | 'mail'
export interface Contact { id: string; employee: string; name: string; email: string; language: string | null; /** Whether they sign in with an authenticator. */ hasAuthenticator: boolean; /** The channels that they turned off for the given kind of notification. */ muted: Channel[] }

const OF_NOBODY_EMPLOYED = /^user:([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})$/

/**
 * The company's active users by employee number, or `user:<id>` for those without one, as recipients of a kind of notification. Nobody who
 * has left the company is one: the portal that a mail leads to is closed to them.
 */
export async function contactsOf(db: Db, organisation: Organisation, company: string, numbers: string[], kind: string): Promise<Map<string, Contact>> {
  if (numbers.length === 0) return new Map()
  const s = new Statement()
  const rows = await s.run<Contact>(db, `select ${contactColumns(s, s.value(company), kind)} from users u where ${isContact(s, organisation, s.value(company), numbers)}`)
  return new Map(rows.map((row) => [row.employee, row]))
}

/** The columns of the row `u` of `users` that make a Contact of the company. */
export function contactColumns(s: Statement, company: string, kind: string): string {
  return `u.id, ${numberSql('u')} as employee, u.name, u.email, u.language, exists (select 1 from authenticators a where a.user_id = u.id and a.confirmed_at is not null) as "hasAuthenticator", array(select m.channel from notification_mutes m where m.user_id = u.id and m.company = ${company} and m.kind = ${s.value(kind)}) as muted`
}

/** SQL: whether the row `u` is one of the people, or one of the further employees returned by a subselect, and works for the company. */
export function isContact(s: Statement, organisation: Organisation, company: string, numbers: string[], further?: string): string {
  const ids = numbers.flatMap((number) => OF_NOBODY_EMPLOYED.exec(number)?.[1] ?? [])
  // Tests two columns instead of the combined expression, which has no index.
  const ways = [`u.employee ${s.oneOf(numbers)}`, ...(ids.length === 0 ? [] : [`(u.employee is null and u.id ${s.oneOf(ids, 'uuid')})`]), ...(further === undefined ? [] : [`u.employee in (${further})`])]
  return `u.active and ${company} = any(u.companies) and (${ways.join(' or ')}) and not ${hasLeftSql(organisation, () => company)}`
}
