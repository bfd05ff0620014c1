/** The audit trail: append-only. */
import { idsOf, type JsonObject, type Organisation, type ResolvedDocumentType } from '../../../core/index.ts'
import { insertAtCommit, writeGathered } from '../connection/before-commit.ts'
import type { Db } from '../connection/database.ts'
import { literal } from '../sql/field-sql.ts'
import { Statement } from '../sql/statement.ts'
import { recordedNameSql } from '../users/people.ts'

export interface NewEvent {
  company: string
  /** The id of a document type, or one of the core's AUDIT_SUBJECTS. */
  type: string
  key: string | null
  kind: string
  /** User id. */
  actor: string
  onBehalfOf?: string | null
  from?: string | null
  to?: string | null
  reason?: string | null
  /** Field -> { from, to }. */
  changes?: JsonObject | null
  ip: string | null
  at: Date
  /** Browser and operating system, for session events. */
  device?: string | null
}

/** Appends an event; events are never changed or deleted. Belongs in the transaction of the change that it records. */
export async function appendEvent(db: Db, event: NewEvent): Promise<void> {
  const { company, type, key, kind, actor, onBehalfOf = null, from = null, to = null, reason = null, ip, at, device = null } = event
  const changes = event.changes && Object.keys(event.changes).length > 0 ? JSON.stringify(event.changes) : null
  await insertAtCommit(db, [{
    into: 'events', row: { company, type, document_key: key, kind, actor, on_behalf_of: onBehalfOf, from_state: from, to_state: to, reason, changes, ip, at, device }
  }])
}

/** Selects the events of a record or, with a null key, of a document type itself. */
export interface Trail { company: string; types: readonly string[]; key: string | null }

/** The trail of a record. Events keep the type id from when they happened, so the trail covers every id that the type has had. */
export function trailOf(type: Pick<ResolvedDocumentType, 'id' | 'renamedFrom'>, { company, key }: Pick<Trail, 'company' | 'key'>): Trail {
  return { company, types: idsOf(type), key }
}

/** SQL: whether the event `e` belongs to the trail. */
export function isOfTrail({ company, types, key }: Trail, s: Statement): string {
  return `e.company = ${s.value(company)} and e.type in (${types.map((type) => s.value(type)).join(', ')}) and ${key === null ? 'e.document_key is null' : `e.document_key = ${s.value(key)}`}`
}

/**
 * SQL: whether no record was created under the trail's key since the record with the given type ids and key (an SQL expression) was
 * created. Compares event ids, because several events may have the same timestamp.
 */
export function noneMadeSince(trail: Trail, { types, key }: { types: readonly string[]; key: string }, s: Statement): string {
  const ids = types.map((type) => s.value(type)).join(', ')
  return `not exists (select 1 from events e where ${isOfTrail(trail, s)} and e.kind = 'created'
    and e.id > (select max(r.id) from events r where r.company = ${s.value(trail.company)} and r.type in (${ids}) and r.document_key = ${key} and r.kind = 'created'))`
}

export interface RecordedEvent {
  id: number; kind: string; actor: string; actor_name: string | null; on_behalf_of: string | null
  from_state: string | null; to_state: string | null; reason: string | null; changes: JsonObject | null; at: Date
}

/** Where names of people come from: the organisation's employee records, and every id that their type has had. */
export interface Naming { organisation: Organisation; employeeTypes: readonly string[] }

/**
 * A record's first thousand events, oldest first. Whoever caused one is named as they were called then, in their employee record if they
 * have one and else in their account: a later change of either name, which has its own trail, does not change who seems to have acted. Of
 * the changes named `unread` only the names are read: lines before and after a thousand saves are too much for this process.
 */
export async function listEvents(db: Db, naming: Naming, trail: Trail, unread: readonly string[]): Promise<RecordedEvent[]> {
  await writeGathered(db)
  const s = new Statement()
  const names = s.value(unread, 'text[]')
  const read = `case when e.changes ?| ${names} then e.changes - ${names} || (select jsonb_object_agg(n.name, '{}'::jsonb) from unnest(${names}) n(name) where e.changes ? n.name) else e.changes end`
  const named = (isRecorded: boolean): string => `(select r.name from renames r where r.actor = e.actor and r.is_recorded = ${isRecorded} and r.id > e.id order by r.id limit 1)`
  return s.run<RecordedEvent>(
    db,
    `with trail as materialized (select e.* from events e where ${isOfTrail(trail, s)} order by e.id limit 1000),
       people as materialized (select u.id::text as actor, u.name, u.employee, ${recordedNameSql(naming.organisation, () => s.value(trail.company))} as recorded
         from users u where u.id::text in (select actor from trail)),
       renames as materialized (${renamesSql(s, naming, trail.company)})
     select e.id, e.kind, e.actor, coalesce(${named(true)}, p.recorded, ${named(false)}, p.name) as actor_name,
       e.on_behalf_of, e.from_state, e.to_state, e.reason, ${read} as changes, e.at
     from trail e left join people p on p.actor = e.actor order by e.id`
  )
}

/** SQL: the former names of the `people`, each with the event that replaced it: those of their employee records and of their accounts. */
function renamesSql(s: Statement, { organisation: { employees }, employeeTypes }: Naming, company: string): string {
  const accounts = `select c.id, p.actor, c.changes->'name'->>'from' as name, false as is_recorded from people p
    join events c on c.company in (select code from companies) and c.type = 'user' and c.document_key = p.actor and c.changes->'name'->>'from' is not null`
  if (employees === undefined) return accounts
  const former = `c.changes->${literal(employees.name)}->>'from'`
  return `${accounts} union all select c.id, p.actor, ${former}, true from people p
    join events c on c.company = ${s.value(company)} and c.type in (${employeeTypes.map(literal).join(', ')}) and c.document_key = p.employee and ${former} is not null`
}

/** Whether the trail has an event of the kind, optionally with the given members in its changes. */
export async function hasEventOf(db: Db, trail: Trail, kind: string, changes: JsonObject = {}): Promise<boolean> {
  await writeGathered(db)
  const s = new Statement()
  const withChanges = Object.keys(changes).length === 0 ? '' : `and e.changes @> ${s.value(JSON.stringify(changes), 'jsonb')}`
  const found = await s.run(db, `select 1 as one from events e where ${isOfTrail(trail, s)} and e.kind = ${s.value(kind)} ${withChanges} limit 1`)
  return found.length > 0
}

/** Whether an event of the kind exists for a subject of the whole installation, such as the demo. */
export async function hasEvent(db: Db, type: string, kind: string): Promise<boolean> {
  const found = await db.selectFrom('events').select('id').where('company', '=', '').where('type', '=', type).where('kind', '=', kind).limit(1).execute()
  return found.length > 0
}
