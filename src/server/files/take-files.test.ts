import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { describe, expect, it } from 'vitest'
import { SentFile, UnreadableFile } from './sent-file.ts'
import { FileExtractor } from './take-files.ts'

const NAMES = new Set(['attachment'])
const MAX = 100_000

/** Takes the files out of a body that arrives in pieces of the given number of bytes, then parses and restores it. */
function take(text: string, piece = 997, max = MAX): unknown {
  const taker = new FileExtractor(NAMES, max, () => new Error('too much'))
  const bytes = Buffer.from(text)
  for (let at = 0; at < bytes.length; at += piece) taker.write(bytes.subarray(at, at + piece))
  return taker.restore(JSON.parse(taker.end()))
}

const CONTENT = Buffer.from(Array.from({ length: 20_011 }, (_, index) => (index * 7919) % 251))
const BASE64 = CONTENT.toString('base64')
const fileOf = (body: unknown): unknown => (body as { files: { attachment: unknown }[] }).files[0]?.attachment

describe('a request body with files', () => {
  it.each([
    ['as base64', JSON.stringify(BASE64)],
    ['behind the head of a data URL', JSON.stringify(`data:application/pdf;base64,${BASE64}`)],
    ['with escaped slashes', `"${BASE64.replaceAll('/', String.raw`\/`)}"`],
    ['with escaped plus signs', `"${BASE64.replaceAll('+', String.raw`\u002B`)}"`],
  ])('it yields its files whole, however it is split: %s', async (_, text) => {
    for (const piece of [1, 2, 3, 5, 997, 1_000_000]) {
      const file = fileOf(take(`{"no" : "a\\"b", "files":[ {"fileName":"a.pdf","attachment" : ${text} } ]}`, piece))
      expect(file).toBeInstanceOf(SentFile)
      expect((await (file as SentFile).content()).equals(CONTENT)).toBe(true)
      expect((file as SentFile).size).toBe(CONTENT.length)
    }
  })

  it('it keeps everything else unchanged', () => {
    const body = { a: 'é漢\\"\u0000', n: [1, { attachment: 'short' }], attachment: ['x'.repeat(5_000)], other: BASE64, deep: { s: '\\' } }
    for (const piece of [1, 7, 4_096]) expect(take(JSON.stringify(body), piece)).toEqual(body)
  })

  it.each([
    ['other characters', `${BASE64.slice(0, 9_999)}*${BASE64.slice(10_000)}`],
    ['a missing character', BASE64.slice(0, 9_999)],
    ['padding in the middle', `${BASE64.slice(0, 8_000)}====${BASE64.slice(8_000)}`],
    ['backslashes', BASE64.replaceAll('A', String.raw`\\`)],
  ])('it marks a file with %s as unreadable', (_, text) => {
    for (const piece of [3, 1_000]) expect(fileOf(take(`{"files":[{"attachment":"${text}"}]}`, piece))).toBeInstanceOf(UnreadableFile)
  })

  it.each([
    ['a text under another name', JSON.stringify({ description: 'x'.repeat(MAX) })],
    ['a text that never ends', `{"description":"${'x'.repeat(MAX)}`],
    ['a name as long as a file', `{"${'attachment'.repeat(MAX)}":1}`],
    ['a text in a list under the name of a file', JSON.stringify({ attachment: ['x'.repeat(MAX)] })],
    ['many small files', JSON.stringify({ files: Array.from({ length: 5_000 }, () => ({ attachment: 'QUJD' })) })],
  ])('it is refused when it holds too much beside its files: %s', (_, text) => {
    expect(() => take(text)).toThrow('too much')
  })

  it('it is invalid JSON when the text of a file does not end', () => {
    for (const text of ['{"attachment":"12}', `{"attachment":"${BASE64}}`]) expect(() => take(text)).toThrow(SyntaxError)
  })

  it('it cannot pass off a text of its own as a file that was taken out', () => {
    expect(take('{"files":[{"attachment":"mark 0"}]}')).toEqual({ files: [{ attachment: 'mark 0' }] })
  })

  it('two bodies are equal as JSON exactly when their files have the same content', () => {
    const one = JSON.stringify(take(JSON.stringify({ attachment: BASE64 })))
    expect(one).toBe(JSON.stringify(take(JSON.stringify({ attachment: BASE64 }), 11)))
    expect(one).not.toBe(JSON.stringify(take(JSON.stringify({ attachment: `AAAA${BASE64}` }))))
    expect(one.length).toBeLessThan(100)
  })

  it.each([
    ['a file', JSON.stringify({ attachment: 'QUJD'.repeat(1_000_000) })],
    ['another text', JSON.stringify({ description: 'x'.repeat(1_000_000) })],
  ])('it takes little more memory than its length, however small its pieces: %s', (_, text) => {
    setFlagsFromString('--expose-gc')
    const collect = runInNewContext('gc') as () => void
    const used = (): number => {
      collect()
      const { heapUsed, arrayBuffers } = process.memoryUsage()
      return heapUsed + arrayBuffers
    }
    const bytes = Buffer.from(text)
    const before = used()
    const taker = new FileExtractor(NAMES, 2_000_000, () => new Error('too much'))
    for (let at = 0; at < bytes.length; at += 4) taker.write(bytes.subarray(at, at + 4))
    expect((used() - before) / 1_000_000).toBeLessThan(8)
    expect(taker.end()).not.toBe('')
  })
})
