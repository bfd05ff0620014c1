/** The records of a list as events of its calendar. */
import type { ClientManifest, WireRecord } from '../../../../contract/index.ts'
import { isAbsentOnWire, isObject, linesOfCalendar, wireName } from '../../../../core/index.ts'
import type { Colour, ResolvedCalendar, ResolvedField } from '../../../../core/index.ts'
import { onCompanyClock } from '../../../ui/company-clock.ts'
import { labelIn, textOf } from '../../../ui/RecordValue.tsx'
import { currencyOf } from '../../../ui/record-currency.ts'
import { stateIn } from '../../../ui/wire-record.ts'
import type { Days } from './calendar-days.ts'

export interface CalendarEvent extends Days {
  /** Unlike that of any other event: a record can have several, one for each line. */
  id: string
  /** The key of its record. */
  key: string
  record: WireRecord
  title: string
  /** The name whose initials are shown; empty for none. */
  name: string
  colour: Colour
  /** The value of the calendar's `row`, and what its row is called. */
  row: string
  rowTitle: string
  /** The same of the calendar's `group`. */
  group: string
  groupTitle: string
  /** Whether the record takes its days in its state: others are not counted. */
  isCounted: boolean
}

/** The name of the record that a field refers to; undefined if it is not known. */
export type NameOf = (field: ResolvedField, key: string) => string | undefined

/** The manifest of a list that has a calendar. */
export type CalendarManifest = ClientManifest & { list: { calendar: ResolvedCalendar } }

/**
 * The manifest of a calendar of lines, with the fields of these lines among those of the header, by their paths: whatever shows a value of
 * a record shows one of a line. Any other as it is.
 */
export function withFieldsOfLines(manifest: CalendarManifest): CalendarManifest {
  const array = linesOfCalendar(manifest.list.calendar)
  const inner = array === undefined ? [] : Object.values(manifest.shape.fields[array]?.line?.fields ?? {})
  if (array === undefined || inner.length === 0) return manifest
  const added = Object.fromEntries(inner.map((field) => [`${array}.${field.name}`, { ...field, name: `${array}.${field.name}`, wire: `${array}.${field.name}` }]))
  return { ...manifest, shape: { ...manifest.shape, fields: { ...manifest.shape.fields, ...added } } }
}

/** The records of the events: in a calendar of lines one for each line, with its values by their paths. */
function eventRecords({ list: { calendar }, shape }: CalendarManifest, record: WireRecord, nameOf: NameOf): { id: string; record: WireRecord }[] {
  const array = linesOfCalendar(calendar)
  if (array === undefined) return [{ id: '', record }]
  const lines = record[wireName(shape, array)]
  const fields = Object.values(shape.fields[array]?.line?.fields ?? {})
  const labels = isObject(record['_labels']) ? record['_labels'] : {}
  return (Array.isArray(lines) ? lines : []).flatMap((line, index) => {
    if (!isObject(line)) return []
    const values = Object.fromEntries(fields.map(({ name, wire }) => [`${array}.${name}`, line[wire] ?? null]))
    const names = Object.fromEntries(fields.flatMap((field) => {
      const name = nameOf(field, String(line[field.wire] ?? ''))
      return name === undefined ? [] : [[`${array}.${field.name}`, name] as const]
    }))
    return [{ id: ` ${index}`, record: { ...record, ...values, _labels: { ...labels, ...names } } }]
  })
}

/** The events of the records; one without a first day is none. */
export function eventsOf(manifest: CalendarManifest, records: readonly WireRecord[], currency: string, nameOf: NameOf): CalendarEvent[] {
  const { calendar } = manifest.list
  const raw = (record: WireRecord, field: string | undefined): unknown => (field === undefined ? undefined : record[wireName(manifest.shape, field)])
  const text = (record: WireRecord, field: string | undefined): string => (field === undefined ? '' : valueText(manifest, record, field, currency))
  return records.flatMap((whole) => eventRecords(manifest, whole, nameOf)).flatMap(({ id, record }) => {
    const from = dayOf(raw(record, calendar.start))
    if (from === undefined) return []
    const to = dayOf(raw(record, calendar.end)) ?? from
    const key = String(raw(record, manifest.key) ?? '')
    const title = calendar.title.map((field) => text(record, field)).filter((part) => part !== '').join(', ')
    return [{
      id: key + id, key, record, from, to: to < from ? from : to, title: title === '' ? key : title, name: text(record, calendar.initialsOf),
      colour: calendar.colour?.of[String(raw(record, calendar.colour.by) ?? '')] ?? 'grey', row: String(raw(record, calendar.row) ?? ''), rowTitle: text(record, calendar.rowName ?? calendar.row), group: String(raw(record, calendar.group) ?? ''), groupTitle: text(record, calendar.group), isCounted: isCounted(manifest, record),
    }]
  })
}

/** A record whose state is withheld is counted, as are all of a calendar that says nothing of states. */
function isCounted(manifest: CalendarManifest, record: WireRecord): boolean {
  const { counted } = manifest.list.calendar
  const state = stateIn(manifest, record)?.state?.name
  return counted === undefined || state === undefined || counted.includes(state)
}

function valueText(manifest: ClientManifest, record: WireRecord, name: string, company: string): string {
  if (name === manifest.stateField) return stateIn(manifest, record)?.label ?? ''
  const field = manifest.shape.fields[name]
  if (field === undefined) return ''
  return labelIn(record, field) ?? textOf(field, record, { currency: currencyOf(manifest, field, record, company) })
}

/** The day of a date, or of a moment on the company's clock. */
function dayOf(value: unknown): string | undefined {
  if (typeof value !== 'string' || isAbsentOnWire(value)) return undefined
  if (!value.includes('T')) return value
  const moment = new Date(value)
  return Number.isNaN(moment.getTime()) ? undefined : onCompanyClock(moment).date
}
