/** Standing delegations: who decides on whose behalf. They are records of the type that the organisation names. */
import { type Delegation, type Organisation, rolesOf } from '../../../core/index.ts'
import type { Db } from '../connection/database.ts'
import { dataValue, literal } from '../sql/field-sql.ts'
import { Statement } from '../sql/statement.ts'
import { type Contact, contactColumns, contactsOf, isContact } from './contacts.ts'
import { employeeHasLeftSql } from './people.ts'

/** A person and the delegations to them that are valid today. */
export interface Delegate { number: string; delegations: readonly Delegation[] }

/** A person who may decide: on their own entries and, as a delegate with sufficient roles, on those of others. */
export interface Holder extends Delegate { roles: readonly string[] }

/** A delegation as stored, with the days on which it is valid. */
export interface StoredDelegation { of: string; delegate: string; start: string; end: string; types: string[] | null; ceiling: number | null }

type DelegationFields = NonNullable<Organisation['delegations']>

function columnsSql({ from, to, start, end, types, amount }: DelegationFields): string {
  const text = (field: string): string => `g.data->>${literal(field)}`
  const list = types === undefined ? 'null' : `case when jsonb_typeof(g.data->${literal(types)}) = 'array' and jsonb_array_length(g.data->${literal(types)}) > 0 then g.data->${literal(types)} end`
  return `'of', ${text(from)}, 'delegate', ${text(to)}, 'start', ${text(start)}, 'end', ${text(end)}, 'types', ${list}, 'ceiling', ${amount === undefined ? 'null' : dataValue(amount, 'numeric', 'g.')}`
}

/**
 * SQL: whether the person whose approvals the delegation `g` gives away still works here. Nobody decides in the name of somebody who has
 * left: an administrator reassigns what waits for them.
 */
function isOfColleagueSql(organisation: Organisation, { from }: DelegationFields, company: () => string): string {
  return `not ${employeeHasLeftSql(organisation, company, `g.data->>${literal(from)}`)}`
}

/**
 * SQL: the delegations to the person in row `u` of `users`, as a JSON list, except those that ended more than a day ago and those of people
 * who have left; null if the organisation has no delegations.
 */
export function delegationsToSql(organisation: Organisation, company: () => string, now: string): string {
  const { delegations } = organisation
  if (delegations === undefined) return 'null::jsonb'
  // The current date depends on the company's time zone, so the reader filters by day.
  return `(select jsonb_agg(jsonb_build_object(${columnsSql(delegations)})) from documents g where g.company = ${company()} and g.type = ${literal(delegations.type)}
    and g.data->>${literal(delegations.to)} = u.employee and g.data->>${literal(delegations.end)} >= to_char(${now} - interval '1 day', 'YYYY-MM-DD') and ${isOfColleagueSql(organisation, delegations, company)})`
}

/** The delegations that are valid on the given day. */
export function delegationsOn(today: string, delegations: readonly StoredDelegation[] | null): Delegation[] {
  return (delegations ?? []).filter(({ start, end }) => start <= today && end >= today).map(({ of, types, ceiling }) => ({ of, ...(types !== null && { types }), ...(ceiling !== null && { ceiling }) }))
}

/** A person who is notified of an entry, with the roles that allow them to decide it as a delegate. */
export interface ContactWithRoles extends Contact { roles: readonly string[] }
interface FoundContact extends Contact { given: string[]; is_admin: boolean; portal_admin: boolean; standing: StoredDelegation[] | null }

/** The people as contacts, together with their delegates on the given day, and the delegations concerned. */
export async function contactsWithDelegates(
  db: Db, organisation: Organisation, company: string, people: string[], kind: string, today: string
): Promise<{ contacts: Map<string, ContactWithRoles>; standing: StoredDelegation[] }> {
  if (people.length === 0) return { contacts: new Map(), standing: [] }
  const { delegations } = organisation
  if (delegations === undefined) return { contacts: new Map([...(await contactsOf(db, organisation, company, people, kind))].map(([number, contact]) => [number, { ...contact, roles: [] }])), standing: [] }
  const s = new Statement()
  const at = s.value(company, 'text')
  const day = s.value(today, 'text')
  const given = `documents g where g.company = ${at} and g.type = ${literal(delegations.type)}
    and g.data->>${literal(delegations.from)} ${s.oneOf(people)} and g.data->>${literal(delegations.start)} <= ${day} and g.data->>${literal(delegations.end)} >= ${day}
    and ${isOfColleagueSql(organisation, delegations, () => at)}`
  const rows = await s.run<FoundContact>(
    db,
    `select ${contactColumns(s, at, kind)}, u.roles as given, u.is_admin, u.portal_admin, (select jsonb_agg(jsonb_build_object(${columnsSql(delegations)})) from ${given}) as standing
     from users u where ${isContact(s, organisation, at, people, `select g.data->>${literal(delegations.to)} from ${given}`)}`
  )
  return { contacts: new Map(rows.map((row) => [row.employee, withRoles(row)])), standing: rows[0]?.standing ?? [] }
}

/** Adds the roles that they have as a delegate: only employees can be delegates, and every delegate is an approver. */
function withRoles({ given, is_admin: isAdministrator, portal_admin: isPortalAdministrator, standing: _, ...contact }: FoundContact): ContactWithRoles {
  return { ...contact, roles: rolesOf({ roles: given, isEmployee: true, isApprover: true, isAdministrator, isPortalAdministrator }) }
}

/**
 * SQL equivalent of the core's `isDelegateFor`: whether the person is a delegate for the holder of the alias's open entry; false if they
 * have no delegations.
 */
function isDelegateForSql(alias: string, { number, delegations }: Delegate, s: Statement): string {
  if (delegations.length === 0) return 'false'
  const terms = delegations.map(({ of, types, ceiling }) => [
    `${alias}.approver = ${s.value(of, 'text')}`,
    ...(types === undefined ? [] : [`${alias}.type = any(${s.value(types, 'text[]')})`]),
    ...(ceiling === undefined ? [] : [`(${alias}.amount is null or ${alias}.amount <= ${s.value(ceiling, 'numeric')})`])
  ].join(' and '))
  const me = s.value(number, 'text')
  return `(${alias}.status = 'Open' and ${alias}.sender <> ${me} and ${alias}.approver <> ${me} and (${terms.map((term) => `(${term})`).join(' or ')}))`
}

/** SQL equivalent of the core's `mayDecideFor`: whether the person may decide the alias's open entry as a delegate. */
export function decidesForSql(alias: string, holder: Holder, s: Statement): string {
  if (holder.delegations.length === 0) return 'false'
  const me = s.value(holder.number, 'text')
  return `(${isDelegateForSql(alias, holder, s)} and (${alias}.roles is null or ${alias}.roles && ${s.value([...holder.roles], 'text[]')})
    and (${alias}.excepted is null or ${me} <> all(${alias}.excepted)) and not exists (select 1 from ${takingPartSql(alias)} and r.approver = ${me}))`
}

/** SQL: the approvers who take part in the round of the alias's entry, as a list. */
export function decidersSql(alias: string): string {
  return `array(select r.approver from ${takingPartSql(alias)})`
}

/** SQL equivalent of the core's `decidesInRound`: the entries `r` of the same round whose holders decide. */
function takingPartSql(alias: string): string {
  const same = ['company', 'type', 'document_key', 'round'].map((column) => `r.${column} = ${alias}.${column}`)
  return `approval_entries r where ${same.join(' and ')} and r.status not in ('Canceled', 'Delegated')`
}

/** SQL: whether the alias's entry waits for the person, as their own or as one they decide as a delegate. */
export function holdsSql(alias: string, holder: Holder, s: Statement): string {
  const own = `(${alias}.approver = ${s.value(holder.number, 'text')} and ${alias}.status = 'Open')`
  return holder.delegations.length === 0 ? own : `(${own} or ${decidesForSql(alias, holder, s)})`
}
