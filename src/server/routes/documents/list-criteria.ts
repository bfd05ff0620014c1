/** Parses the query of a list call. */
import { MAX_SEARCH_LENGTH, MAX_SORT_FIELDS, SORT_SEPARATOR } from '../../../contract/index.ts'
import { anyOf, assignedRows, fieldAtPath, hasWholeWireNames, isStateRedacted, linesOfCalendar, LIST_PARAMETERS, rangeParameters, columnsShownAtFirst, daysBetween, hasStates, isDate, statesOfWire, storedForm, toUtc } from '../../../core/index.ts'
import type { CompiledType, FieldPaths, ResolvedDocumentType, ResolvedField, RowPredicate } from '../../../core/index.ts'
import { holderOf, plainContext, rowsOf, type CommandContext } from '../../commands/context.ts'
import { AppError } from '../../errors.ts'
import type { CalendarDays } from '../../store/lists/calendar-rows.ts'
import type { ListFilter, ListCriteria, SortField } from '../../store/lists/list-documents.ts'

/** Rows of a page, also for callers that send no limit: they follow `page.next`. */
export const MAX_ROWS = 1000
const OWN_NAMES: ReadonlySet<string> = new Set(LIST_PARAMETERS)

/** @throws AppError `invalid-…` for a limit, sort order or filter that the list does not offer, for example one on a redacted field */
export function listCriteria(command: CommandContext, type: CompiledType, query: Record<string, string>, fixed: string[]): ListCriteria {
  const { manifest } = type
  const redacted = type.redactedInLists(command.session.actor, plainContext(command))
  const overlap = overlapOf(command, manifest, redacted, query['overlaps'])
  const search = query['search']?.trim().slice(0, MAX_SEARCH_LENGTH)
  return {
    manifest,
    company: command.session.company.code,
    rows: rowsOf(command, type, 'list'),
    sort: overlap !== undefined && overlap.array === undefined && (query['sort'] ?? '') === '' ? [{ field: overlap.field, descending: false }] : sortOf(manifest, redacted, query['sort']),
    filters: [
      ...ownOnly(command, manifest, query['mine']),
      ...assignedOnly(command, type, query['assigned']),
      ...tabOf(manifest, redacted, query['tab']),
      ...archiveFilter(manifest, redacted, query),
      ...(overlap === undefined ? [] : [overlap]),
      ...Object.entries(query).filter(([name]) => !OWN_NAMES.has(name) && !fixed.includes(name)).flatMap(([name, value]) => filterOf({ manifest, redacted, timeZone: command.session.company.timeZone }, name, value)),
    ],
    search: search === '' ? undefined : search,
    unsearched: redacted,
    listedColumns: columnsShownAtFirst(manifest, command.session.actor.roles),
    cursor: query['cursor'] === '' ? undefined : query['cursor'],
    limit: limitOf(query['limit']),
    holder: holderOf(command.session)
  }
}

/** The most days of a list's `overlaps`: two months. */
export const MAX_OVERLAP_DAYS = 62

/**
 * Filters by the days of the list's calendar. Refused as if there were no calendar to people from whom the days are withheld in any row: which
 * records are found would disclose them.
 */
function overlapOf({ session }: CommandContext, { shape, list: { calendar } }: ResolvedDocumentType, redacted: FieldPaths, text: string | undefined): Extract<ListFilter, { kind: 'overlaps' }> | undefined {
  if (text === undefined || text === '') return undefined
  const array = calendar && linesOfCalendar(calendar)
  const isRedacted = (path: string): boolean => redacted.has(path) || (array !== undefined && redacted.has(array))
  const [field, end] = [calendar?.start, calendar?.end].map((path) => (path === undefined || isRedacted(path) ? undefined : fieldAtPath(shape, path)))
  if (field === undefined || end === undefined) throw new AppError('invalid-request', { reason: 'This list has no calendar, so it takes no "overlaps".' })
  const days = text.split('..')
  const [from = '', to = ''] = days
  if (days.length !== 2 || !isDate(from) || !isDate(to) || to < from) throw new AppError('invalid-request', { reason: '"overlaps" must be two dates, the first of which is not the later one, such as 2026-06-01..2026-06-30.' })
  if (daysBetween(from, to) >= MAX_OVERLAP_DAYS) throw new AppError('invalid-request', { reason: `"overlaps" must be at most ${MAX_OVERLAP_DAYS} days.` })
  if (field.format !== 'date-time') return { field, end, kind: 'overlaps', ...(array !== undefined && { array }), value: [from, to] }
  return { field, end, kind: 'overlaps', ...(array !== undefined && { array }), value: [momentOf(field, from, 'from', session.company.timeZone), momentOf(end, to, 'to', session.company.timeZone)] }
}

/**
 * The first rows of the list's calendar that are asked for with `calendarRows`, and its days; undefined if none are.
 * @throws AppError invalid-request where the calendar has no rows, or the user does not see whose they are
 */
export function calendarRowsOf(command: CommandContext, type: CompiledType, { filters }: ListCriteria, query: Record<string, string>): { days: CalendarDays; most: number } | undefined {
  const text = query['calendarRows'] ?? ''
  if (text === '') return undefined
  const { shape, list: { calendar } } = type.manifest
  const overlap = filters.find((filter) => filter.kind === 'overlaps')
  const redacted = type.redactedInLists(command.session.actor, plainContext(command))
  const row = calendar?.row === undefined || redacted.has(calendar.row) ? undefined : shape.fields[calendar.row]
  if (overlap === undefined || row === undefined) throw new AppError('invalid-request', { reason: '"calendarRows" needs "overlaps", and a calendar with a row for each value of a field.' })
  const [from = '', to = ''] = (query['overlaps'] ?? '').split('..')
  // Which records are counted would disclose their states.
  const counted = calendar?.counted !== undefined && mayFilterBy(type.manifest, redacted, calendar.counted) ? { counted: calendar.counted } : {}
  const name = calendar?.rowName === undefined || redacted.has(calendar.rowName) ? undefined : shape.fields[calendar.rowName]
  return { days: { row, name, overlap, from, to, timeZone: command.session.company.timeZone, ...counted }, most: numberOf('calendarRows', text) }
}

/** Filters by the states of a tab of the list. */
function tabOf(manifest: ResolvedDocumentType, redacted: FieldPaths, name: string | undefined): ListFilter[] {
  if (name === undefined || name === '') return []
  const { list, shape, stateField } = manifest
  const tab = Object.hasOwn(list.tabs, name) ? list.tabs[name] : undefined
  const field = shape.fields[stateField]
  if (tab?.archive !== undefined && !redacted.has(tab.archive)) return []
  if (tab === undefined || field === undefined || !mayFilterBy(manifest, redacted, tab.states)) throw new AppError('invalid-filter', { field: 'tab' })
  return [{ field, kind: 'in', value: tab.states }]
}

/** The tab with the archive of the list and the field that holds what is in it; undefined if there is none for the current user. */
export function archiveOf({ list, shape }: ResolvedDocumentType, redacted: FieldPaths | undefined): { tab: string; field: ResolvedField } | undefined {
  for (const [tab, { archive = '' }] of Object.entries(list.tabs)) {
    const field = shape.fields[archive]
    if (field !== undefined && redacted?.has(archive) !== true) return { tab, field }
  }
  return undefined
}

/** Filters to what is in the archive, or to what is not. */
export function inArchive(field: ResolvedField, isIn: boolean): ListFilter {
  const operand = { name: field.name, role: 'data', type: 'boolean' } as const
  const value: RowPredicate = isIn ? { kind: 'compare', op: '=', field: operand, value: true } : anyOf([{ kind: 'compare', op: '<>', field: operand, value: true }, { kind: 'not', term: { kind: 'has', field: operand } }])
  return { field, kind: 'rows', value }
}

/** The criteria with what is in the archive and what is not. */
export function withArchived(criteria: ListCriteria): ListCriteria {
  const archive = archiveOf(criteria.manifest, undefined)
  return archive === undefined ? criteria : { ...criteria, filters: criteria.filters.filter(({ field }) => field !== archive.field) }
}

/** What is in the archive is left out, unless its tab or one record by its key is asked for. */
function archiveFilter(manifest: ResolvedDocumentType, redacted: FieldPaths, query: Record<string, string>): ListFilter[] {
  const archive = archiveOf(manifest, redacted)
  const key = manifest.shape.fields[manifest.key]
  if (archive === undefined || (key !== undefined && (query[key.wire] ?? '') !== '')) return []
  return [inArchive(archive.field, query['tab'] === archive.tab)]
}

/** Whether the rows in these states may be found and counted: they would disclose states that are redacted. */
export function mayFilterBy(manifest: ResolvedDocumentType, redacted: FieldPaths | undefined, states: readonly string[]): boolean {
  if (redacted?.has(manifest.stateField) === true) return false
  return redacted === undefined || !isStateRedacted(manifest, redacted) || hasWholeWireNames(manifest, states)
}

/** Filters to the current user's own records. */
function ownOnly({ session: { actor } }: CommandContext, { owner, shape }: ResolvedDocumentType, text: string | undefined): ListFilter[] {
  if (text === undefined || text === '') return []
  const field = owner === undefined ? undefined : shape.fields[owner]
  if (text !== '1' || field === undefined || actor.employee === undefined) throw new AppError('invalid-filter', { field: 'mine' })
  return [{ field, kind: 'equals', value: actor.employee }]
}

/** Filters to the records on whose approval the current user is or was. */
function assignedOnly({ session: { actor } }: CommandContext, { manifest }: CompiledType, text: string | undefined): ListFilter[] {
  if (text === undefined || text === '') return []
  const field = manifest.shape.fields[manifest.key]
  if (text !== '1' || field === undefined || manifest.approval === undefined) throw new AppError('invalid-filter', { field: 'assigned' })
  return [{ field, kind: 'rows', value: assignedRows(actor) }]
}

function limitOf(text: string | undefined): number {
  return text === undefined || text === '' ? MAX_ROWS : numberOf('limit', text)
}

function numberOf(name: string, text: string): number {
  const number = Number(text)
  if (!Number.isInteger(number) || number < 1 || number > MAX_ROWS) throw new AppError('invalid-request', { reason: `"${name}" must be a whole number from 1 to ${MAX_ROWS}.` })
  return number
}

function sortOf(manifest: ResolvedDocumentType, redacted: FieldPaths, text: string | undefined): SortField[] {
  const own = ownSort(manifest, redacted)
  if (text === undefined || text === '') return [own]
  const asked = text.split(SORT_SEPARATOR)
  const names = new Set(asked.map((one) => one.replace(/^[-+]/, '')))
  if (asked.length > MAX_SORT_FIELDS || names.size < asked.length) throw new AppError('invalid-request', { reason: `"sort" must be at most ${MAX_SORT_FIELDS} fields, each once.` })
  return asked.map((one) => {
    const name = one.replace(/^[-+]/, '')
    const field = fieldByWire(manifest, redacted, name)
    const isOffered = field && (Object.hasOwn(manifest.list.columns, field.name) || field.name === own.field.name)
    if (!field || !isOffered || field.line) throw new AppError('invalid-sort', { field: name })
    return { field, descending: one.startsWith('-') }
  })
}

/** The list's default sort order; the key if the field it sorts by is redacted for the current user. */
function ownSort({ shape, list, key }: ResolvedDocumentType, redacted: FieldPaths): SortField {
  const { descending } = list.sort
  const name = redacted.has(list.sort.field) ? key : list.sort.field
  const field = shape.fields[name]
  if (!field || field.line) throw new AppError('invalid-sort', { field: name })
  return { field, descending }
}

function fieldByWire({ shape }: ResolvedDocumentType, redacted: FieldPaths, wire: string): ResolvedField | undefined {
  return Object.values(shape.fields).find((field) => field.wire === wire && !field.internal && !redacted.has(field.name))
}

interface FilterScope { manifest: ResolvedDocumentType; redacted: FieldPaths; timeZone: string }

function filterOf({ manifest, redacted, timeZone }: FilterScope, name: string, text: string): ListFilter[] {
  if (text === '') return []
  const exact = fieldByWire(manifest, redacted, name)
  if (exact?.name === manifest.stateField && hasStates(manifest)) return [{ field: exact, kind: 'equals', value: text, states: statesOfWire(manifest, text) }]
  if (exact && (manifest.list.filters[exact.name] !== undefined || exact.name === manifest.stateField)) return [equalTo(exact, text)]
  const { field, kind } = endOf(manifest, redacted, name)
  return [{ field, kind, value: field.format === 'date-time' ? momentOf(field, text, kind, timeZone) : rangeValue(field, text) }]
}

/** Records that were last written before the field had a stored form hold the text as it was sent. */
function equalTo(field: ResolvedField, text: string): ListFilter {
  const value = valueOf(field, text)
  const stored = storedForm(field, value)
  return stored !== value && typeof stored === 'string' ? { field, kind: 'in', value: [stored, text] } : { field, kind: 'equals', value }
}

/** The field and the end of its range that the parameter stands for. */
function endOf(manifest: ResolvedDocumentType, redacted: FieldPaths, name: string): { field: ResolvedField; kind: 'from' | 'to' } {
  for (const [filter, how] of Object.entries(manifest.list.filters)) {
    const field = manifest.shape.fields[filter]
    if (how !== 'range' || field === undefined || field.internal || redacted.has(field.name)) continue
    const ends = rangeParameters(field.wire)
    if (name === ends.from) return { field, kind: 'from' }
    if (name === ends.to) return { field, kind: 'to' }
  }
  throw new AppError('invalid-filter', { field: name })
}

function rangeValue(field: ResolvedField, text: string): string | number {
  const value = storedForm(field, valueOf(field, text))
  if (typeof value !== 'string' && typeof value !== 'number') throw new AppError('invalid-filter', { field: field.wire })
  return value
}

/** A moment, or the first or last second of a day in the company's time zone. */
function momentOf(field: ResolvedField, text: string, kind: 'from' | 'to', timeZone: string): string {
  const isDay = /^\d{4}-\d{2}-\d{2}$/.test(text)
  const moment = toUtc(isDay ? `${text}T${kind === 'to' ? '23:59:59' : '00:00:00'}` : text, timeZone)
  if (moment === undefined) throw new AppError('invalid-filter', { field: field.wire })
  return moment
}

function valueOf(field: ResolvedField, text: string): string | number | boolean {
  if (field.type === 'boolean') {
    if (text !== 'true' && text !== 'false') throw new AppError('invalid-filter', { field: field.wire })
    return text === 'true'
  }
  if (field.type === 'number' || field.type === 'integer') {
    if (!/^-?\d{1,15}(\.\d{1,6})?$/.test(text)) throw new AppError('invalid-filter', { field: field.wire })
    return Number(text)
  }
  if (field.format === 'date' && !/^\d{4}-\d{2}-\d{2}$/.test(text)) throw new AppError('invalid-filter', { field: field.wire })
  return text
}
