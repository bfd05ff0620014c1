import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'

/** Hex characters kept of a hash. */
const LENGTH = 16

/**
 * The first 64 bits of the SHA-256 of a text, in hex: enough to address content. Documents keep what it gave, so it never gives
 * anything else. Synchronous on every platform, which `crypto.subtle` is not, and `node:crypto` is not in the browser.
 */
export function contentHash(text: string): string {
  return bytesToHex(sha256(utf8ToBytes(text))).slice(0, LENGTH)
}

/** The object with the hash of its text, made when it is first asked for: most are looked at and never written or sent. */
export function withHash<T extends object>(object: T, textOf: () => string): T & { hash: string } {
  let hash: string | undefined
  return Object.defineProperty(object, 'hash', { get: () => (hash ??= contentHash(textOf())), enumerable: true }) as T & { hash: string }
}
