/** Requests for changes of fields under dual control, that wait for their approval. */
import { idsOf, type ChangeRequestFields, type FieldPaths, type JsonObject, type ResolvedDocumentType, type ResolvedField } from '../../core/index.ts'
import type { Db } from './database.ts'
import { noneMadeSince, trailOf } from './events.ts'
import { fieldSql, literal } from './field-sql.ts'
import { Statement } from './statement.ts'

type Identity = Pick<ResolvedDocumentType, 'id' | 'renamedFrom'>

export interface WaitingQuestion { company: string; /** The record's type. */ of: Identity; key: string; /** About one of these; about any, and requests to delete the record, where left out. */ fields?: string[] | undefined; /** From who asks. */ redacted: FieldPaths }

/** A waiting request: its key, what it asks for and from what to what. */
export interface WaitingRequest { key: string; kind: string; changes: JsonObject[] }

/** The requests about the record that wait, oldest first. */
export async function waitingRequests(db: Db, manifest: ResolvedDocumentType, names: ChangeRequestFields, { company, of, key }: Omit<WaitingQuestion, 'fields' | 'redacted'>): Promise<WaitingRequest[]> {
  const s = new Statement()
  const textOf = (name: string): string => fieldSql(manifest, manifest.shape.fields[name] as ResolvedField, 'd.')
  return s.run<WaitingRequest>(db, `select d.key, d.data->>${literal(names.kind)} as kind, d.data->${literal(names.changes)} as changes from documents d
    where d.company = ${s.value(company)} and d.type = ${literal(manifest.id)} and d.state = ${s.value(manifest.approval?.pending ?? '')}
    and ${textOf(names.key)} = ${s.value(key)} and ${textOf(names.of)} = ${s.value(of.id)}
    and ${isOfRecord(s, manifest, { company, of, key })} order by d.key`)
}

/** Whether the record that has the key now is the one that was asked about: one that was deleted may have left its key to another. */
export async function isStillOf(db: Db, manifest: Identity, request: string, record: Omit<WaitingQuestion, 'fields' | 'redacted'>): Promise<boolean> {
  const s = new Statement()
  const found = await s.run(db, `select 1 as one from (select ${s.value(request, 'text')} as key) d where ${isOfRecord(s, manifest, record)}`)
  return found.length > 0
}

/** SQL of whether no record of the key was made since the request `d`. */
function isOfRecord(s: Statement, manifest: Identity, { company, of, key }: Omit<WaitingQuestion, 'fields' | 'redacted'>): string {
  return noneMadeSince(trailOf(of, { company, key }), { types: idsOf(manifest), key: 'd.key' }, s)
}

/**
 * The key of a request that waits and would be in the way of another. One of which the person may not be told is not:
 * whichever of the two is approved first, the other is overtaken.
 */
export async function waitingRequest(db: Db, manifest: ResolvedDocumentType, names: ChangeRequestFields, { fields, redacted, ...question }: WaitingQuestion): Promise<string | undefined> {
  const all = await waitingRequests(db, manifest, names, question)
  return all.find((one) => maySee(one, redacted) && (fields === undefined || one.kind !== 'Change' || one.changes.some(({ field }) => fields.includes(String(field)))))?.key
}

/** Whether the request is about anything that is not redacted for the person: the record as a whole, or a field that they see. */
export function maySee({ kind, changes }: WaitingRequest, redacted: FieldPaths): boolean {
  return kind !== 'Change' || changes.some(({ field }) => !redacted.has(String(field)))
}
