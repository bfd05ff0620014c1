/** What a typed text means: a number, nothing, or an error message. */
import { t } from '../../core/index.ts'

export type TypedNumber = { kind: 'empty' } | { kind: 'number'; value: number } | { kind: 'complaint'; message: string }

export interface NumberKind {
  /** Maximum number of decimals; 0 for whole numbers. */
  decimals: number
  /** Whether negative values are allowed; where they are not, they are refused, and the sign is never dropped silently. */
  negative: boolean
  label: string
}

const NUMBER = /^[+-]?(\d+(\.\d*)?|\.\d+)$/

/**
 * Parses a typed number. Spaces and thousand separators are dropped; a comma is never taken for the decimal point.
 * @example readNumber('1,250.50', { decimals: 2, negative: false, label: 'Amount' }) // { kind: 'number', value: 1250.5 }
 */
export function readNumber(text: string, kind: NumberKind): TypedNumber {
  const plain = text.replace(/[\s\u00a0,]/g, '').replace(/\u2212/g, '-')
  if (plain === '') return { kind: 'empty' }
  if (!NUMBER.test(plain)) return { kind: 'complaint', message: t('{label}: enter a number, for example {example}.', { label: kind.label, example: kind.decimals > 0 ? '1,250.50' : '12' }) }
  const places = plain.split('.')[1]?.replace(/0+$/, '').length ?? 0
  if (kind.decimals === 0 && places > 0) return { kind: 'complaint', message: t('{label}: enter a whole number.', { label: kind.label }) }
  if (places > kind.decimals) return { kind: 'complaint', message: t('{label}: at most {decimals} decimals.', { label: kind.label, decimals: kind.decimals }) }
  const value = Number(plain)
  if (Math.abs(value) > 1e13) return { kind: 'complaint', message: t('{label}: this number is too large.', { label: kind.label }) }
  if (value < 0 && !kind.negative) return { kind: 'complaint', message: t('{label} cannot be negative.', { label: kind.label }) }
  return { kind: 'number', value }
}

const formats = new Map<number, Intl.NumberFormat>()

/** The value as shown without focus: thousand separators, a fixed number of decimals if `fixed`. */
export function showNumber(value: number, decimals: number, fixed: boolean): string {
  const key = decimals * 2 + (fixed ? 1 : 0)
  const format = formats.get(key) ?? new Intl.NumberFormat('en-KE', { minimumFractionDigits: fixed ? decimals : 0, maximumFractionDigits: decimals })
  formats.set(key, format)
  return format.format(value)
}

/** The value as editable text, without separators. */
export const editNumber = (value: number): string => String(value)
