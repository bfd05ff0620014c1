/**
 * SHA-256 of a text, hex, 16 characters: enough to address content, and synchronous on every platform (`crypto.subtle` is
 * not, and `node:crypto` is not in the browser).
 */
export function contentHash(text: string): string {
  const bytes = padded(utf8(text))
  const state = new Uint32Array([0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19])
  const view = new DataView(bytes.buffer)
  for (let block = 0; block < bytes.length; block += 64) digestBlock(state, view, block)
  return [...state.slice(0, 2)].map((word) => word.toString(16).padStart(8, '0')).join('')
}

/** By hand: `TextEncoder` belongs to the platforms and not to the language, and core uses the language only. */
function utf8(text: string): Uint8Array {
  const bytes: number[] = []
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0
    if (code < 0x80) bytes.push(code)
    else if (code < 0x800) bytes.push(0xc0 | (code >> 6), 0x80 | (code & 63))
    else if (code < 0x10000) bytes.push(0xe0 | (code >> 12), 0x80 | ((code >> 6) & 63), 0x80 | (code & 63))
    else bytes.push(0xf0 | (code >> 18), 0x80 | ((code >> 12) & 63), 0x80 | ((code >> 6) & 63), 0x80 | (code & 63))
  }
  return Uint8Array.from(bytes)
}

function padded(message: Uint8Array): Uint8Array {
  const length = (Math.floor((message.length + 8) / 64) + 1) * 64
  const bytes = new Uint8Array(length)
  bytes.set(message)
  bytes[message.length] = 0x80
  const view = new DataView(bytes.buffer)
  view.setUint32(length - 8, Math.floor((message.length * 8) / 2 ** 32))
  view.setUint32(length - 4, (message.length * 8) >>> 0)
  return bytes
}

function digestBlock(state: Uint32Array, view: DataView, start: number): void {
  const w = new Uint32Array(64)
  for (let t = 0; t < 16; t += 1) w[t] = view.getUint32(start + t * 4)
  for (let t = 16; t < 64; t += 1) w[t] = small1(at(w, t - 2)) + at(w, t - 7) + small0(at(w, t - 15)) + at(w, t - 16)
  let [a, b, c, d, e, f, g, h] = state as unknown as [number, number, number, number, number, number, number, number]
  for (let t = 0; t < 64; t += 1) {
    const first = (h + (rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25)) + ((e & f) ^ (~e & g)) + at(ROUND, t) + at(w, t)) | 0
    const second = ((rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0
    ;[h, g, f, e, d, c, b, a] = [g, f, e, (d + first) | 0, c, b, a, (first + second) | 0]
  }
  for (const [index, word] of [a, b, c, d, e, f, g, h].entries()) state[index] = at(state, index) + word
}

const at = (words: Uint32Array, index: number): number => words[index] ?? 0
const rotate = (x: number, n: number): number => (x >>> n) | (x << (32 - n))
const small0 = (x: number): number => rotate(x, 7) ^ rotate(x, 18) ^ (x >>> 3)
const small1 = (x: number): number => rotate(x, 17) ^ rotate(x, 19) ^ (x >>> 10)

/** The first 32 bits of the fractional parts of the cube roots of the first 64 primes. */
const ROUND = new Uint32Array(primes(64).map((prime) => Math.floor((Math.cbrt(prime) % 1) * 2 ** 32)))

function primes(count: number): number[] {
  const found: number[] = []
  for (let n = 2; found.length < count; n += 1) if (found.every((prime) => n % prime !== 0)) found.push(n)
  return found
}
