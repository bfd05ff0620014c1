import { useSyncExternalStore } from 'react'
import { isAbsentOnWire, type Json, type ResolvedField, t } from '../../core/index.ts'
import { formatAmount, formatDate, formatDateTime, formatNumber, formatPosition } from '../sdk.ts'
import { useFormEnvironment } from './environment.ts'
import type { References } from './references.ts'

/** A value as display text; referenced records as `code – label`, several of them by their labels, amounts without their currency. */
export function fieldText(field: ResolvedField, value: Json | undefined, references: References): string {
  if (isAbsentOnWire(value) || value === undefined) return ''
  if (field.ref && typeof value === 'string') return references.caption(field.ref.to, value, field.ref.label)
  if (typeof value === 'boolean') return value ? t('Yes') : t('No')
  if (typeof value === 'number') return field.money === undefined ? formatNumber(value) : formatAmount(value)
  if (field.format === 'date') return formatDate(String(value))
  if (field.format === 'date-time') return formatDateTime(String(value))
  if (field.file) return typeof value === 'object' && value !== null && !Array.isArray(value) && typeof value['fileName'] === 'string' ? value['fileName'] : ''
  if (Array.isArray(value)) return value.map((one) => (field.ref && typeof one === 'string' ? references.label(field.ref.to, one, field.ref.label) : String(one))).join(', ')
  if (typeof value === 'object') return formatPosition(value)
  return field.enumTitles?.[String(value)] ?? String(value)
}

/** The display text of a field's value; re-renders when a referenced record arrives. */
export function useFieldText(field: ResolvedField, value: Json | undefined): string {
  const { references } = useFormEnvironment()
  useSyncExternalStore(references.subscribe, references.version)
  return fieldText(field, value, references)
}
