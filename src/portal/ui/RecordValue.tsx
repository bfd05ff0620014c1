import { Text } from '@mantine/core'
import type { ClientManifest } from '../../contract/index.ts'
import { isAbsentOnWire, isObject, t } from '../../core/index.ts'
import type { FormatterName, Json, JsonObject, ResolvedColumn, ResolvedField } from '../../core/index.ts'
import { usePortal } from '../shell/portal-context.ts'
import { currencyOf } from './record-currency.ts'
import { formatDate, formatDateTime, formatDayOf, formatTimeOf, formatMoney, formatNumber, formatPosition, truncate } from './format.ts'
import { StatusBadge } from './StatusBadge.tsx'
import { Tip } from './Tip.tsx'
import { valueStyle } from './value-style.ts'
import { redactedOf, stateIn } from './wire-record.ts'

interface RecordValueProps {
  manifest: ClientManifest
  /** A header field, by inner name. */
  field: string
  /** The wire record. */
  record: JsonObject
  column?: Pick<ResolvedColumn, 'truncate' | 'format'>
  /** Amounts without their currency, which the column's heading names. */
  isBare?: boolean
}

/** A field's value of a stored record, as text: in lists, their dialogs and the history. (Of a form: FormValue.) An empty one is a dash, which screen readers read as "empty". */
export function RecordValue({ manifest, field, record, column, isBare = false }: RecordValueProps) {
  const portal = usePortal()
  if (field === manifest.stateField) return <StateOf manifest={manifest} record={record} />
  const definition = manifest.shape.fields[field]
  const currency = definition && !isBare ? currencyOf(manifest, definition, record, portal.company.currency) : ''
  const text = definition ? formatted(definition, record, { currency }, column?.format) : plainText(record[field])
  if (text === '' && redactedOf(record).includes(field)) return <Text span c="dimmed" aria-label={t('not shown to you')} title={t('Not shown to you')}>–</Text>
  if (text === '') return <Text span c="dimmed" aria-label={t('empty')}>–</Text>
  const style = definition && valueStyle(definition)
  const label = definition && column?.format === undefined ? labelIn(record, definition) : undefined
  if (label !== undefined && definition?.type === 'array') return label
  if (label !== undefined) return <>{label} <Text span size="xs" c="dimmed" style={style}>{text}</Text></>
  if (column?.truncate === undefined || text.length <= column.truncate) return style === undefined ? text : <span style={style}>{text}</span>
  return (
    <Tip label={text} openDelay={300}>
      <span style={style}>{truncate(text, column.truncate)}</span>
    </Tip>
  )
}

function StateOf({ manifest, record }: Pick<RecordValueProps, 'manifest' | 'record'>) {
  const found = stateIn(manifest, record)
  return found && <StatusBadge state={found.state} label={found.label} />
}

/** The formatters by a column's `format`; undefined, if the format does not suit the value, falls back to the field's own. */
const FORMATTERS: Record<FormatterName, (value: Json, currency: string, label: string | undefined) => string | undefined> = {
  date: (value) => (typeof value === 'string' ? formatDayOf(value) : undefined),
  time: (value) => (typeof value === 'string' ? formatTimeOf(value) : undefined),
  'date-time': (value) => (typeof value === 'string' ? formatDateTime(value) : undefined),
  money: (value, currency) => (typeof value === 'number' ? formatMoney(value, currency) : undefined),
  number: (value) => (typeof value === 'number' ? formatNumber(value) : undefined),
  text: (value) => plainText(value),
  label: (_, __, label) => label,
  caption: (value, _, label) => (label === undefined || typeof value !== 'string' ? undefined : `${value} – ${label}`),
}

function formatted(field: ResolvedField, record: JsonObject, options: { currency: string }, format: string | undefined): string {
  const value = record[field.wire]
  if (format === undefined || isAbsentOnWire(value) || value === undefined || !Object.hasOwn(FORMATTERS, format)) return textOf(field, record, options)
  return FORMATTERS[format as FormatterName](value, options.currency, labelIn(record, field)) ?? textOf(field, record, options)
}

/** The label of the record that the field refers to, if the list has it. */
export function labelIn({ _labels: labels }: JsonObject, { name }: ResolvedField): string | undefined {
  const label = isObject(labels) ? labels[name] : undefined
  return typeof label === 'string' ? label : undefined
}

/** A field's value as text; '' for empty values. */
export function textOf(field: ResolvedField, record: JsonObject, options: { currency: string }): string {
  const value = record[field.wire]
  if (isAbsentOnWire(value)) return ''
  if (field.money !== undefined && typeof value === 'number') return formatMoney(value, options.currency)
  if (field.format === 'date' && typeof value === 'string') return formatDate(value)
  if (field.format === 'date-time' && typeof value === 'string') return formatDateTime(value)
  if (Array.isArray(value) && field.line === undefined) return value.map((one) => field.enumTitles?.[String(one)] ?? String(one)).join(', ')
  if (field.enum) return field.enumTitles?.[String(value)] ?? plainText(value)
  return plainText(value)
}

function plainText(value: Json | undefined): string {
  if (isAbsentOnWire(value)) return ''
  if (typeof value === 'boolean') return value ? t('Yes') : t('No')
  if (typeof value === 'number') return formatNumber(value)
  if (Array.isArray(value)) return `${value.length}`
  return typeof value === 'string' ? value : formatPosition(value)
}
