import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { encodingFor, keptAnswer } from './kept-answer.ts'

it.each<[string | undefined, ReturnType<typeof encodingFor>]>([
  [undefined, 'plain'], ['', 'plain'], ['identity', 'plain'], ['gzip', 'gzip'], ['gzip, deflate, br', 'br'], ['br;q=0, gzip', 'gzip'], ['br;q=0.0;x, gzip;q=0', 'plain'],
  ['BR;q=0.5', 'br'], ['*', 'br'], ['*;q=0', 'plain'], ['br;q=0, *', 'gzip'], ['brotli, gzipped', 'plain'],
])('for Accept-Encoding %j it is %s', (accepted, encoding) => expect(encodingFor(accepted)).toBe(encoding))

it('each encoding holds the same text', async () => {
  const text = JSON.stringify({ paths: Object.fromEntries(Array.from({ length: 500 }, (_, index) => [`/documents/${String(index)}`, { get: 'List' }])) })
  const kept = await keptAnswer(text)
  expect([kept.plain, gunzipSync(kept.gzip), brotliDecompressSync(kept.br)].map(String)).toEqual([text, text, text])
  expect(kept.etag).toMatch(/^"[\w-]{43}"$/)
})
