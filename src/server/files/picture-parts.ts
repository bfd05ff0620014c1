/** Counts the chunks of an image before the image library reads it. */

const SIGNATURE = Buffer.from('89504e470d0a1a0a', 'hex')
/** Bytes of a chunk's length, type and checksum. */
const AROUND = 12
const END = 'IEND'
/**
 * A 2 MB image has a few hundred. The library emits a warning for each invalid chunk, one after the other, on the thread that serves all
 * requests.
 */
const MAX_PARTS = 10_000

/** Whether a PNG has more chunks than any program writes. The library reads other image formats without warnings about their parts. */
export function hasTooManyParts(content: Buffer): boolean {
  if (!content.subarray(0, SIGNATURE.length).equals(SIGNATURE)) return false
  let parts = 0
  for (let at = SIGNATURE.length; at + AROUND <= content.length && parts <= MAX_PARTS; at += AROUND + content.readUInt32BE(at)) {
    if (content.toString('latin1', at + 4, at + 8) === END) return false
    parts += 1
  }
  return parts > MAX_PARTS
}
