/**
 * Sends statements with large binary values without copying them: the driver copies all values into one new buffer, and five new megabytes
 * block the process for 10 ms on an idle machine and for 100 on a busy one.
 */
import pg from 'pg'

/** Bytes from which a value is not copied. */
const LARGE = 65_536

interface BindConfig { portal?: string; statement?: string; values?: unknown[]; valueMapper?: (value: unknown) => unknown }
interface Connection { stream: { write(bytes: Buffer): void } }

/** A method that pg calls on a query, which its types omit. */
interface SentQuery { prepare(connection: Connection): void }

const Query = pg.Query as unknown as new (config: pg.QueryConfig, done: (error: Error | null, result: pg.QueryResult) => void) => SentQuery & pg.Submittable

class LargeQuery extends Query {
  override prepare(connection: Connection): void {
    super.prepare(Object.create(connection, { bind: { value: (config: BindConfig) => { for (const part of bindMessage(config)) connection.stream.write(part) } } }) as Connection)
  }
}

/** Whether a value is large enough for `queryLarge`. */
export function hasLargeValue(values: readonly unknown[]): boolean {
  return values.some((value) => Buffer.isBuffer(value) && value.length >= LARGE)
}

/** Runs the statement; its large values must not change until they are sent. */
export function queryLarge(client: pg.PoolClient, statement: pg.QueryConfig): Promise<pg.QueryResult> {
  return new Promise((resolve, reject) => {
    client.query(new LargeQuery(statement, (error, result) => { if (error) reject(error); else resolve(result) }))
  })
}

/** The parts of a Bind message (PostgreSQL manual, 55.7 Message Formats): texts as text, Buffers as they are, results as text. */
export function bindMessage({ portal = '', statement = '', values = [], valueMapper = (value) => value }: BindConfig): Buffer[] {
  const sent = values.map((value) => {
    const mapped = valueMapper(value)
    if (mapped === null || mapped === undefined) return undefined
    return Buffer.isBuffer(mapped) ? { format: 1, bytes: mapped } : { format: 0, bytes: Buffer.from(String(mapped)) }
  })
  const parts = [
    Buffer.from(`${portal}\0${statement}\0`),
    int16(sent.length), ...sent.map((value) => int16(value?.format ?? 0)),
    int16(sent.length), ...sent.flatMap((value) => (value === undefined ? [int32(-1)] : [int32(value.bytes.length), value.bytes])),
    int16(1), int16(0),
  ]
  const length = parts.reduce((sum, part) => sum + part.length, 4)
  return joinSmall([Buffer.from('B'), int32(length), ...parts])
}

/** Joins neighbours that are not large. */
function joinSmall(parts: Buffer[]): Buffer[] {
  const joined: Buffer[] = []
  let small: Buffer[] = []
  for (const part of parts) {
    if (part.length < LARGE) small.push(part)
    else {
      joined.push(Buffer.concat(small), part)
      small = []
    }
  }
  return [...joined, Buffer.concat(small)]
}

function int16(value: number): Buffer {
  const bytes = Buffer.alloc(2)
  bytes.writeInt16BE(value)
  return bytes
}

function int32(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeInt32BE(value)
  return bytes
}
