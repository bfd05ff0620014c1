/** Migrates stored data when a manifest renames a document type, a state or a field. */
import { sql, type RawBuilder } from 'kysely'
import { isObject, presentId, type Catalogue, type Json, type JsonObject, type ResolvedShape } from '../../../core/index.ts'
import type { Tx } from '../connection/database.ts'
import { FIELD_OWNER_PREFIX } from '../files/files.ts'
import { moveSeries } from '../documents/number-series.ts'
import type { Tables } from '../sql/tables.ts'

/** Tables with a `type` column: the compiler requires an entry below for each. */
type OfTypes = { [Table in keyof Tables]: 'type' extends keyof Tables[Table] ? Table : never }[keyof Tables]

/**
 * What happens to a table's rows: moved to the current id, moved and merged with rows that are already there, or kept as written. Kept rows
 * are read under every id that the type has had (`idsOf`): the audit trail never changes, and an overlay is its author's text.
 */
const BECOMES: Record<OfTypes, 'moved' | 'merged' | 'kept'> = {
  documents: 'moved', approval_entries: 'moved', files: 'moved', notifications: 'moved', calendar_feeds: 'moved', number_series: 'merged', events: 'kept', overlays: 'kept', job_results: 'moved', job_schedules: 'moved',
}

const MOVED = (Object.keys(BECOMES) as OfTypes[]).filter((table) => BECOMES[table] === 'moved')

/** Migrates everything to the current names; does nothing if nothing was renamed. */
export async function adoptRenames(tx: Tx, catalogue: Catalogue): Promise<void> {
  for (const { id, renamedFrom } of Object.values(catalogue.types)) {
    for (const earlier of renamedFrom) {
      for (const table of MOVED) await sql`update ${sql.table(table)} set type = ${id} where type = ${earlier}`.execute(tx)
      await moveSeries(tx, earlier, id)
    }
  }
  await adoptStates(tx, catalogue)
  // Before fields, which are looked up in requests under the current type.
  await adoptRequestTypes(tx, catalogue)
  await adoptFields(tx, catalogue)
  await adoptValues(tx, catalogue)
}

async function adoptStates(tx: Tx, catalogue: Catalogue): Promise<void> {
  for (const { id, states, stateField } of Object.values(catalogue.types)) {
    for (const { name, renamedFrom } of Object.values(states)) {
      if (renamedFrom.length === 0) continue
      await tx.updateTable('documents')
        .set({ state: name, data: sql`jsonb_set(data, array[${stateField}]::text[], to_jsonb(${name}::text))` })
        .where('type', '=', id).where('state', 'in', renamedFrom).execute()
    }
  }
}

/**
 * Moves values stored under a former name of a field, or of a field in lines, to its current name. Also covers files that are field values
 * and pending change requests. If both names are present, the current one wins. The audit trail is not changed and is read under both
 * names.
 */
async function adoptFields(tx: Tx, catalogue: Catalogue): Promise<void> {
  for (const { id, shape } of Object.values(catalogue.types)) {
    for (const { earlier, present, array } of renamedFieldsOf(shape)) {
      const moved = (holder: RawBuilder<unknown>): RawBuilder<unknown> => sql`(case when jsonb_exists(${holder}, ${present}) then '{}'::jsonb else jsonb_build_object(${present}::text, ${holder} -> ${earlier}::text) end || (${holder} - ${earlier}::text))`
      if (array === undefined) {
        await sql`update documents set data = ${moved(sql`data`)} where type = ${id} and jsonb_exists(data, ${earlier})`.execute(tx)
        await adoptRequestFields(tx, catalogue, id, earlier, present)
      } else {
        await sql`
          update documents set data = jsonb_set(data, array[${array}]::text[], (
            select jsonb_agg(case when jsonb_exists(line, ${earlier}) then ${moved(sql`line`)} else line end order by place) from jsonb_array_elements(data -> ${array}::text) with ordinality as lines (line, place)
          ))
          where type = ${id} and jsonb_path_exists(data, ${`$.${JSON.stringify(array)}[*].${JSON.stringify(earlier)}`}::jsonpath)`.execute(tx)
      }
      const path = (name: string): string => FIELD_OWNER_PREFIX + (array === undefined ? name : `${array}.${name}`)
      await tx.updateTable('files').set({ field: path(present) }).where('type', '=', id).where('field', '=', path(earlier)).execute()
    }
  }
}

/** The renames of header fields and of line fields. Renamed arrays come first, so that their lines are found. */
function renamedFieldsOf({ fields }: Shape): { earlier: string; present: string; array?: string }[] {
  const inHeader = Object.values(fields).flatMap(({ name, renamedFrom = [] }) => renamedFrom.map((earlier) => ({ earlier, present: name })))
  const inLines = Object.values(fields).flatMap(({ name: array, line }) => Object.values(line?.fields ?? {}).flatMap(({ name, renamedFrom = [] }) => renamedFrom.map((earlier) => ({ earlier, present: name, array }))))
  return [...inHeader, ...inLines]
}

/** A pending change request stores the document type. */
async function adoptRequestTypes(tx: Tx, { types, organisation: { changeRequests: names } }: Catalogue): Promise<void> {
  if (names === undefined) return
  for (const { id, renamedFrom } of Object.values(types)) {
    if (renamedFrom.length === 0) continue
    await tx.updateTable('documents')
      .set({ data: sql`jsonb_set(data, array[${names.of}]::text[], to_jsonb(${id}::text))` })
      .where('type', '=', names.type).where(sql<string>`data ->> ${names.of}::text`, 'in', renamedFrom).execute()
  }
}

/** A pending change request also stores the field. */
async function adoptRequestFields(tx: Tx, { organisation: { changeRequests: names } }: Catalogue, type: string, earlier: string, present: string): Promise<void> {
  if (names === undefined) return
  await sql`
    update documents set data = jsonb_set(data, array[${names.changes}]::text[], (
      select jsonb_agg(case when line ->> 'field' = ${earlier} then line || jsonb_build_object('field', ${present}::text) else line end order by place) from jsonb_array_elements(data -> ${names.changes}::text) with ordinality as lines (line, place)
    ))
    where type = ${names.type} and data ->> ${names.of}::text = ${type} and data -> ${names.changes}::text @> ${JSON.stringify([{ field: earlier }])}::jsonb`.execute(tx)
}

/** Values of records and settings may be document type ids. */
async function adoptValues(tx: Tx, catalogue: Catalogue): Promise<void> {
  const earlier = Object.values(catalogue.types).flatMap(({ renamedFrom }) => renamedFrom)
  const present = (id: string): string => presentId(catalogue, id)
  /** Whether the column contains a former id; undefined if the shape has no field for document types. */
  const holds = (shape: Shape, column: string): RawBuilder<boolean> | undefined => {
    const held = placesOf(shape).flatMap((place) => earlier.map((id) => sql`${sql.ref(column)} @> ${JSON.stringify(place(id))}::jsonb`))
    return held.length === 0 ? undefined : sql<boolean>`(${sql.join(held, sql` or `)})`
  }
  for (const { id, shape } of Object.values(catalogue.types)) {
    const where = holds(shape, 'data')
    if (where === undefined) continue
    for (const { company, key, data } of await tx.selectFrom('documents').select(['company', 'key', 'data']).where('type', '=', id).where(where).execute()) {
      await tx.updateTable('documents').set({ data: JSON.stringify(renamedIn(shape, data, present)) }).where('company', '=', company).where('type', '=', id).where('key', '=', key).execute()
    }
  }
  for (const [group, shape] of Object.entries(catalogue.settings)) {
    const where = holds(shape, 'values')
    if (where === undefined) continue
    for (const { company, values } of await tx.selectFrom('settings').select(['company', 'values']).where('group_name', '=', group).where(where).execute()) {
      await tx.updateTable('settings').set({ values: JSON.stringify(renamedIn(shape, values, present)) }).where('company', '=', company).where('group_name', '=', group).execute()
    }
  }
}

type Shape = Pick<ResolvedShape, 'fields'>

/** For each field whose values are document types: the smallest JSON a record contains if that field names the given type. */
function placesOf({ fields }: Shape): ((id: string) => JsonObject)[] {
  return Object.values(fields).flatMap(({ name, namesTypes, line }): ((id: string) => JsonObject)[] => {
    if (namesTypes === true) return [(id) => ({ [name]: [id] })]
    return line === undefined ? [] : placesOf(line).map((inLine) => (id) => ({ [name]: [inLine(id)] }))
  })
}

/** Replaces former ids by current ones, without duplicates. */
function renamedIn({ fields }: Shape, values: JsonObject, present: (id: string) => string): JsonObject {
  return Object.fromEntries(Object.entries(values).map(([name, value]): [string, Json] => {
    const { namesTypes, line } = fields[name] ?? {}
    if (!Array.isArray(value)) return [name, value]
    if (namesTypes === true) return [name, [...new Set(value.map((id) => (typeof id === 'string' ? present(id) : id)))]]
    return [name, line === undefined ? value : value.map((one) => (isObject(one) ? renamedIn(line, one, present) : one))]
  }))
}
