/** How many parts a picture has, before the library that reads pictures is shown it. */

const SIGNATURE = Buffer.from('89504e470d0a1a0a', 'hex')
/** Length, kind and checksum of a chunk. */
const AROUND = 12
const END = 'IEND'
/** A picture of two megabytes has a few hundred. Of each that is not as it should be the library emits a warning, one after the other in the thread that serves everybody. */
const MAX_PARTS = 10_000

/** Whether a PNG has more chunks than a program writes. Other kinds of pictures are read without a word about their parts. */
export function hasTooManyParts(content: Buffer): boolean {
  if (!content.subarray(0, SIGNATURE.length).equals(SIGNATURE)) return false
  let parts = 0
  for (let at = SIGNATURE.length; at + AROUND <= content.length && parts <= MAX_PARTS; at += AROUND + content.readUInt32BE(at)) {
    if (content.toString('latin1', at + 4, at + 8) === END) return false
    parts += 1
  }
  return parts > MAX_PARTS
}
