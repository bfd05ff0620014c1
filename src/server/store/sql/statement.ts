/** Builds an SQL statement from text and values. Values are always parameters, never part of the text. */
import { CompiledQuery, type QueryResult } from 'kysely'
import type { Db, Tx } from './tables.ts'

/** A LIKE pattern for texts that contain what was typed, with its special characters escaped. */
export function containsPattern(typed: string): string {
  return `%${typed.replace(/[\\%_]/g, '\\$&')}%`
}

/** Lists up to this length are written out. */
const MAX_WRITTEN_OUT = 16

/** The text and values of one SQL statement: values become placeholders and never enter the text. */
export class Statement {
  readonly values: unknown[] = []
  /** The types that the values were given. */
  readonly casts: (string | undefined)[] = []

  /** Adds a value and returns its placeholder, cast if a type is given. */
  value(value: unknown, cast?: string): string {
    this.values.push(value)
    this.casts.push(cast)
    return cast === undefined ? `$${this.values.length}` : `$${this.values.length}::${cast}`
  }

  /**
   * `in (…)` or an equivalent for keys. Short lists are written out, padded to a power of two by repeating the last key. With `= any($1)`,
   * PostgreSQL learns the number of keys only at each call and therefore plans the statement every time, which takes longer than running
   * it. Without padding, each length would be a separate statement.
   */
  oneOf(keys: readonly string[], type = 'text'): string {
    if (keys.length === 0 || keys.length > MAX_WRITTEN_OUT) return `= any(${this.value(keys, `${type}[]`)})`
    const length = 2 ** Math.ceil(Math.log2(keys.length))
    return `in (${Array.from({ length }, (_, index) => this.value(keys[Math.min(index, keys.length - 1)], type)).join(', ')})`
  }

  /** Runs the text with the values added so far. */
  async run<Row>(db: Db, text: string): Promise<Row[]> {
    const result: QueryResult<Row> = await db.executeQuery(CompiledQuery.raw(text, this.values))
    return result.rows
  }

  /**
   * Sends the text with the values added so far and resolves once it is sent, so that the transaction's next statement follows without
   * waiting. `rows` rejects if the database refuses it.
   */
  async send<Row>(tx: Tx, text: string): Promise<{ rows: Promise<Row[]> }> {
    const query = CompiledQuery.raw(text, this.values)
    return tx.getExecutor().provideConnection((connection) => Promise.resolve({ rows: connection.executeQuery<Row>(query).then(({ rows }) => rows) }))
  }
}

/** Writes a text again whose values stand elsewhere: takes the place of each from the list, in the order in which they are added. */
export class FilledStatement extends Statement {
  readonly #places: readonly string[]

  constructor(places: readonly string[]) {
    super()
    this.#places = places
  }

  override value(value: unknown, cast?: string): string {
    super.value(value, cast)
    return this.#places[this.values.length - 1] ?? ''
  }
}
