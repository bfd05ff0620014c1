/** Finds which records refer to another one, before it is deleted. */
import type { Catalogue, ResolvedShape } from '../../../core/index.ts'
import type { Db } from '../connection/database.ts'
import { dataValue, literal } from '../sql/field-sql.ts'
import { Statement } from '../sql/statement.ts'

/** Records of one type that refer to the record: the key of one of them, and their number, counted up to a limit. */
export interface Use { type: string; key: string; count: number }

/** Counting stops here. */
const MAX_COUNTED = 1_000

interface Holder { type: string; field: string; /** The array whose lines contain the reference. */ array?: string; kind: 'one' | 'list' | 'owner'; /** The value of another field with which it is this reference. */ by?: { field: string; value: string } }

/** References from the company's other records, by type in the catalogue's order; a record's references to itself do not count. */
export async function usesOf(db: Db, catalogue: Catalogue, record: { company: string; type: string; key: string }): Promise<Use[]> {
  const uses: Use[] = []
  for (const [type, holders] of byType(holdersOf(catalogue, record.type))) {
    const s = new Statement()
    const key = s.value(record.key)
    const condition = holders.map((holder) => conditionOf(holder, key)).join(' or ')
    const self = type === record.type ? `and d.key <> ${key}` : ''
    const [row] = await s.run<{ key: string | null; count: number }>(
      db, `select min(u.key) as key, count(*)::int as count from (
        select d.key from documents d where d.company = ${s.value(record.company)} and d.type = ${literal(type)} ${self} and (${condition}) order by d.key limit ${MAX_COUNTED}
      ) u`
    )
    if (row !== undefined && row.key !== null) uses.push({ type, key: row.key, count: row.count })
  }
  return uses
}

function holdersOf(catalogue: Catalogue, to: string): Holder[] {
  const inShape = (type: string, shape: ResolvedShape, array?: string): Holder[] => Object.values(shape.fields).flatMap((field): Holder[] => {
    if (field.line !== undefined) return inShape(type, field.line, field.name)
    const place = { type, field: field.name, ...(array !== undefined && { array }) }
    const { field: by = '', to: kinds = {} } = field.refBy ?? {}
    const decided = Object.entries(kinds).flatMap(([value, ref]): Holder[] => (ref.to === to ? [{ ...place, kind: 'one', by: { field: by, value } }] : []))
    return field.ref?.to === to ? [{ ...place, kind: field.type === 'array' ? 'list' : 'one' }] : decided
  })
  const isPerson = catalogue.organisation.employees?.type === to
  return Object.values(catalogue.types).flatMap((type) => {
    const owned: Holder[] = isPerson && type.owner !== undefined ? [{ type: type.id, field: type.owner, kind: 'owner' }] : []
    return [...inShape(type.id, type.shape), ...owned]
  })
}

function byType(holders: Holder[]): Map<string, Holder[]> {
  const groups = new Map<string, Holder[]>()
  for (const holder of holders) groups.set(holder.type, [...(groups.get(holder.type) ?? []), holder])
  return groups
}

function conditionOf({ field, array, kind, by }: Holder, key: string): string {
  if (kind === 'owner') return `d.owner = ${key}`
  const held = kind === 'list' ? `jsonb_build_array(${key}::text)` : `${key}::text`
  const object = `jsonb_build_object(${literal(field)}, ${held}${by === undefined ? '' : `, ${literal(by.field)}, ${literal(by.value)}`})`
  if (array !== undefined) return `d.data @> jsonb_build_object(${literal(array)}, jsonb_build_array(${object}))`
  return kind === 'list' || by !== undefined ? `d.data @> ${object}` : `${dataValue(field, 'text', 'd.')} = ${key}`
}
