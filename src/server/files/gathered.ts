const BLOCK = 65_536

/** Bytes that come in pieces. They are copied together: a Buffer for each piece would weigh twenty times as much as a small piece does. */
export class Gathered {
  readonly #full: Buffer[] = []
  #block = Buffer.alloc(0)
  /** How much of the block is in use. */
  #used = 0
  #size = 0

  /** How many bytes there are. */
  get size(): number {
    return this.#size
  }

  /** Adds a piece, which may be of any length. */
  add(piece: Buffer): void {
    for (let at = 0; at < piece.length;) {
      if (this.#used === this.#block.length) this.#open()
      const copied = piece.copy(this.#block, this.#used, at)
      this.#used += copied
      at += copied
    }
    this.#size += piece.length
  }

  /** All of them, in one. */
  whole(): Buffer {
    return Buffer.concat([...this.#full, this.#block.subarray(0, this.#used)], this.#size)
  }

  #open(): void {
    if (this.#used > 0) this.#full.push(this.#block)
    // Most bodies are small: the first block is too.
    this.#block = Buffer.allocUnsafeSlow(this.#full.length === 0 && this.#used === 0 ? BLOCK / 16 : BLOCK)
    this.#used = 0
  }
}
