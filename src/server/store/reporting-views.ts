/**
 * For reporting tools: one view per document type, `v_<type>`, with typed columns, and one per array of lines; also under former ids of the
 * type.
 */
import { sql } from 'kysely'
import { dependenciesOf, hiddenFields, idsOf, fieldsRevealingState, type Catalogue, type HiddenFields, type ResolvedDocumentType, type ResolvedField } from '../../core/index.ts'
import type { HiddenByOverlays } from '../services.ts'
import { ADVISORY_LOCKS } from './advisory-locks.ts'
import type { Tx } from './database.ts'
import { publishedOverlays } from './overlays.ts'
import { sqlState } from './sql-state.ts'
import { UnusableDatabaseError } from './unusable.ts'
import { columnOf, dataValue, identifier, literal, sqlTypeOf, wireStateSql } from './field-sql.ts'

/**
 * Replaces the views. They contain no internal fields and none that the manifests or an overlay hide from any role, because
 * readers of the views have no role here.
 */
export async function createReportingViews(tx: Tx, catalogue: Catalogue, hiddenByOverlays: HiddenByOverlays): Promise<void> {
  const { rows } = await sql<{ name: string; comment: string | null }>`
    select c.relname as name, obj_description(c.oid) as comment from pg_class c
    where c.relkind = 'v' and c.relnamespace = current_schema()::regnamespace and starts_with(c.relname, 'v_')`.execute(tx)
  const present = new Map(rows.map((row) => [row.name, row.comment]))
  const overlaid = await hiddenByOverlays(await publishedOverlays(tx))
  const wanted = Object.values(catalogue.types).flatMap((manifest) => allViewsOf(manifest, hiddenOf(catalogue, manifest, overlaid)))
  const names = new Set(wanted.map(([name]) => name))
  // Views of lines that are now hidden.
  for (const [name] of Object.values(catalogue.types).flatMap((manifest) => allViewsOf(manifest, NOTHING))) {
    if (present.has(name) && !names.has(name)) await dropView(tx, name)
  }
  for (const [name, definition] of wanted) {
    // The definition is stored as the view's comment, so that an unchanged view is left alone and its readers are not disturbed.
    if (present.get(name) === definition) continue
    await dropView(tx, name)
    await sql.raw(definition).execute(tx)
    await sql.raw(`comment on view ${identifier(name)} is ${literal(definition)}`).execute(tx)
  }
}

/** A reader of a view blocks its replacement, and a report may take long. */
const MAX_LOCK_WAIT = '3s'

/**
 * Renews the views for overlays changed in this transaction. Returns the reason if that fails; the transaction then continues with the old
 * views.
 */
export async function renewReportingViews(tx: Tx, catalogue: Catalogue, hiddenByOverlays: HiddenByOverlays): Promise<string | undefined> {
  await sql`select pg_advisory_xact_lock(${ADVISORY_LOCKS.reportingViews})`.execute(tx)
  await sql`savepoint of_views`.execute(tx)
  try {
    await sql`select set_config('lock_timeout', ${MAX_LOCK_WAIT}, true)`.execute(tx)
    await createReportingViews(tx, catalogue, hiddenByOverlays)
    await sql`set local lock_timeout to default`.execute(tx)
  } catch (error) {
    await sql`rollback to savepoint of_views`.execute(tx)
    return error instanceof Error ? error.message : String(error)
  }
  await sql`release savepoint of_views`.execute(tx)
  return undefined
}

/** Other objects depend on one of the views. */
const DEPENDED_UPON = '2BP01'

async function dropView(tx: Tx, name: string): Promise<void> {
  try {
    await sql.raw(`drop view if exists ${identifier(name)}`).execute(tx)
  } catch (error) {
    if (sqlState(error) !== DEPENDED_UPON) throw error
    const { detail = name } = error as { detail?: string }
    throw new UnusableDatabaseError(`The reporting view "${name}" must be recreated, because its fields have changed, but other views depend on it: ${detail.replaceAll('\n', '; ')}. Drop those and run this again; then recreate them from the existing columns.`)
  }
}

function hiddenOf({ organisation }: Catalogue, manifest: ResolvedDocumentType, overlaid: HiddenFields): ReadonlySet<string> {
  const changes = manifest.id === organisation.changeRequests?.type ? whatChanges(manifest, organisation.changeRequests.changes) : []
  return new Set([...hiddenFields(manifest), ...overlaid.get(manifest.id) ?? [], ...changes])
}

/**
 * A change request contains values of fields that may be hidden in the record itself, so its lines and the fields computed from them are
 * left out.
 */
function whatChanges({ shape }: ResolvedDocumentType, changes: string): string[] {
  const reads = ({ compute }: ResolvedField): boolean => compute !== undefined && dependenciesOf(compute).some(([root, name]) => root === 'doc' && name === changes)
  return [changes, ...Object.values(shape.fields).filter(reads).map(({ name }) => name)]
}

const NOTHING: ReadonlySet<string> = new Set()

/** Columns of every view; a field with the same name is left out. */
const OWN_COLUMNS = new Set([
  'company_code', 'document_key', 'document_state', 'document_owner', 'document_rev', 'document_created_at', 'document_updated_at', 'line_position'
])

/** Includes views under former ids of the type, so that existing reports keep working. */
function allViewsOf(manifest: ResolvedDocumentType, hidden: ReadonlySet<string>): [string, string][] {
  return idsOf(manifest).flatMap((id) => viewsOf(manifest, id, hidden))
}

function viewsOf(manifest: ResolvedDocumentType, id: string, hidden: ReadonlySet<string>): [string, string][] {
  const base = `v_${id.replaceAll('-', '_')}`
  const fields = Object.values(manifest.shape.fields).filter((field) => !field.internal && !field.wireOnly && !hidden.has(field.name))
  const scalars = fields.filter(isColumn)
  const header = [
    'd.company as company_code', 'd.key as document_key', `${stateColumn(manifest, hidden)} as document_state`, 'd.owner as document_owner', 'd.rev as document_rev',
    'd.created_at as document_created_at', 'd.updated_at as document_updated_at',
    ...scalars.map((field) => `${headerColumn(manifest, field)} as ${identifier(field.name)}`)
  ]
  const where = `where d.type = ${literal(manifest.id)}`
  const views: [string, string][] = [[base, `create view ${identifier(base)} as select ${header.join(', ')} from documents d ${where}`]]
  for (const field of fields) {
    if (!field.line) continue
    const name = `${base}_${field.name.toLowerCase()}`
    const columns = Object.values(field.line.fields)
      .filter((one) => !one.internal && !one.wireOnly && !hidden.has(`${field.name}.${one.name}`) && isColumn(one))
      .map((one) => `${typed(one, 'l.')} as ${identifier(one.name)}`)
    const own = ['d.company as company_code', 'd.key as document_key', 'l.position as line_position', ...columns]
    const rows = `jsonb_array_elements(case jsonb_typeof(d.data->${literal(field.name)}) when 'array' then d.data->${literal(field.name)} else '[]' end) with ordinality as l(data, position)`
    views.push([name, `create view ${identifier(name)} as select ${own.join(', ')} from documents d cross join lateral ${rows} ${where}`])
  }
  return views
}

function isColumn(field: ResolvedField): boolean {
  return field.type !== 'array' && field.type !== 'object' && !OWN_COLUMNS.has(field.name)
}

/** The state itself, or its wire status if a field that reveals the state is hidden. */
function stateColumn(manifest: ResolvedDocumentType, hidden: ReadonlySet<string>): string {
  const field = manifest.shape.fields[manifest.stateField]
  return field !== undefined && fieldsRevealingState(manifest).some((name) => hidden.has(name)) ? wireStateSql(manifest, field, 'd.') : 'd.state'
}

function headerColumn(manifest: ResolvedDocumentType, field: ResolvedField): string {
  const column = columnOf(manifest, field.name)
  return column === undefined ? typed(field, 'd.') : wireStateSql(manifest, field, 'd.')
}

function typed(field: ResolvedField, table: string): string {
  const value = dataValue(field.name, sqlTypeOf(field), table)
  return field.format === 'date' ? dateSql(value) : value
}

/**
 * Casts a text to a date; NULL if no calendar has it. A view that fails on one row is useless to a report. The first of the month can
 * always be cast, and if the day counted from there is not the one that the text names, the month is too short for it.
 */
function dateSql(text: string): string {
  const day = `((left(${text}, 7) || '-01')::date + (right(${text}, 2)::integer - 1))`
  return `(case when ${text} ~ '^(?!0000)[0-9]{4}-(0[1-9]|1[0-2])-[0-9]{2}$' then case when to_char(${day}, 'YYYY-MM-DD') = ${text} then ${day} end end)`
}
