import type { CSSProperties } from 'react'
import type { ResolvedField } from '../../core/index.ts'

/**
 * The style of a field's values wherever the portal shows one: in lists and their dialogs, in the history, in closed and open forms, and in
 * cells of lines. A keyword that changes how values look adds its line here. Undefined for a field without a style of its own.
 */
export function valueStyle(field: Pick<ResolvedField, 'type'>): CSSProperties | undefined {
  // Digits of one width: numbers below each other align.
  const isNumber = field.type === 'number' || field.type === 'integer'
  return isNumber ? { fontVariantNumeric: 'tabular-nums' } : undefined
}
