/** Pending requests for changes of fields under dual control. */
import { idsOf, type ChangeRequestFields, type FieldPaths, type JsonObject, type ResolvedDocumentType, type ResolvedField } from '../../../core/index.ts'
import type { Db } from '../connection/database.ts'
import { noneMadeSince, trailOf } from '../audit/events.ts'
import { fieldSql, literal } from '../sql/field-sql.ts'
import { Statement } from '../sql/statement.ts'

type Identity = Pick<ResolvedDocumentType, 'id' | 'renamedFrom'>

export interface WaitingRequestCriteria { company: string; /** The record's type. */ of: Identity; key: string; /** Requests that concern one of these fields; if absent, any request, including one to delete the record. */ fields?: string[] | undefined; /** Fields redacted for the caller. */ redacted: FieldPaths }

/** A pending request: its key, its kind, and the old and new values. */
export interface WaitingRequest { key: string; kind: string; changes: JsonObject[] }

/** The pending requests for the record, oldest first. */
export async function waitingRequests(db: Db, manifest: ResolvedDocumentType, names: ChangeRequestFields, { company, of, key }: Omit<WaitingRequestCriteria, 'fields' | 'redacted'>): Promise<WaitingRequest[]> {
  const s = new Statement()
  const textOf = (name: string): string => fieldSql(manifest, manifest.shape.fields[name] as ResolvedField, 'd.')
  return s.run<WaitingRequest>(db, `select d.key, d.data->>${literal(names.kind)} as kind, d.data->${literal(names.changes)} as changes from documents d
    where d.company = ${s.value(company)} and d.type = ${literal(manifest.id)} and d.state = ${s.value(manifest.approval?.pending ?? '')}
    and ${textOf(names.key)} = ${s.value(key)} and ${textOf(names.of)} = ${s.value(of.id)}
    and ${isOfRecord(s, manifest, { company, of, key })} order by d.key`)
}

/** Whether the record with this key is still the one that the request was made for: a deleted record's key may have been reused. */
export async function isOfSameRecord(db: Db, manifest: Identity, request: string, record: Omit<WaitingRequestCriteria, 'fields' | 'redacted'>): Promise<boolean> {
  const s = new Statement()
  const found = await s.run(db, `select 1 as one from (select ${s.value(request, 'text')} as key) d where ${isOfRecord(s, manifest, record)}`)
  return found.length > 0
}

/** SQL: whether no record with the key was created since the request `d`. */
function isOfRecord(s: Statement, manifest: Identity, { company, of, key }: Omit<WaitingRequestCriteria, 'fields' | 'redacted'>): string {
  return noneMadeSince(trailOf(of, { company, key }), { types: idsOf(manifest), key: 'd.key' }, s)
}

/**
 * The key of a pending request that conflicts with a new one. A request that the caller may not see does not count: whichever of the two is
 * approved first, the other is refused as overtaken.
 */
export async function waitingRequest(db: Db, manifest: ResolvedDocumentType, names: ChangeRequestFields, { fields, redacted, ...criteria }: WaitingRequestCriteria): Promise<string | undefined> {
  const all = await waitingRequests(db, manifest, names, criteria)
  return all.find((one) => maySee(one, redacted) && (fields === undefined || one.kind !== 'Change' || one.changes.some(({ field }) => fields.includes(String(field)))))?.key
}

/** Whether the request concerns anything that the caller may see: the record as a whole, or a field that is not redacted for them. */
export function maySee({ kind, changes }: WaitingRequest, redacted: FieldPaths): boolean {
  return kind !== 'Change' || changes.some(({ field }) => !redacted.has(String(field)))
}
