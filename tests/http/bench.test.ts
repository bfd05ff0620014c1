/** What `npm run bench` compares: the engine and a server written by hand for one document type, which must do the same work. */
import path from 'node:path'
import pg from 'pg'
import { expect, it } from 'vitest'
import { addPeople, addRequests, openRequests, ownRequests } from '../../tools/bench/dataset.ts'
import { startServer } from '../../tools/bench/processes.ts'
import { checkSameAnswers } from '../../tools/bench/same-answers.ts'
import { SERVER } from '../store/server-database.ts'
import { ROOT } from './harness.ts'
import { startOwnProcess } from './own-process.ts'

it.skipIf(SERVER === undefined)('the servers that the benchmark compares send the same responses', async () => {
  let url = ''
  const engine = await startOwnProcess({ environmentOf: (database = '') => { url = database; return { LOG_LEVEL: 'error' } } })
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const hand = await startServer('hand-written', path.join(ROOT, 'dist/tools/bench/hand-written/server.js'), '/healthz', { DATABASE_URL: url })
  try {
    await addPeople(client)
    await addRequests(client, 1, 1_000)
    await expect(checkSameAnswers(engine.url, hand.url, await ownRequests(client, 20), await openRequests(client, 20))).resolves.toBeUndefined()
  } finally {
    await client.end()
    await hand.stop()
    await engine.stop()
  }
})
