/** The indexes that follow from the manifests: sort orders of all sortable columns, references, and unique fields. */
import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Catalogue, ResolvedDocumentType, ResolvedField } from '../../../core/index.ts'
import { ADVISORY_LOCKS } from '../transactions/advisory-locks.ts'
import type { Database, Db, Tx } from '../connection/database.ts'
import { columnOf, fieldSql, identifier, lastDaySql, literal, sortSql } from '../sql/field-sql.ts'
import { withoutTimeLimit } from '../connection/time-limit.ts'
import { partitionOf } from './type-partitions.ts'

interface TypeIndex { name: string; definition: string; /** The partition of its document type. */ table: string }

/** An index that cannot be built over the existing documents. */
export class IndexFailed extends Error {
  readonly index: string
  readonly table: string
  constructor({ name, table }: TypeIndex, cause: unknown) {
    super(`The index ${name} of ${table} cannot be built.`, { cause })
    this.index = name
    this.table = table
  }
}

const PREFIX = 'dt_'

/**
 * Creates missing indexes and drops those that no manifest requires any more. On a PostgreSQL server, they are built concurrently with
 * reads and writes.
 */
export async function createTypeIndexes(database: Database, catalogue: Catalogue): Promise<void> {
  const wanted = new Map(allIndexes(catalogue).map((index) => [index.name, index]))
  const concurrently = database.kind === 'postgres' ? 'concurrently' : ''
  await whileLocked(database, async (db) => {
    await withoutTimeLimit(db, async () => {
      const { rows } = await sql<{ name: string; valid: boolean }>`
        select c.relname as name, i.indisvalid as valid from pg_index i join pg_class c on c.oid = i.indexrelid join pg_inherits h on h.inhrelid = i.indrelid
        where h.inhparent = 'documents'::regclass and starts_with(c.relname, ${PREFIX})`.execute(db)
      const present = new Set(rows.filter((row) => row.valid).map((row) => row.name))
      for (const { name, valid } of rows) {
        if (!wanted.has(name) || !valid) await sql.raw(`drop index ${concurrently} if exists ${identifier(name)}`).execute(db)
      }
      for (const { name, definition } of wanted.values()) {
        if (!present.has(name)) await sql.raw(definition.replace('{name}', `${concurrently} ${identifier(name)}`)).execute(db)
      }
    })
  })
}

/**
 * Runs the work on a connection that holds the lock on the partitions' indexes and comments. It is a session lock, because an index cannot be
 * built concurrently inside a transaction.
 */
export function whileLocked<T>({ kysely }: Database, work: (db: Db) => Promise<T>): Promise<T> {
  return kysely.connection().execute(async (db) => {
    await acquireSessionLock(db)
    try {
      return await work(db)
    } finally {
      await sql`select pg_advisory_unlock(${ADVISORY_LOCKS.typeIndexes})`.execute(db)
    }
  })
}

/** Creates the indexes in a database that has none and is not used by anyone else. @throws IndexFailed */
export async function createFirstTypeIndexes(tx: Tx, catalogue: Catalogue): Promise<void> {
  for (const index of allIndexes(catalogue)) {
    await sql.raw(index.definition.replace('{name}', `if not exists ${identifier(index.name)}`)).execute(tx).catch((error: unknown) => { throw new IndexFailed(index, error) })
  }
}

function allIndexes(catalogue: Catalogue): TypeIndex[] {
  return Object.values(catalogue.types).flatMap((type) => indexesOf(type, dashboardDates(catalogue, type.id)))
}

/** Polls instead of waiting inside one statement: a waiting statement holds a snapshot, which the index build elsewhere would wait for. */
async function acquireSessionLock(db: Db): Promise<void> {
  for (;;) {
    const { rows } = await sql<{ taken: boolean }>`select pg_try_advisory_lock(${ADVISORY_LOCKS.typeIndexes}) as taken`.execute(db)
    if (rows[0]?.taken === true) return
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

/** The indexes of one type. Names contain a hash of the definition, so a changed definition makes a new index. */
export function indexesOf(manifest: ResolvedDocumentType, dates: string[] = []): TypeIndex[] {
  return [...orderIndexes(manifest, dates), ...valueIndexes(manifest), ...calendarIndexes(manifest)]
}

/** The fields by which dashboards assign the type's records to years. */
function dashboardDates({ dashboards }: Catalogue, type: string): string[] {
  const sources = Object.values(dashboards).flatMap(({ tiles, charts }) => [...tiles, ...charts.flatMap(({ series }) => series)])
  return sources.flatMap((source) => (source.type === type && source.date !== undefined ? [source.date] : []))
}

function orderIndexes(manifest: ResolvedDocumentType, dates: string[]): TypeIndex[] {
  const fields = new Set([manifest.list.sort.field, ...Object.keys(manifest.list.columns), ...dates])
  return [...fields].flatMap((name) => {
    const field = manifest.shape.fields[name]
    if (!field || field.type === 'array' || field.type === 'object' || name === manifest.key) return []
    const order = sortSql(manifest, field).sql
    const all = index(manifest, name, 'order', `(company, ${order}, key)`)
    const isFirst = name === manifest.list.sort.field && manifest.owner !== undefined
    return isFirst ? [all, index(manifest, name, 'own', `(company, owner, ${order}, key)`)] : [all]
  })
}

function valueIndexes(manifest: ResolvedDocumentType): TypeIndex[] {
  return Object.values(manifest.shape.fields).flatMap((field) => {
    if (field.type === 'array' && field.line === undefined && field.index) return [textsIndex(manifest, field.name)]
    if (!isScalar(field) || columnOf(manifest, field.name) !== undefined) return []
    const wanted = field.index || field.unique || manifest.list.filters[field.name] === 'equals'
    return wanted ? [index(manifest, field.name, 'value', `(company, ${fieldSql(manifest, field)})`)] : []
  })
}

/** Finds what is between two days: most records have ended before, so the last day comes first. */
function calendarIndexes(manifest: ResolvedDocumentType): TypeIndex[] {
  const { calendar } = manifest.list
  const [field, end] = [calendar?.start, calendar?.end].map((name) => manifest.shape.fields[name ?? ''])
  if (field === undefined || end === undefined) return []
  return [index(manifest, field.name, 'days', `(company, ${lastDaySql({ field, end })}, ${sortSql(manifest, field).sql})`)]
}

/** Finds records whose list of texts contains a given text. */
function textsIndex(manifest: ResolvedDocumentType, field: string): TypeIndex {
  return index(manifest, field, 'texts', `using gin ((data->${literal(field)}) jsonb_path_ops)`)
}

function isScalar(field: ResolvedField): boolean {
  return field.type !== 'array' && field.type !== 'object'
}

function index(manifest: ResolvedDocumentType, field: string, kind: string, columns: string): TypeIndex {
  const table = partitionOf(manifest.id)
  const definition = `create index {name} on ${identifier(table)} ${columns}`
  const hash = createHash('sha256').update(definition).digest('hex').slice(0, 10)
  return { name: `${PREFIX}${manifest.id}_${field}_${kind}`.slice(0, 50) + `_${hash}`, definition, table }
}
