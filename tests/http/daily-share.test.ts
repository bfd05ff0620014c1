/** What a person may store in files within a day. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ONE_KIND, startApp, type Caller, type TestApp } from './harness.ts'

const MB = 1_000_000
const DAY_MS = 24 * 60 * 60_000

describe.each(ONE_KIND)('files of a day on %s', (kind) => {
  let test: TestApp
  beforeAll(async () => { test = await startApp({ kind, environment: { FILES_MB_PER_DAY: '2' } }) })
  afterAll(() => test.stop())

  const file = (bytes: number, begins = '%PDF-1.4\n') => ({ fileName: 'receipt.pdf', attachment: Buffer.concat([Buffer.from(begins), Buffer.alloc(bytes - begins.length, 'x')]).toString('base64') })
  const save = async (who: Caller, ...attachments: object[]) => {
    const answer = await who.call('POST', 'documents/petty-cash', { description: 'Receipts', pettyCashLinesAPI: [], attachments })
    return { status: answer.statusCode, ...answer.json<{ message: string; code?: string }>() }
  }
  const storedBy = async () => Number((await test.services.database.kysely.selectFrom('files').select((files) => files.fn.countAll().as('count')).executeTakeFirstOrThrow()).count)

  it('beyond it nothing of a save is stored, until the day is over; others, and what is refused, do not count', async () => {
    const wanjiku = await test.signIn('wanjiku@mazingira.example')
    expect((await save(wanjiku, file(0.9 * MB))).status).toBe(201)
    expect((await save(wanjiku, file(0.9 * MB, 'no kind of file'))).code).toBe('invalid-file')
    const before = await storedBy()
    expect(await save(wanjiku, file(0.6 * MB), file(0.6 * MB))).toMatchObject({ status: 429, code: 'stores-too-much', message: expect.stringContaining('stored 2 MB of files within a day') as string })
    expect(await storedBy()).toBe(before)
    // Of what the refused save brought, the first file was counted.
    expect((await save(wanjiku, file(0.4 * MB))).status).toBe(201)
    expect((await save(wanjiku)).status).toBe(201)
    expect((await save(await test.signIn('juma@mazingira.example'), file(0.9 * MB))).status).toBe(201)
    const now = test.clock.now()
    test.clock.set(new Date(now.getTime() + DAY_MS + 1_000))
    expect((await save(await test.signIn('wanjiku@mazingira.example'), file(0.9 * MB))).status).toBe(201)
  })
})
