/**
 * How a field of a document type is read in SQL. This is the only place, because an index serves a query only if both use exactly the same
 * expression. Field and type names come from checked manifests; they are quoted nevertheless.
 */
import { wireState, type ResolvedDocumentType, type ResolvedField } from '../../../core/index.ts'

export type SqlType = 'text' | 'numeric' | 'boolean'

/** Quotes text as an SQL literal. */
export function literal(text: string): string {
  return `'${text.replaceAll("'", "''")}'`
}

/** Quotes a name as an SQL identifier. */
export function identifier(name: string): string {
  return `"${name.replaceAll('"', '""')}"`
}

/** The SQL type in which a field is compared. */
export function sqlTypeOf(field: Pick<ResolvedField, 'type'>): SqlType {
  if (field.type === 'number' || field.type === 'integer') return 'numeric'
  return field.type === 'boolean' ? 'boolean' : 'text'
}

/** The dedicated column that stores the field, if it has one. */
export function columnOf(manifest: ResolvedDocumentType, field: string): 'key' | 'state' | 'owner' | undefined {
  if (field === manifest.key) return 'key'
  if (field === manifest.stateField && Object.keys(manifest.states).length > 0) return 'state'
  return manifest.owner !== undefined && field === manifest.owner ? 'owner' : undefined
}

/** A value in the data as text, numeric or boolean; NULL if it is absent or of another JSON type. */
export function dataValue(name: string, type: SqlType, table = ''): string {
  const data = `${table}data`
  if (type === 'text') return `(${data}->>${literal(name)})`
  const kind = type === 'numeric' ? 'number' : 'boolean'
  // A stored value of another type (if the field's type has changed) must not make the whole query fail.
  return `(case jsonb_typeof(${data}->${literal(name)}) when '${kind}' then (${data}->${literal(name)})::${type} end)`
}

/** The field as the API shows it: the wire status for the state field, the stored value for any other. */
export function wireStateSql(manifest: ResolvedDocumentType, field: ResolvedField, table = ''): string {
  if (columnOf(manifest, field.name) !== 'state') return fieldSql(manifest, field, table)
  const wire = Object.keys(manifest.states).map((state) => [state, wireState(manifest, state)] as const).filter(([state, word]) => state !== word)
  return wire.length === 0 ? `${table}state` : `(case ${table}state ${wire.map(([state, word]) => `when ${literal(state)} then ${literal(word)}`).join(' ')} else ${table}state end)`
}

/** The field for comparisons, as stored. */
export function fieldSql(manifest: ResolvedDocumentType, field: ResolvedField, table = ''): string {
  const column = columnOf(manifest, field.name)
  return column === undefined ? dataValue(field.name, sqlTypeOf(field), table) : `${table}${column}`
}

/**
 * The field for sorting: never NULL, text case-insensitive, in the same order on every database. `labels`, SQL of an object of texts by value,
 * stand for the values that they have a text for.
 */
export function sortSql(manifest: ResolvedDocumentType, field: ResolvedField, table = '', labels?: string): { sql: string; type: 'text' | 'numeric' } {
  const column = columnOf(manifest, field.name)
  if (labels !== undefined) {
    const value = fieldSql(manifest, field, table)
    return { sql: `(coalesce(lower(coalesce(${labels} ->> ${value}, ${value})), '') collate "C")`, type: 'text' }
  }
  if (column === 'key') return { sql: `${table}key`, type: 'text' }
  if (sqlTypeOf(field) === 'numeric') return { sql: `coalesce(${dataValue(field.name, 'numeric', table)}, '-Infinity'::numeric)`, type: 'numeric' }
  const text = column === undefined ? `${table}data->>${literal(field.name)}` : wireStateSql(manifest, field, table)
  const folded = field.format === 'date' || field.format === 'date-time' ? text : `lower(${text})`
  return { sql: `(coalesce(${folded}, '') collate "C")`, type: 'text' }
}

/** The first day or moment of a record in a calendar; empty if it has none. */
export function firstDaySql({ name }: ResolvedField, table = ''): string {
  return `(coalesce(${table}data->>${literal(name)}, '') collate "C")`
}

/** The last day or moment of a record in a calendar: the first if it has none. Never NULL. */
export function lastDaySql({ field, end }: { field: ResolvedField; end: ResolvedField }, table = ''): string {
  const texts = [...new Set([end, field])].map(({ name }) => `${table}data->>${literal(name)}`)
  return `(coalesce(${texts.join(', ')}, '') collate "C")`
}
