/** What a list call asks, from its query. */
import type { CompiledType, ResolvedField } from '../../../core/index.ts'
import { approverNumber, rowsOf, type CommandContext } from '../../commands/context.ts'
import { AppError } from '../../errors.ts'
import type { ListFilter, ListQuestion } from '../../store/list-documents.ts'

const MOST_ROWS = 200
const LONGEST_SEARCH = 100
const OWN_NAMES = new Set(['limit', 'cursor', 'sort', 'search', 'tiles'])

/** Throws `invalid-…` for a limit, order or filter that the list does not offer. */
export function listQuestion(command: CommandContext, type: CompiledType, query: Record<string, string>, fixed: string[]): ListQuestion {
  const { manifest } = type
  const search = query['search']?.trim().slice(0, LONGEST_SEARCH)
  return {
    manifest,
    company: command.session.company.code,
    rows: rowsOf(command, type, 'list'),
    sort: sortOf(type, query['sort']),
    filters: Object.entries(query).filter(([name]) => !OWN_NAMES.has(name) && !fixed.includes(name)).flatMap(([name, value]) => filterOf(type, name, value)),
    search: search === '' ? undefined : search,
    cursor: query['cursor'] === '' ? undefined : query['cursor'],
    limit: limitOf(query['limit'], manifest.list.pageSize),
    approver: approverNumber(command.session)
  }
}

function limitOf(text: string | undefined, pageSize: number): number {
  if (text === undefined || text === '') return pageSize
  const limit = Number(text)
  if (!Number.isInteger(limit) || limit < 1 || limit > MOST_ROWS) throw new AppError('invalid-request', { reason: `"limit" must be a whole number from 1 to ${MOST_ROWS}.` })
  return limit
}

function sortOf({ manifest }: CompiledType, text: string | undefined): ListQuestion['sort'] {
  const asked = text === undefined || text === '' ? undefined : { name: text.replace(/^[-+]/, ''), descending: text.startsWith('-') }
  const field = asked === undefined ? manifest.shape.fields[manifest.list.sort.field] : fieldByWire(manifest.shape.fields, asked.name)
  const isOffered = field && (asked === undefined || Object.hasOwn(manifest.list.columns, field.name) || field.name === manifest.list.sort.field)
  if (!field || !isOffered || field.line) throw new AppError('invalid-sort', { field: asked?.name ?? manifest.list.sort.field })
  return { field, descending: asked?.descending ?? manifest.list.sort.descending }
}

function fieldByWire(fields: Record<string, ResolvedField>, wire: string): ResolvedField | undefined {
  return Object.values(fields).find((field) => field.wire === wire && !field.internal)
}

function filterOf({ manifest }: CompiledType, name: string, text: string): ListFilter[] {
  if (text === '') return []
  const border = /^(.+)_(from|to)$/.exec(name)
  const exact = fieldByWire(manifest.shape.fields, name)
  const ranged = border?.[1] === undefined ? undefined : fieldByWire(manifest.shape.fields, border[1])
  if (exact && (manifest.list.filters[exact.name] !== undefined || exact.name === manifest.stateField)) return [{ field: exact, kind: 'equals', value: valueOf(exact, text) }]
  if (ranged && manifest.list.filters[ranged.name] === 'range') return [{ field: ranged, kind: border?.[2] === 'to' ? 'to' : 'from', value: rangeValue(ranged, text) }]
  throw new AppError('invalid-filter', { field: name })
}

function rangeValue(field: ResolvedField, text: string): string | number {
  const value = valueOf(field, text)
  if (typeof value === 'boolean') throw new AppError('invalid-filter', { field: field.wire })
  return value
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
