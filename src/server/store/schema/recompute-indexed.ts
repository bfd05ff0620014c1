/** Recomputes the stored values that lookups search (`x-index` with `x-compute`) once they are computed differently. */
import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { foldingSource, isSame, recomputedFields, recordDoc, type CompiledType, type Doc, type Engine, type ResolvedDocumentType, type RuleContext, type RuleErrorReport } from '../../../core/index.ts'
import type { Log } from '../../services.ts'
import { inTransaction, type Database, type Db, type Tx } from '../connection/database.ts'
import { identifier, literal } from '../sql/field-sql.ts'
import { sqlState } from '../sql/sql-state.ts'
import { whileLocked } from './type-indexes.ts'
import { partitionOf } from './type-partitions.ts'
import { NO_RIGHT } from '../connection/unusable.ts'

interface Key { company: string; key: string }
interface Row extends Key { state: string; rev: number; data: Doc }

const BATCH = 500
/** Nothing of it is read: only fields that follow from their record alone are recomputed. */
const NOBODY: RuleContext = {
  user: { id: '', email: '', name: '', company: '', roles: [], isNavuser: false, isApprover: false },
  settings: {}, company: { code: '', name: '', currency: '', timeZone: 'UTC' }, today: '', ref: () => undefined, lists: {},
}

/**
 * Records stored by an earlier version keep the values it computed, and a lookup that compares them with newly computed ones would miss
 * them. Does nothing for a type whose values are computed as in the last run; the comment on its partition holds the fingerprint of that. Every
 * batch is committed by itself, so that records are locked briefly; after an interruption, the next start begins again and writes what is
 * left. The revision and the audit trail stay as they are. A record for which an expression fails keeps its values, and is logged.
 */
export async function recomputeIndexed(database: Database, engine: Engine, log: Log): Promise<void> {
  for (const manifest of Object.values(engine.catalogue.types)) {
    const { id } = manifest
    const present = fingerprintOf(manifest)
    if (present === undefined || (await lastFingerprint(database.kysely, id)) === present) continue
    await whileLocked(database, async (db) => {
      if ((await lastFingerprint(db, id)) !== present) await recomputeType({ ...database, kysely: db }, engine.type(id), present, log)
    })
  }
}

/** A text that changes when the stored values of the type are computed differently; undefined if none are recomputed. */
function fingerprintOf(manifest: ResolvedDocumentType): string | undefined {
  const fields = recomputedFields(manifest).map(({ path, field }) => [path, field.compute])
  if (fields.length === 0) return undefined
  return `computed by ${createHash('sha256').update(JSON.stringify([fields, foldingSource(), process.versions['unicode']])).digest('hex').slice(0, 16)}`
}

async function lastFingerprint(db: Db, id: string): Promise<string | null | undefined> {
  const { rows } = await sql<{ comment: string | null }>`select obj_description(${identifier(partitionOf(id))}::regclass, 'pg_class') as comment`.execute(db)
  return rows[0]?.comment
}

async function recomputeType(database: Pick<Database, 'kind' | 'kysely' | 'hints'>, type: CompiledType, present: string, log: Log): Promise<void> {
  const { id } = type.manifest
  const began = performance.now()
  // Without statistics, as after a restore, each batch would be found by sorting all records that are left.
  await sql.raw(`analyze ${identifier(partitionOf(id))}`).execute(database.kysely)
  let [after, records]: [Key | undefined, number] = [{ company: '', key: '' }, 0]
  while (after !== undefined) {
    const from: Key = after
    const rows = await inTransaction(database, (tx) => recomputeBatch(tx, type, from, log))
    records += rows.length
    after = rows.length < BATCH ? undefined : rows.at(-1)
  }
  try {
    await sql.raw(`comment on table ${identifier(partitionOf(id))} is ${literal(present)}`).execute(database.kysely)
  } catch (error) {
    // Where another role owns the tables, an update of Node brings another Unicode without an upgrade as that role.
    if (sqlState(error) !== NO_RIGHT) throw error
    log.warn({ type: id }, 'stored values are recomputed at each start until the server has been started as the role that owns the tables')
  }
  if (records > 0) log.info({ type: id, records, milliseconds: Math.round(performance.now() - began) }, 'stored values that lookups search were recomputed')
}

/** Recomputes the records that come next after a key. */
async function recomputeBatch(tx: Tx, type: CompiledType, after: Key, log: Log): Promise<Row[]> {
  const { id } = type.manifest
  const { rows } = await sql<Row>`
    select company, key, state, rev, data from documents where type = ${id} and (company, type, key) > (${after.company}, ${id}, ${after.key}) order by company, type, key limit ${BATCH} for update`.execute(tx)
  const changed = rows.flatMap(({ company, ...record }) => {
    let failure: RuleErrorReport | undefined
    const data = type.recomputeIndexed(recordDoc(type.manifest, record), NOBODY, (report) => { failure ??= report })
    // Its message may contain values of the record.
    if (failure !== undefined) log.warn({ type: id, company, no: record.key, rule: failure.rule, code: failure.code }, 'a record keeps its stored values: they could not be recomputed')
    return failure !== undefined || isSame(data, record.data) ? [] : [{ company, key: record.key, data }]
  })
  if (changed.length > 0) {
    await sql`
      update documents d set data = n.data from jsonb_to_recordset(${JSON.stringify(changed)}::jsonb) as n (company text, key text, data jsonb)
      where d.company = n.company and d.type = ${id} and d.key = n.key`.execute(tx)
  }
  return rows
}
