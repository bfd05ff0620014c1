/** A statement put together from text and values. Values travel as parameters, never in the text. */
import { CompiledQuery, type QueryResult } from 'kysely'
import type { Db } from './database.ts'

/** The pattern of LIKE for texts that hold what was typed, whatever signs that has. */
export function holding(typed: string): string {
  return `%${typed.replace(/[\\%_]/g, '\\$&')}%`
}

/** The text and values of one SQL statement: values go in as placeholders, never into the text. */
export class Statement {
  readonly values: unknown[] = []

  /** Adds a value and answers its placeholder, cast when a type is given. */
  value(value: unknown, cast?: string): string {
    this.values.push(value)
    return cast === undefined ? `$${this.values.length}` : `$${this.values.length}::${cast}`
  }

  /** Runs the text with the values gathered so far. */
  async run<Row>(db: Db, text: string): Promise<Row[]> {
    const result: QueryResult<Row> = await db.executeQuery(CompiledQuery.raw(text, this.values))
    return result.rows
  }
}
