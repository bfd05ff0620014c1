import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'

export type Row = Record<string, unknown>

/** Changes the rows of one table in the folder of a backup, and writes the checksum that matches them. */
export function rewriteBackup(folder: string, table: string, change: (rows: Row[]) => void): void {
  const file = path.join(folder, `${table}.jsonl.gz`)
  const rows = gunzipSync(readFileSync(file)).toString().trimEnd().split('\n').map((line) => JSON.parse(line) as Row)
  change(rows)
  writeFileSync(file, gzipSync(rows.map((row) => `${JSON.stringify(row)}\n`).join('')))
  const description = JSON.parse(readFileSync(path.join(folder, 'backup.json'), 'utf8')) as { tables: Record<string, { sha256: string }> }
  description.tables[table]!.sha256 = createHash('sha256').update(readFileSync(file)).digest('hex')
  writeFileSync(path.join(folder, 'backup.json'), JSON.stringify(description))
}
