/** How binary values reach the embedded database, which works in this thread: large ones in pieces, so that other requests get a turn. */
import { yieldIfBusy } from '../../in-pieces.ts'

/** Bytes of a piece; writing one blocks this thread for about 10 ms, and putting ten together for about 50. */
const PIECE = 512 * 1024
const CREATE = 'create temporary table if not exists bytes_in_pieces (value integer, number integer, piece bytea storage external) on commit delete rows'
const ADD = `insert into pg_temp.bytes_in_pieces (value, number, piece) values ($1::int, $2::int, decode($3::text, 'base64'))`
const WHOLE = (place: string): string => `(select string_agg(piece, ''::bytea order by number) from pg_temp.bytes_in_pieces where value = ${place}::int)`
const FROM_BASE64 = (place: string): string => `decode(${place}::text, 'base64')`

type Run = (sql: string, parameters?: unknown[]) => Promise<unknown>

let values = 0

/**
 * The statement with its binary values in a form that the database reads fast: as base64, since PGlite itself encodes bytes digit by digit,
 * which takes 600 ms for two megabytes. In a transaction, a value of more than one piece is written to a temporary table first, piece by
 * piece, and the statement reads it from there.
 * @param run runs a statement in the same transaction.
 */
export async function withBytes(sql: string, parameters: readonly unknown[], { run, isInTransaction }: { run: Run; isInTransaction: boolean }): Promise<{ sql: string; parameters: unknown[]; /** A value was written in pieces. */ isLarge: boolean }> {
  if (!parameters.some(Buffer.isBuffer)) return { sql, parameters: [...parameters], isLarge: false }
  const isStaged = (value: unknown): value is Buffer => isInTransaction && Buffer.isBuffer(value) && value.length > PIECE
  const sent: unknown[] = []
  for (const value of parameters) sent.push(isStaged(value) ? await stage(value, run) : inBase64(value))
  const bound = (placeholder: string, place: string): string => {
    const value = parameters[Number(place) - 1]
    if (isStaged(value)) return WHOLE(placeholder)
    return Buffer.isBuffer(value) ? FROM_BASE64(placeholder) : placeholder
  }
  return { sql: sql.replace(/\$(\d+)/g, bound), parameters: sent, isLarge: parameters.some(isStaged) }
}

function inBase64(value: unknown): unknown {
  return Buffer.isBuffer(value) ? value.toString('base64') : value
}

/** Writes the value in pieces; returns the number by which the temporary table knows it. */
async function stage(bytes: Buffer, run: Run): Promise<number> {
  // Others may stage theirs meanwhile.
  const value = (values += 1)
  await run(CREATE)
  for (let at = 0; at < bytes.length; at += PIECE) {
    await yieldIfBusy()
    await run(ADD, [value, at / PIECE, bytes.subarray(at, at + PIECE).toString('base64')])
  }
  await yieldIfBusy()
  return value
}
