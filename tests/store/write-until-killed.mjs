// Stores one document after another and prints each acknowledged key; the test kills it meanwhile. Uses the compiled server, because a
// child process of a test cannot load TypeScript.
import { createDatabase } from '../../dist/src/server/store/connection/database.js'
import { insertDocument } from '../../dist/src/server/store/documents/documents.js'
import { drawNumber } from '../../dist/src/server/store/documents/number-series.js'

const [dataDir, databaseUrl] = process.argv.slice(2)
const database = await createDatabase({ dataDir, ...(databaseUrl && { databaseUrl }) })
const manifest = { id: 'petty-cash', hash: 'test', shape: { fields: {} } }
for (;;) {
  const key = await database.transaction(async (tx) => {
    const number = await drawNumber(tx, { company: 'MRT', type: 'petty-cash', period: '2026' })
    const stored = await insertDocument(tx, manifest, { company: 'MRT', key: `PC-${number}`, state: 'Open', data: { no: `PC-${number}`, text: 'x'.repeat(2000) }, by: 'test', at: new Date() })
    return stored.key
  })
  process.stdout.write(`${key}\n`)
}
