import { described, integer, narrowed, optional, withDefault, text } from '../../contract/index.ts'
import type { Optional, Schema } from '../../contract/index.ts'

const MAX_ROWS = 200
const ROWS = 25
const CURSOR_LENGTH = 500

interface Paged { max?: number; otherwise?: number; cursorLength?: number }

/** The query parameters of a paged list, as Fastify validates them. */
export function pagedBy({ max = MAX_ROWS, otherwise: rows = ROWS, cursorLength = CURSOR_LENGTH }: Paged = {}): { cursor: Optional<string>; limit: Schema<number> } {
  return {
    cursor: optional(described(narrowed(text, { maxLength: cursorLength }), 'From `page.next`.')),
    limit: withDefault(described(narrowed(integer, { minimum: 1, maximum: max }), 'Rows per page.'), rows),
  }
}
