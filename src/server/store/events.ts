/** The audit trail: appended to, never changed. */
import type { JsonObject } from '../../core/index.ts'
import type { Db } from './database.ts'
import { Statement } from './statement.ts'

export interface NewEvent {
  company: string
  /** Document type, or session, settings … */
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
  /** Browser and system, of session events. */
  device?: string | null
}

/** Adds to the log of what happened; nothing is ever changed or taken from it. Belongs in the transaction of what it tells. */
export async function appendEvent(db: Db, event: NewEvent): Promise<void> {
  const s = new Statement()
  const changes = event.changes && Object.keys(event.changes).length > 0 ? JSON.stringify(event.changes) : null
  const values = [
    s.value(event.company), s.value(event.type), s.value(event.key), s.value(event.kind), s.value(event.actor), s.value(event.onBehalfOf ?? null),
    s.value(event.from ?? null), s.value(event.to ?? null), s.value(event.reason ?? null), s.value(changes, 'jsonb'), s.value(event.ip), s.value(event.at, 'timestamptz'), s.value(event.device ?? null)
  ]
  await s.run(db, `insert into events (company, type, document_key, kind, actor, on_behalf_of, from_state, to_state, reason, changes, ip, at, device) values (${values.join(', ')})`)
}

export interface RecordedEvent {
  id: number; kind: string; actor: string; actor_name: string | null; on_behalf_of: string | null
  from_state: string | null; to_state: string | null; reason: string | null; changes: JsonObject | null; at: Date
}

/** What happened to a record, oldest first, with the names of who did it. */
export async function listEvents(db: Db, at: { company: string; type: string; key: string }): Promise<RecordedEvent[]> {
  const s = new Statement()
  return s.run<RecordedEvent>(
    db,
    `select e.id, e.kind, e.actor, u.name as actor_name, e.on_behalf_of, e.from_state, e.to_state, e.reason, e.changes, e.at
     from events e left join users u on u.id::text = e.actor
     where e.company = ${s.value(at.company)} and e.type = ${s.value(at.type)} and e.document_key = ${s.value(at.key)} order by e.id limit 1000`
  )
}

/** Whether anything of the kind ever happened. */
export async function hasEvent(db: Db, type: string, kind: string): Promise<boolean> {
  const found = await db.selectFrom('events').select('id').where('type', '=', type).where('kind', '=', kind).limit(1).execute()
  return found.length > 0
}

/** Whether something of the kind happened to a type in a company. */
export async function hasEventOf(db: Db, { company, type, kind }: Pick<NewEvent, 'company' | 'type' | 'kind'>): Promise<boolean> {
  const found = await db.selectFrom('events').select('id').where('company', '=', company).where('type', '=', type).where('document_key', 'is', null).where('kind', '=', kind).limit(1).execute()
  return found.length > 0
}
