import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'

/** How many hex characters of a hash are kept. */
const LENGTH = 16

/**
 * The first 64 bits of the SHA-256 of a text, in hex: enough to address content. Documents store the result, so it must never change.
 * Synchronous on every platform, unlike `crypto.subtle`; `node:crypto` does not exist in the browser.
 */
export function contentHash(text: string): string {
  return bytesToHex(sha256(utf8ToBytes(text))).slice(0, LENGTH)
}

/** Adds the hash of its text to an object, computed on first read: most objects are read but never written or sent. */
export function withHash<T extends object>(object: T, textOf: () => string): T & { hash: string } {
  let hash: string | undefined
  return Object.defineProperty(object, 'hash', { get: () => (hash ??= contentHash(textOf())), enumerable: true }) as T & { hash: string }
}
