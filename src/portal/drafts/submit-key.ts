/**
 * Key of one submit of a draft: the same wherever and whenever the same draft is sent with the same content. A second tab that
 * opened the draft, or a reload after an answer that was lost, then makes no second document.
 */
export function submitKey(draftId: string, content: string): string {
  return `${draftId}.${hashOf(content)}`
}

const PRIME = 0x01000193

/** Two rounds of FNV-1a in 32 bits, one from each end; tells contents of one draft apart, guards nothing. */
function hashOf(text: string): string {
  let [forward, backward] = [0x811c9dc5, 0x811c9dc5]
  for (let at = 0; at < text.length; at++) {
    forward = Math.imul(forward ^ text.charCodeAt(at), PRIME)
    backward = Math.imul(backward ^ text.charCodeAt(text.length - 1 - at), PRIME)
  }
  return [forward, backward, text.length].map((number) => (number >>> 0).toString(36)).join('-')
}

/** Key of the submits of one form: the same submit tried again, as after an answer that was lost, has the key that it had and does not act twice. */
export class SubmitKey {
  readonly #draftId: string
  readonly #newKey: () => string
  #last: { key: string; of: string } | undefined

  constructor(draftId: string, newKey: () => string) {
    this.#draftId = draftId
    this.#newKey = newKey
  }

  /** The key for a content; another content is another submit. Only for what is stored already may the same content be another submit, later. */
  of(content: string, isNew: boolean): string {
    if (this.#last?.of !== content) this.#last = { key: isNew ? submitKey(this.#draftId, content) : this.#newKey(), of: content }
    return this.#last.key
  }

  /** The submit was answered: the next one is another, whatever it sends. */
  forget(): void {
    this.#last = undefined
  }
}
