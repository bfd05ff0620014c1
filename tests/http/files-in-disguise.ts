/** Handmade files whose names do not match their content, in base64. */
import { crc32 } from 'node:zlib'
import { PIXEL } from './petty-cash-cases.ts'

const OLE_HEAD = Buffer.from('d0cf11e0a1b11ae1', 'hex')

/** A ZIP archive of empty files, uncompressed. Office documents are such archives, recognised by the names inside. */
function zip(names: string[]): Buffer {
  const heads: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const name of names) {
    const text = Buffer.from(name)
    const head = Buffer.alloc(30)
    head.writeUInt32LE(0x04034b50, 0)
    head.writeUInt16LE(20, 4)
    head.writeUInt16LE(text.length, 26)
    const entry = Buffer.alloc(46)
    entry.writeUInt32LE(0x02014b50, 0)
    entry.writeUInt16LE(text.length, 28)
    entry.writeUInt32LE(offset, 42)
    heads.push(head, text)
    directory.push(entry, text)
    offset += head.length + text.length
  }
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(names.length, 8)
  end.writeUInt16LE(names.length, 10)
  end.writeUInt32LE(Buffer.concat(directory).length, 12)
  end.writeUInt32LE(offset, 16)
  return Buffer.concat([...heads, ...directory, end])
}

function ole(stream: string): Buffer {
  return Buffer.concat([OLE_HEAD, Buffer.alloc(504), Buffer.from(`Root Entry ${stream}`, 'utf16le'), Buffer.alloc(512)])
}

const base64 = (content: Buffer | string): string => Buffer.from(content).toString('base64')

export const OFFICE = {
  docx: base64(zip(['[Content_Types].xml', 'word/document.xml'])),
  xlsx: base64(zip(['[Content_Types].xml', 'xl/workbook.xml'])),
  doc: base64(ole('WordDocument')),
  xls: base64(ole('Workbook')),
  zip: base64(zip(['readme.txt'])),
}

export const SCRIPTS = {
  svg: base64('<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'),
  html: base64('<!doctype html><script>alert(1)</script>'),
  text: base64('just words'),
}

/** A picture with padding appended, `size` bytes in total. */
export function pictureOf(size: number): string {
  const picture = Buffer.from(PIXEL, 'base64')
  return base64(Buffer.concat([picture, Buffer.alloc(size - picture.length)]))
}

const HEAD_OF_PICTURE = 33
const EMPTY_TEXT = Buffer.from('00000000744558749642c585', 'hex')

/** The picture, a PNG, with `count` empty text chunks in it. */
export function withEmptyTexts(picture: Buffer, count: number): Buffer {
  return Buffer.concat([picture.subarray(0, HEAD_OF_PICTURE), ...Array.from({ length: count }, () => EMPTY_TEXT), picture.subarray(HEAD_OF_PICTURE)])
}

/** The smallest picture, which says that it has that many points; in base64. */
export function claiming(width: number, height: number): string {
  const file = Buffer.from(PIXEL, 'base64')
  file.writeUInt32BE(width, 16)
  file.writeUInt32BE(height, 20)
  // The checksum covers the type and the content of the part.
  file.writeUInt32BE(crc32(file.subarray(12, 29)), 29)
  return file.toString('base64')
}
