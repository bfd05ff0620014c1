import type { Json } from '../../../core/index.ts'

const MAX_LENGTH = 120

/**
 * A value on one line, as written in JSON, so that it can be copied into an overlay and searched; only texts lose their quotation marks.
 */
export function shortValue(value: Json): string {
  // An empty text would be invisible.
  const text = typeof value === 'string' && value !== '' ? value : JSON.stringify(value)
  return text.length > MAX_LENGTH ? `${text.slice(0, MAX_LENGTH)}…` : text
}
