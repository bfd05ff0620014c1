/** Recomputes the stored values that lookups search (`x-index` with `x-compute`) once their manifest computes them differently. */
import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { atOnce, dependenciesOf, isObject, isSame, recordDoc, type CompiledType, type Doc, type Engine, type ResolvedDocumentType, type ResolvedField, type RuleContext } from '../../core/index.ts'
import { ADVISORY_LOCKS } from './advisory-locks.ts'
import type { Database, Tx } from './database.ts'
import { identifier, literal } from './field-sql.ts'
import { partitionOf } from './type-partitions.ts'

/** A computed field with its expression; in lines of `array`, or in the header. */
interface Computed { array: string | undefined; name: string; expression: string }

const BATCH = 500
/** Nothing of it is read: only fields that follow from their record alone are recomputed. */
const NOBODY: RuleContext = {
  user: { id: '', email: '', name: '', company: '', roles: [], isNavuser: false, isApprover: false },
  settings: {}, company: { code: '', name: '', currency: '', timeZone: 'UTC' }, today: '', ref: () => undefined, lists: {},
}

/**
 * Records stored by an earlier version keep the values it computed, and a lookup that compares them with newly computed ones would miss
 * them. Does nothing for a type whose expressions are still those of the last run; the comment on its partition says which those were.
 * Fields that read more than their own record, or are computed only for a while, are recomputed when the record is next written. The
 * revision and the audit trail stay as they are.
 */
export async function recomputeIndexed(database: Database, engine: Engine): Promise<void> {
  for (const { id } of Object.values(engine.catalogue.types)) {
    const type = engine.type(id)
    const fields = recomputedFields(type.manifest)
    if (fields.length > 0) await database.transaction((tx) => recomputeType(tx, type, fields))
  }
}

/** The fields to recompute, each after those that it reads. */
function recomputedFields(manifest: ResolvedDocumentType): Computed[] {
  const found: Computed[] = []
  for (const field of Object.values(manifest.shape.fields)) {
    if (field.index) found.push(...(withSources(manifest, undefined, field) ?? []))
  }
  return [...new Map(found.map((one) => [`${one.array ?? ''}.${one.name}`, one])).values()]
}

/** The field after the computed fields that it reads; none if it is not computed, and undefined if it reads more than its record. */
function withSources(manifest: ResolvedDocumentType, array: string | undefined, field: ResolvedField, above: readonly ResolvedField[] = []): Computed[] | undefined {
  const { compute, computeWhile, live, name } = field
  if (compute === undefined) return []
  if (computeWhile !== undefined || live !== undefined || above.includes(field)) return undefined
  const sources: Computed[] = []
  for (const path of dependenciesOf(compute)) {
    const read = fieldsRead(manifest, array, path)
    if (read === undefined) return undefined
    for (const one of read) {
      const own = withSources(manifest, one.array, one.field, [...above, field])
      if (own === undefined) return undefined
      sources.push(...own)
    }
  }
  return [...sources, { array, name, expression: compute }]
}

/** The fields of the record on a path that an expression reads; undefined if the path leads out of the record. */
function fieldsRead({ shape }: ResolvedDocumentType, array: string | undefined, [root, ...names]: string[]): { array: string | undefined; field: ResolvedField }[] | undefined {
  if (root === 'state') return []
  if (root !== 'doc' && (root !== 'line' || array === undefined)) return undefined
  const [first, , second] = root === 'line' ? [array, '*', ...names] : names
  const header = first === undefined ? undefined : shape.fields[first]
  if (header === undefined) return undefined
  const read = [{ array: undefined, field: header }]
  if (second === undefined) return read
  const inLine = header.line?.fields[second]
  return inLine && [...read, { array: header.name, field: inLine }]
}

async function recomputeType(tx: Tx, type: CompiledType, fields: Computed[]): Promise<void> {
  const { id } = type.manifest
  const partition = identifier(partitionOf(id))
  const present = `computed by ${createHash('sha256').update(JSON.stringify(fields)).digest('hex').slice(0, 16)}`
  await sql`select pg_advisory_xact_lock(${ADVISORY_LOCKS.migration})`.execute(tx)
  const { rows: [last] } = await sql<{ comment: string | null }>`select obj_description(${partition}::regclass, 'pg_class') as comment`.execute(tx)
  if (last?.comment === present) return
  await sql`set local statement_timeout = 0`.execute(tx)
  let after = { company: '', key: '' }
  for (;;) {
    const { rows } = await sql<{ company: string; key: string; state: string; rev: number; data: Doc }>`
      select company, key, state, rev, data from documents where type = ${id} and (company, key) > (${after.company}, ${after.key}) order by company, key limit ${BATCH} for update`.execute(tx)
    for (const { company, ...record } of rows) {
      const data = recomputed(type, fields, recordDoc(type.manifest, record), record.data)
      if (!isSame(data, record.data)) await tx.updateTable('documents').set({ data: JSON.stringify(data) }).where('type', '=', id).where('company', '=', company).where('key', '=', record.key).execute()
    }
    const next = rows.at(-1)
    if (rows.length < BATCH || next === undefined) break
    after = next
  }
  await sql.raw(`comment on table ${partition} is ${literal(present)}`).execute(tx)
}

/** The stored data with the fields recomputed. */
function recomputed(type: CompiledType, fields: Computed[], doc: Doc, stored: Doc): Doc {
  let [seen, data] = [doc, stored]
  const put = (name: string, value: Doc[string] | undefined): void => {
    const rest = ({ [name]: _, ...others }: Doc): Doc => others
    ;[seen, data] = [seen, data].map((one) => (value === undefined ? rest(one) : { ...one, [name]: value })) as [Doc, Doc]
  }
  for (const { array, name, expression } of fields) {
    if (array === undefined) put(name, notEmpty(type.value(expression, seen, NOBODY)))
    else {
      const lines = seen[array]
      if (!Array.isArray(lines)) continue
      const values = atOnce(type.workingOutEach({ [name]: expression }, array, seen, NOBODY))
      put(array, lines.map((line, index) => {
        if (!isObject(line)) return line
        const { [name]: _, ...rest } = line
        const value = notEmpty(values[index]?.[name])
        return value === undefined ? rest : { ...rest, [name]: value }
      }))
    }
  }
  return data
}

/** Empty means absent, as when a rule writes the value. */
function notEmpty(value: Doc[string] | undefined): Doc[string] | undefined {
  return value === null || value === '' || (Array.isArray(value) && value.length === 0) ? undefined : value
}
