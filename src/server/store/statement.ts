/** A statement put together from text and values. Values travel as parameters, never in the text. */
import { CompiledQuery, type QueryResult } from 'kysely'
import type { Db, Tx } from './tables.ts'

/** The pattern of LIKE for texts that hold what was typed, whatever signs that has. */
export function holding(typed: string): string {
  return `%${typed.replace(/[\\%_]/g, '\\$&')}%`
}

/** Lists up to this length are written out. */
const MAX_WRITTEN_OUT = 16

/** The text and values of one SQL statement: values go in as placeholders, never into the text. */
export class Statement {
  readonly values: unknown[] = []

  /** Adds a value and answers its placeholder, cast when a type is given. */
  value(value: unknown, cast?: string): string {
    this.values.push(value)
    return cast === undefined ? `$${this.values.length}` : `$${this.values.length}::${cast}`
  }

  /**
   * `in (…)`, or what comes to the same, of keys. A few are written out, their number rounded up with the last one again: of
   * `= any($1)` PostgreSQL knows only at each call how many there are, so that it plans the statement every time it runs,
   * which takes longer than running it; and each number of them would be a statement of its own.
   */
  oneOf(keys: readonly string[], type = 'text'): string {
    if (keys.length === 0 || keys.length > MAX_WRITTEN_OUT) return `= any(${this.value(keys, `${type}[]`)})`
    const length = 2 ** Math.ceil(Math.log2(keys.length))
    return `in (${Array.from({ length }, (_, index) => this.value(keys[Math.min(index, keys.length - 1)], type)).join(', ')})`
  }

  /** Runs the text with the values gathered so far. */
  async run<Row>(db: Db, text: string): Promise<Row[]> {
    const result: QueryResult<Row> = await db.executeQuery(CompiledQuery.raw(text, this.values))
    return result.rows
  }

  /**
   * Sends the text with the values gathered so far and answers once it is on its way, so that the next statement of the
   * transaction follows it without waiting. `rows` rejects where the database refuses it.
   */
  async send<Row>(tx: Tx, text: string): Promise<{ rows: Promise<Row[]> }> {
    const query = CompiledQuery.raw(text, this.values)
    return tx.getExecutor().provideConnection((connection) => Promise.resolve({ rows: connection.executeQuery<Row>(query).then(({ rows }) => rows) }))
  }
}
