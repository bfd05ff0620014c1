/**
 * Files are passed to a scanner, if there is one, before they are stored: what it detects is refused, and without its response nothing is
 * accepted.
 */
import { createServer, type AddressInfo, type Server } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { scanWithClamd } from '../../src/server/files/clamd.ts'
import { startApp, type Caller, type TestApp } from './harness.ts'
import { request } from './petty-cash-cases.ts'

/** Speaks clamd(8)'s protocol: a stream of chunks, each preceded by its length, ended by an empty one. */
function startScanner(): Promise<{ server: Server; url: string; seen: Buffer[] }> {
  const seen: Buffer[] = []
  const server = createServer((socket) => {
    let got = Buffer.alloc(0)
    socket.on('data', (data) => {
      got = Buffer.concat([got, data])
      const parts: Buffer[] = []
      let at = got.indexOf(0) + 1
      if (got.subarray(0, at).toString() !== 'zINSTREAM\0') return
      while (at + 4 <= got.length) {
        const length = got.readUInt32BE(at)
        if (length === 0) {
          const content = Buffer.concat(parts)
          seen.push(content)
          socket.end(content.includes('HARMFUL') ? 'stream: Eicar-Test-Signature FOUND\0' : 'stream: OK\0')
          return
        }
        if (at + 4 + length > got.length) return
        parts.push(got.subarray(at + 4, at + 4 + length))
        at += 4 + length
      }
    })
    socket.on('error', () => undefined)
  })
  return new Promise((resolve) => { server.listen(0, '127.0.0.1', () => resolve({ server, url: `clamd://127.0.0.1:${(server.address() as AddressInfo).port}`, seen })) })
}

let test: TestApp
let wanjiku: Caller
let scanner: Awaited<ReturnType<typeof startScanner>>
beforeAll(async () => {
  scanner = await startScanner()
  test = await startApp()
  test.services.config.scannerUrl = scanner.url
  wanjiku = await test.signIn('wanjiku@mazingira.example')
})
afterAll(async () => {
  await test.stop()
  scanner.server.close()
})

const pdf = (inside: string): { fileName: string; attachment: string } => ({ fileName: 'receipt.pdf', attachment: Buffer.from(`%PDF-1.4\n${inside}\n%%EOF`).toString('base64') })
const make = (inside: string): ReturnType<Caller['call']> => wanjiku.call('POST', 'hrmis/pettycash', request({ attachments: [pdf(inside)] }))

it('no file is scanned when a save has more files in its lines than it may have', async () => {
  const before = scanner.seen.length
  const answer = await wanjiku.call('POST', 'hrmis/imprest', { imprestLinesAPI: Array.from({ length: 40 }, (_, index) => ({ base64Attachment: pdf(`ticket ${index}`) })) })
  expect([answer.statusCode, answer.json()]).toEqual([422, expect.objectContaining({
    code: 'invalid-file', message: 'At most 10 files can be saved at once. Save these first, then add the others.',
    errors: [expect.objectContaining({ path: 'imprestLinesAPI.10.base64Attachment', rule: 'attachments.atOnce' })],
  })])
  expect(scanner.seen).toHaveLength(before)
})

it('a clean file is stored, and served in a sandbox', async () => {
  const made = await make('a receipt')
  expect(made.statusCode, made.body).toBe(201)
  expect(scanner.seen.at(-1)?.toString()).toContain('a receipt')
  const { no, attachments } = made.json<{ data: { no: string; attachments: { id: string }[] } }>().data
  const file = await wanjiku.call('GET', `documents/petty-cash/${no}/files/${attachments[0]?.id ?? ''}?inline=1`)
  expect([file.statusCode, file.headers['content-security-policy'], file.headers['x-content-type-options']]).toEqual([200, expect.stringMatching(/default-src '(self|none)'.*;sandbox$/), 'nosniff'])
})

it('a save with an infected file is refused', async () => {
  const refused = await make('something HARMFUL')
  expect([refused.statusCode, refused.json<{ message: string }>().message]).toEqual([422, 'receipt.pdf contains malware and was rejected.'])
})

it('a large file is scanned to its end', async () => {
  const large = Buffer.alloc(3_000_000, 'x')
  large.write('HARMFUL', 2_900_000)
  expect(await scanWithClamd(scanner.url, large)).toBe('Eicar-Test-Signature')
  expect(await scanWithClamd(scanner.url, large.subarray(0, 2_000_000))).toBeUndefined()
})

it('files are refused while the scanner does not answer, and saves without files still work', async () => {
  test.services.config.scannerUrl = 'clamd://127.0.0.1:1'
  const refused = await make('a receipt')
  expect([refused.statusCode, refused.json<{ code: string }>().code, refused.headers['retry-after']]).toEqual([503, 'scanner-silent', '60'])
  expect((await wanjiku.call('POST', 'hrmis/pettycash', request({ attachments: undefined }))).statusCode).toBe(201)
  test.services.config.scannerUrl = scanner.url
})
