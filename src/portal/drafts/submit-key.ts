/**
 * The idempotency key for submitting a draft: the same draft with the same content always gets the same key. A second tab with the draft,
 * or a reload after a lost response, therefore does not create a second document.
 */
export function submitKey(draftId: string, content: string): string {
  return `${draftId}.${hashOf(content)}`
}

const PRIME = 0x01000193

/** Two 32-bit FNV-1a hashes, one from each end. Distinguishes contents of one draft; not a security measure. */
function hashOf(text: string): string {
  let [forward, backward] = [0x811c9dc5, 0x811c9dc5]
  for (let at = 0; at < text.length; at++) {
    forward = Math.imul(forward ^ text.charCodeAt(at), PRIME)
    backward = Math.imul(backward ^ text.charCodeAt(text.length - 1 - at), PRIME)
  }
  return [forward, backward, text.length].map((number) => (number >>> 0).toString(36)).join('-')
}

/** The idempotency keys of one form: a retried submit, for example after a lost response, keeps its key and takes effect only once. */
export class SubmitKey {
  readonly #draftId: string
  readonly #newKey: () => string
  #last: { key: string; of: string } | undefined

  constructor(draftId: string, newKey: () => string) {
    this.#draftId = draftId
    this.#newKey = newKey
  }

  /**
   * The key for the given content; different content is a different submit. For a stored record, the same content may be submitted again
   * later as a different submit.
   */
  of(content: string, isNew: boolean): string {
    if (this.#last?.of !== content) this.#last = { key: isNew ? submitKey(this.#draftId, content) : this.#newKey(), of: content }
    return this.#last.key
  }

  /** The submit was answered: the next one gets a new key, whatever its content. */
  forget(): void {
    this.#last = undefined
  }
}
