/**
 * For reporting tools: one view per document type, `v_<type>`, with typed columns, and one per array of lines; also under former ids of the
 * type.
 */
import { sql } from 'kysely'
import { dependenciesOf, hiddenFields, idsOf, isStateRedacted, type Catalogue, type HiddenIn, type HiddenOfType, type ResolvedDocumentType, type ResolvedField } from '../../../core/index.ts'
import type { HiddenByOverlays } from '../../services.ts'
import { ADVISORY_LOCKS } from '../transactions/advisory-locks.ts'
import type { Tx } from '../connection/database.ts'
import { publishedOverlays } from '../settings/overlays.ts'
import { inSavepoint } from '../transactions/savepoint.ts'
import { sqlState } from '../sql/sql-state.ts'
import { UnusableDatabaseError } from '../connection/unusable.ts'
import { columnOf, dataValue, identifier, literal, sqlTypeOf, wireStateSql } from '../sql/field-sql.ts'

/**
 * Creates the views, and replaces those that have changed. Readers of a view have no role here, so nothing is shown that is hidden from any
 * role. Which columns a view has depends on the manifests alone: those without internal fields and without fields that they hide. What an
 * overlay hides is NULL in the companies where it applies, and lines that it hides have no rows there; so nobody's own views on these ones
 * stand in the way of an overlay.
 */
export async function createReportingViews(tx: Tx, catalogue: Catalogue, hiddenByOverlays: HiddenByOverlays): Promise<void> {
  await lockViews(tx)
  for (const view of await outdatedViews(tx, catalogue, hiddenByOverlays)) await renewView(tx, view)
}

/** Otherwise a server that starts during a publication could put back what this hides. */
async function lockViews(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(${ADVISORY_LOCKS.reportingViews})`.execute(tx)
}

/** A view to create or replace; without a definition, one to drop. */
interface OutdatedView { name: string; definition: string | undefined }

async function outdatedViews(tx: Tx, catalogue: Catalogue, hiddenByOverlays: HiddenByOverlays): Promise<OutdatedView[]> {
  const { rows } = await sql<PresentView>`
    select c.relname as name, obj_description(c.oid) as comment,
      array(select attname::text from pg_attribute where attrelid = c.oid and attnum > 0 and not attisdropped order by attnum) as columns
    from pg_class c where c.relkind = 'v' and c.relnamespace = current_schema()::regnamespace and starts_with(c.relname, 'v_')`.execute(tx)
  const present = new Map(rows.map((row) => [row.name, row]))
  const overlaid = await hiddenByOverlays(await publishedOverlays(tx))
  const types = Object.values(catalogue.types)
  const wanted = types.flatMap((manifest) => allViewsOf(manifest, { always: hiddenByManifest(catalogue, manifest), byOverlays: overlaid.get(manifest.id) }))
  const names = new Set(wanted.map(({ name }) => name))
  // Views of lines that the manifest hides by now.
  const unwanted = types.flatMap((manifest) => allViewsOf(manifest, { always: new Set(), byOverlays: undefined }))
    .filter(({ name }) => present.has(name) && !names.has(name))
  return [
    ...unwanted.map(({ name }) => ({ name, definition: undefined })),
    ...wanted.map((view) => ({ name: view.name, definition: definitionOf(view, present.get(view.name)?.columns ?? []) }))
      // The definition is stored as the view's comment, so that an unchanged view is left alone and its readers are not disturbed.
      .filter(({ name, definition }) => present.get(name)?.comment !== definition),
  ]
}

async function renewView(tx: Tx, { name, definition }: OutdatedView): Promise<void> {
  if (definition === undefined) return dropView(tx, name)
  await replaceView(tx, name, definition)
  await sql.raw(`comment on view ${identifier(name)} is ${literal(definition)}`).execute(tx)
}

interface PresentView { name: string; comment: string | null; columns: string[] }

/** Its columns by name, with their expressions. */
interface View { name: string; columns: ReadonlyMap<string, string>; from: string }

/** New columns come last: PostgreSQL replaces a view, with others that depend on it, only if its columns keep their places. */
function definitionOf({ name, columns, from }: View, present: readonly string[]): string {
  const order = new Set([...present.filter((column) => columns.has(column)), ...columns.keys()])
  return `create or replace view ${identifier(name)} as select ${[...order].map((column) => `${columns.get(column)!} as ${identifier(column)}`).join(', ')} from ${from}`
}

/**
 * How long a renewal waits for reports in all, in milliseconds. A reader of a view blocks its replacement and may take long, and those who
 * come after a waiting replacement wait with it.
 */
const MAX_WAIT_MS = 3_000
/**
 * The same once a view is replaced, which nobody can read until the commit: a report that already reads the next view could be waiting for
 * it. Shorter than the second after which PostgreSQL ends one of two that wait for each other (deadlock_timeout).
 */
const MAX_WAIT_HOLDING_MS = 500
/** For each view, however long others have taken: a view that is read all the time, but briefly, must get its turn. */
const MIN_WAIT_MS = 50

/** Why a view could not be renewed; without a name, none could be. */
export interface ViewFailure { view: string | undefined; why: string; /** A report is reading it, so a later attempt will succeed. */ isHeld: boolean }

/** A lock was not granted in time, or never would have been: a report waits for another view while this waits for the report. */
const HELD = new Set<unknown>(['55P03', '40P01'])

function failureOf(error: unknown, view?: string): ViewFailure {
  return { view, why: error instanceof Error ? error.message : String(error), isHeld: HELD.has(sqlState(error)) }
}

/**
 * Renews the views for overlays changed in this transaction. Returns the views for which that fails; they stay as they were, and the
 * transaction continues. Until it ends, no other one renews views.
 */
export async function renewReportingViews(tx: Tx, catalogue: Catalogue, hiddenByOverlays: HiddenByOverlays): Promise<ViewFailure[]> {
  // Before any savepoint, so that the lock is kept even if this fails, and before the limit, which is for reports.
  await lockViews(tx)
  let outdated: OutdatedView[]
  try {
    outdated = await inSavepoint(tx, () => outdatedViews(tx, catalogue, hiddenByOverlays))
  } catch (error) {
    return [failureOf(error)]
  }
  const failures: ViewFailure[] = []
  let until = performance.now() + MAX_WAIT_MS
  for (const view of outdated) {
    try {
      await inSavepoint(tx, async () => {
        const wait = Math.max(MIN_WAIT_MS, Math.ceil(until - performance.now()))
        await sql`select set_config('lock_timeout', ${String(wait)}, true)`.execute(tx)
        await renewView(tx, view)
      })
      until = Math.min(until, performance.now() + MAX_WAIT_HOLDING_MS)
    } catch (error) {
      failures.push(failureOf(error, view.name))
    }
  }
  await sql`set local lock_timeout to default`.execute(tx)
  return failures
}

/** A view cannot be replaced because it would lose a column, or one would change its type. */
const COLUMNS_CHANGED = '42P16'

async function replaceView(tx: Tx, name: string, definition: string): Promise<void> {
  try {
    await inSavepoint(tx, () => sql.raw(definition).execute(tx))
  } catch (error) {
    if (sqlState(error) !== COLUMNS_CHANGED) throw error
    await dropView(tx, name)
    await sql.raw(definition).execute(tx)
  }
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

function hiddenByManifest({ organisation }: Catalogue, manifest: ResolvedDocumentType): ReadonlySet<string> {
  const changes = manifest.id === organisation.changeRequests?.type ? whatChanges(manifest, organisation.changeRequests.changes) : []
  return new Set([...hiddenFields(manifest), ...changes])
}

/**
 * A change request contains values of fields that may be hidden in the record itself, so its lines and the fields computed from them are
 * left out.
 */
function whatChanges({ shape }: ResolvedDocumentType, changes: string): string[] {
  const reads = ({ compute }: ResolvedField): boolean => compute !== undefined && dependenciesOf(compute).some(([root, name]) => root === 'doc' && name === changes)
  return [changes, ...Object.values(shape.fields).filter(reads).map(({ name }) => name)]
}

/** What is hidden of a type: paths hidden by the manifest, and what overlays hide. */
interface Hidden { always: ReadonlySet<string>; byOverlays: HiddenOfType | undefined }

const NOWHERE: HiddenIn = new Set()

/** The companies in which a field is hidden. */
function hiddenIn({ always, byOverlays }: Hidden, path: string): HiddenIn {
  return always.has(path) ? 'all' : byOverlays?.fields.get(path) ?? NOWHERE
}

/** Columns of every view; a field with the same name is left out. */
const OWN_COLUMNS = new Set([
  'company_code', 'document_key', 'document_state', 'document_owner', 'document_rev', 'document_created_at', 'document_updated_at', 'line_position'
])

/** Includes views under former ids of the type, so that existing reports keep working. */
function allViewsOf(manifest: ResolvedDocumentType, hidden: Hidden): View[] {
  return idsOf(manifest).flatMap((id) => viewsOf(manifest, id, hidden))
}

function viewsOf(manifest: ResolvedDocumentType, id: string, hidden: Hidden): View[] {
  const base = `v_${id.replaceAll('-', '_')}`
  const fields = Object.values(manifest.shape.fields).filter((field) => !field.internal && !field.wireOnly && !hidden.always.has(field.name))
  const owner = manifest.owner === undefined ? 'd.owner' : exceptIn(hiddenIn(hidden, manifest.owner), 'd.owner')
  const header = new Map([
    ['company_code', 'd.company'], ['document_key', 'd.key'], ['document_state', stateColumn(manifest, hidden)], ['document_owner', owner], ['document_rev', 'd.rev'],
    ['document_created_at', 'd.created_at'], ['document_updated_at', 'd.updated_at'],
    ...fields.filter(isColumn).map((field) => [field.name, exceptIn(hiddenIn(hidden, field.name), headerColumn(manifest, field))] as const)
  ])
  const where = `where d.type = ${literal(manifest.id)}`
  const views: View[] = [{ name: base, columns: header, from: `documents d ${where}` }]
  for (const field of fields) {
    if (!field.line) continue
    const columns = Object.values(field.line.fields)
      .filter((one) => !one.internal && !one.wireOnly && !hidden.always.has(`${field.name}.${one.name}`) && isColumn(one))
      .map((one) => [one.name, exceptIn(hiddenIn(hidden, `${field.name}.${one.name}`), typed(one, 'l.'))] as const)
    const lines = `d.data->${literal(field.name)}`
    // Rows are left out here rather than by a condition of the view, which the database might test after those of a reader.
    const array = exceptIn(hiddenIn(hidden, field.name), `case jsonb_typeof(${lines}) when 'array' then ${lines} end`)
    views.push({
      name: `${base}_${field.name.toLowerCase()}`,
      columns: new Map([['company_code', 'd.company'], ['document_key', 'd.key'], ['line_position', 'l.position'], ...columns]),
      from: `documents d cross join lateral jsonb_array_elements(coalesce(${array}, '[]')) with ordinality as l(data, position) ${where}`,
    })
  }
  return views
}

/**
 * The expression, but NULL for records of the companies. This is part of the expression itself, so that no condition or index of a reader
 * can come before it.
 */
function exceptIn(companies: HiddenIn, expression: string): string {
  // Not plain NULL: a column keeps its type.
  if (companies === 'all') return `(case when false then ${expression} end)`
  return companies.size === 0 ? expression : `(case when not ${isIn(companies)} then ${expression} end)`
}

/** Whether a record is of one of the companies. They are sorted, because a view whose definition is the same is left alone. */
function isIn(companies: ReadonlySet<string>): string {
  return `d.company in (${[...companies].sort().map(literal).join(', ')})`
}

function isColumn(field: ResolvedField): boolean {
  return field.type !== 'array' && field.type !== 'object' && !OWN_COLUMNS.has(field.name)
}

/** The state itself; its wire status where a field that reveals the state is hidden, and NULL where the state field is. */
function stateColumn(manifest: ResolvedDocumentType, hidden: Hidden): string {
  const field = manifest.shape.fields[manifest.stateField]
  const wire = field === undefined ? 'd.state' : wireStateSql(manifest, field, 'd.')
  const redactedIn = isStateRedacted(manifest, hidden.always) ? 'all' : hidden.byOverlays?.state ?? NOWHERE
  return exceptIn(hiddenIn(hidden, manifest.stateField), wireIn(redactedIn, wire))
}

function wireIn(companies: HiddenIn, wire: string): string {
  if (companies === 'all') return wire
  return companies.size === 0 || wire === 'd.state' ? 'd.state' : `(case when ${isIn(companies)} then ${wire} else d.state end)`
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
