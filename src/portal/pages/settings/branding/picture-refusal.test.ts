import { expect, it } from 'vitest'
import { IMAGE_TOO_LARGE, NO_PICTURE } from '../../../../contract/index.ts'
import { pictureRefusal } from './picture-refusal.ts'

const bytes = (text: string, size = 0): Blob => new Blob([Uint8Array.from(text, (sign) => sign.charCodeAt(0)), new Uint8Array(size)], { type: 'image/png' })

it.each([
  ['a PNG', bytes('\x89PNG\r\n\x1a\n....')],
  ['a JPEG', bytes('\xff\xd8\xff\xe0....')],
  ['a WebP', bytes('RIFF\x24\x00\x00\x00WEBPVP8 ')],
])('%s is accepted', async (_name, file) => {
  expect(await pictureRefusal(file)).toBeUndefined()
})

it.each([
  ['an HTML page named as a PNG', bytes('<html><script>alert(1)</script>'), NO_PICTURE],
  ['a GIF named as a PNG', bytes('GIF89a......'), NO_PICTURE],
  ['another RIFF file', bytes('RIFF\x24\x00\x00\x00WAVEfmt '), NO_PICTURE],
  ['an empty file', bytes(''), NO_PICTURE],
  ['a PNG of 2 MB', bytes('\x89PNG\r\n\x1a\n', 2_000_000), IMAGE_TOO_LARGE],
])('%s is refused before it is sent', async (_name, file, refusal) => {
  expect(await pictureRefusal(file)).toBe(refusal)
})
