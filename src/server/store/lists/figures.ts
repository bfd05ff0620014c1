/** Figures over other documents, as lookups declare them: any number of them in few statements. */
import type { FieldOperand, FigureOperands, FigureValue, RowPredicate } from '../../../core/index.ts'
import type { Db } from '../connection/database.ts'
import { operand, predicateSql } from '../documents/predicate-sql.ts'
import { literal } from '../sql/field-sql.ts'
import { FilledStatement, Statement } from '../sql/statement.ts'

/** The documents that match a condition, and the figure to compute over them. `empty` is its value if there are none. */
export interface FigureQuery extends FigureOperands { of: string; where: RowPredicate; empty: FigureValue }

/** The most groups of a figure; further groups, in sort order, are left out. */
const MAX_GROUPS = 200

/** Reads one figure. */
export async function lookUp(db: Db, company: string, query: FigureQuery): Promise<FigureValue> {
  return (await lookUpAll(db, company, [query]))[0] ?? query.empty
}

/**
 * A document with many lines needs a thousand figures, and the embedded database blocks all other work while it plans and runs a statement.
 * A figure with a condition of its own weighs more: it is planned by itself.
 */
const MAX_WEIGHT = 300
const OWN_WEIGHT = 5

/**
 * All figures, in the order of the argument, in as few statements as their weight allows. Identical figures are computed once, and those that
 * differ only in values (the balance of each person) are planned once.
 */
export async function lookUpAll(db: Db, company: string, queries: FigureQuery[]): Promise<FigureValue[]> {
  const names = queries.map((one) => (one.where.kind === 'never' ? undefined : nameOf(one)))
  const distinct = new Map(queries.flatMap((one, place) => (names[place] === undefined ? [] : [[names[place], one] as const])))
  const known = new Map<string | undefined, FigureValue>()
  for (const units of portionsOf(unitsOf([...distinct].map(([name, query]) => templateOf(name, query))))) {
    for (const [name, value] of await readUnits(db, company, units)) known.set(name, value)
  }
  return queries.map(({ empty }, place) => known.get(names[place]) ?? empty)
}

function nameOf({ of, figure, field, by, per, where }: FigureQuery): string {
  return JSON.stringify([of, figure, field?.name, by?.name, per?.name, where])
}

/** A figure with the text and the values of its SQL. */
interface Template { name: string; query: FigureQuery; text: string; given: Statement }

function templateOf(name: string, query: FigureQuery): Template {
  const given = new Statement()
  return { name, query, text: figureSql(query, given, COMPANY), given }
}

/** Stands for the company in templates. */
const COMPANY = ':company'

/** Figures that are computed together: one, or several whose texts are the same. */
type Unit = [Template, ...Template[]]

function unitsOf(templates: readonly Template[]): Unit[] {
  const alike = new Map<string, Unit>()
  for (const one of templates) {
    const unit = alike.get(one.text)
    if (unit === undefined) alike.set(one.text, [one])
    else unit.push(one)
  }
  return [...alike.values()].flatMap((unit) => (canShare(unit) ? partsOf(unit) : unit.map((one): Unit => [one])))
}

/** Rows of values are made of scalars whose type is known. */
function canShare(unit: Unit): boolean {
  const varying = varyingPlaces(unit)
  return varying.length > 0 && varying.every((place) => isScalarType(unit[0].given.casts[place]))
}

/** The places of the values in which the figures differ. */
function varyingPlaces([{ given: first }, ...others]: Unit): number[] {
  const isSame = (value: unknown, other: unknown): boolean => value === other || (Array.isArray(value) && JSON.stringify(value) === JSON.stringify(other))
  return [...first.values.keys()].filter((place) => others.some(({ given }) => !isSame(first.values[place], given.values[place])))
}

function isScalarType(cast: string | undefined): boolean {
  return cast !== undefined && !cast.endsWith('[]')
}

function partsOf(unit: Unit): Unit[] {
  return Array.from({ length: Math.ceil(unit.length / MAX_WEIGHT) }, (_, part) => unit.slice(part * MAX_WEIGHT, (part + 1) * MAX_WEIGHT) as Unit)
}

/** The units of each statement. */
function portionsOf(units: readonly Unit[]): Unit[][] {
  const portions: { units: Unit[]; weight: number }[] = []
  for (const unit of units) {
    const weight = Math.max(OWN_WEIGHT, unit.length)
    const last = portions.at(-1)
    if (last === undefined || last.weight + weight > MAX_WEIGHT) portions.push({ units: [unit], weight })
    else {
      last.units.push(unit)
      last.weight += weight
    }
  }
  return portions.map((portion) => portion.units)
}

async function readUnits(db: Db, company: string, units: readonly Unit[]): Promise<[string, FigureValue][]> {
  const s = new Statement()
  const at = s.value(company)
  const figures = units.map((unit) => unitSql(unit, s, at))
  // As JSON, because the number of result columns is limited.
  const [row] = await s.run<{ figures: (FigureValue | FigureValue[])[] }>(db, `select to_jsonb(array[${figures.join(', ')}]) as figures`)
  return units.flatMap((unit, index) => {
    const found = row?.figures[index] ?? null
    return unit.length === 1 ? [[unit[0].name, found as FigureValue] as const] : unit.map(({ name }, place) => [name, (found as FigureValue[])[place] ?? null] as const)
  }) as [string, FigureValue][]
}

/** The figure, or an array of the figures for each row of values. */
function unitSql(unit: Unit, s: Statement, company: string): string {
  const [first, ...others] = unit
  const { values, casts } = first.given
  if (others.length === 0) return figureSql(first.query, s, company)
  const varying = new Set(varyingPlaces(unit))
  const columns: string[] = []
  const filled = values.map((value, place) => {
    if (!varying.has(place)) return s.value(value, casts[place])
    columns.push(s.value(unit.map(({ given }) => given.values[place]), `${casts[place] ?? 'text'}[]`))
    return `asked.v${columns.length}`
  })
  const figure = figureSql(first.query, new FilledStatement(filled), company)
  return `(select jsonb_agg(${figure} order by asked.n) from unnest(${columns.join(', ')}) with ordinality as asked(${columns.map((_, index) => `v${index + 1}`).join(', ')}, n))`
}

function figureSql(query: FigureQuery, s: Statement, company: string): string {
  const rows = `documents d where d.company = ${company} and d.type = ${literal(query.of)} and ${predicateSql(query.where, s, { type: query.of, company })}`
  return query.per === undefined ? ofAll(query, rows) : byGroup(query, query.per, rows)
}

function ofAll(query: FigureQuery, rows: string): string {
  const { figure, field, by } = query
  if (field === undefined || by === undefined) return `(select to_jsonb(${resultSql(query)}) from ${rows})`
  const direction = figure === 'latest' ? 'desc' : 'asc'
  return `(select to_jsonb(${given(field)}) from ${rows} and ${given(by)} is not null order by ${given(by)} ${direction}, d.key collate "C" ${direction} limit 1)`
}

function byGroup(query: FigureQuery, per: FieldOperand, rows: string): string {
  return `(select coalesce(jsonb_agg(jsonb_strip_nulls(jsonb_build_object('group', g.name, 'value', g.value)) order by g.name nulls first), '[]')
    from (select ${given(per)} as name, ${resultSql(query)} as value from ${rows} group by 1 order by 1 nulls first limit ${MAX_GROUPS}) g)`
}

function resultSql({ figure, field }: FigureQuery): string {
  if (field === undefined) return 'count(*)'
  return figure === 'sum' ? `coalesce(sum(${given(field)}), 0)` : `${figure}(${given(field)})`
}

/** A field for comparisons: NULL if empty, text by code point on every database. */
function given(field: FieldOperand): string {
  return field.type === 'string' ? `(nullif(${operand(field)}, '') collate "C")` : operand(field)
}
