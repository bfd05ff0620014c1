/**
 * Only files make a body large, and they are taken out as they arrive; nothing else may be large, and compressed bodies are not read at
 * all.
 */
import { createHash } from 'node:crypto'
import { request as open, type ClientRequest } from 'node:http'
import type { AddressInfo } from 'node:net'
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { FairTurns } from '../../src/server/limits/fair-turns.ts'
import { ONE_KIND, startApp, type Caller, type TestApp } from './harness.ts'
import { raise, read, request, type Reply } from './petty-cash-cases.ts'

interface Refusal { code: string; message: string }

const pdfOf = (size: number, filled = 'x'): Buffer => Buffer.concat([Buffer.from('%PDF-1.4\n'), Buffer.alloc(size - 9, filled)])
const fileOf = (content: Buffer, fileName = 'a.pdf'): object => ({ fileName, attachment: content.toString('base64') })

describe.each(ONE_KIND)('request bodies on %s', (kind) => {
  let test: TestApp
  let wanjiku: Caller
  let otieno: Caller
  beforeAll(async () => {
    test = await startApp({ kind })
    wanjiku = await test.signIn('wanjiku@mazingira.example')
    otieno = await test.signIn('otieno@mazingira.example')
  })
  afterAll(() => test.stop())

  const send = (payload: string | Buffer, headers: Record<string, string> = {}, url = 'documents/petty-cash'): ReturnType<TestApp['inject']> =>
    test.inject({ method: 'POST', url: `/api/v1/${url}`, headers: { authorization: `Bearer ${wanjiku.token}`, 'content-type': 'application/json', ...headers }, payload })

  it.each([['br', brotliCompressSync], ['gzip', gzipSync], ['deflate', deflateSync], ['GZIP', gzipSync], ['zip', gzipSync]] as const)('are refused if they are compressed with %s', async (encoding, compress) => {
    const answers = await Promise.all(['documents/petty-cash', 'hrmis/auth/login', 'portal/nowhere'].map((url) => send(compress(JSON.stringify({ description: 'x'.repeat(1_000_000) })), { 'content-encoding': encoding }, url)))
    for (const answer of answers) {
      expect(answer.statusCode).toBe(415)
      expect(answer.json<Refusal>()).toMatchObject({ code: 'compressed-request', message: 'Send the request as it is, not compressed.' })
    }
  })

  it('are accepted if they declare that they are not compressed', async () => {
    expect((await send(JSON.stringify(request()), { 'content-encoding': 'identity' })).statusCode).toBe(201)
  })

  it.each([
    { name: 'a text', body: { description: 'x'.repeat(3_000_000) } },
    { name: 'the name of a file', body: request({ attachments: [{ fileName: 'x'.repeat(3_000_000), attachment: '' }] }) },
    { name: 'an unknown field', body: request({ more: 'QUJD'.repeat(1_000_000) }) },
    { name: 'a text in place of the files', body: request({ attachments: 'QUJD'.repeat(1_000_000) }) },
  ].map((one) => [one.name, one] as const))('are refused if %s is as large as files', async (_, { body }) => {
    const answer = await send(JSON.stringify(body))
    expect([answer.statusCode, answer.json<Refusal>()]).toEqual([413, expect.objectContaining({ code: 'too-large-beside-files', message: 'Without its files the request is larger than the 1.05 MB that are accepted here.' })])
  })

  it('are accepted with as many files as a document may have, and the files are stored as they were sent', async () => {
    const files = Array.from({ length: 10 }, (_, index) => pdfOf(1_990_000, String(index)))
    const text = JSON.stringify(request({ attachments: files.map((content, index) => fileOf(content, `${index}.pdf`)) })).replaceAll('/', String.raw`\/`)
    const answer = await send(text)
    expect(answer.statusCode, answer.body.slice(0, 300)).toBe(201)
    const { no, attachments } = answer.json<Reply>().data
    const kept = await Promise.all(attachments.map(async ({ id }) => (await wanjiku.call('GET', `documents/petty-cash/${no}/files/${id}`)).rawPayload))
    const sumOf = (content: Buffer): string => createHash('sha256').update(content).digest('hex')
    expect(kept.map(sumOf).sort()).toEqual(files.map(sumOf).sort())
  })

  it('are compared with their files when an idempotency key is repeated', async () => {
    const key = { 'idempotency-key': 'with-files' }
    const one = JSON.stringify(request({ attachments: [fileOf(pdfOf(50_000))] }))
    const other = JSON.stringify(request({ attachments: [fileOf(pdfOf(50_000, 'y'))] }))
    const [first, again, changed] = [await send(one, key), await send(one, key), await send(other, key)]
    expect([first.statusCode, again.statusCode, again.headers['idempotent-replayed'], changed.statusCode, changed.json<Refusal>().code]).toEqual([201, 201, 'true', 422, 'key-reused'])
    expect(again.json<Reply>().data.no).toBe(first.json<Reply>().data.no)
  })

  it('with files wait until earlier ones of the same person end, while other requests are served', async () => {
    await test.app.listen({ host: '127.0.0.1', port: 0 })
    const { port } = test.app.server.address() as AddressInfo
    const { no, _rev } = await raise(wanjiku)
    const body = JSON.stringify({ _rev, attachments: [fileOf(pdfOf(200_000))] })
    const begin = (): ClientRequest => {
      const begun = open({ port, host: '127.0.0.1', method: 'PATCH', path: `/api/v1/documents/petty-cash/${no}`, headers: { authorization: `Bearer ${wanjiku.token}`, 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) } })
      begun.on('error', () => undefined)
      return begun
    }
    const statusOf = (begun: ClientRequest): Promise<number | undefined> => new Promise((resolve) => { begun.on('response', (answer) => { answer.resume(); resolve(answer.statusCode) }) })
    const entered = vi.spyOn(FairTurns.prototype, 'enter')
    // As many as one user may have in progress, none of which is ever completed.
    const slow = [begin(), begin()]
    for (const one of slow) one.write(body.slice(0, 100))
    await vi.waitFor(() => expect(entered.mock.calls).toHaveLength(slow.length), { timeout: 10_000, interval: 10 })
    let status: number | undefined
    const waiting = begin()
    const answered = statusOf(waiting).then((got) => { status = got })
    waiting.end(body)
    // A user without files, and another one with files, are served.
    expect((await wanjiku.call('PATCH', `documents/petty-cash/${no}`, { _rev, description: 'Meanwhile' })).statusCode).toBe(200)
    const others = await otieno.call('POST', 'documents/petty-cash', request({ attachments: [fileOf(pdfOf(200_000))] }))
    expect([others.statusCode, status]).toEqual([201, undefined])
    slow[0]?.destroy()
    await answered
    expect(status).toBe(409)
    expect(await read(wanjiku, no)).toMatchObject({ description: 'Meanwhile' })
    slow[1]?.destroy()
    vi.restoreAllMocks()
  })
})
