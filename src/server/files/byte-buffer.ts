const BLOCK = 65_536

/**
 * A byte buffer that grows by appended pieces. Pieces are copied into shared blocks: a Buffer each would take twenty times the memory of a
 * small piece.
 */
export class ByteBuffer {
  readonly #full: Buffer[] = []
  #block = Buffer.alloc(0)
  /** Bytes used in the current block. */
  #used = 0
  #size = 0

  /** Total number of bytes. */
  get size(): number {
    return this.#size
  }

  /** Appends a piece of any length. */
  add(piece: Buffer): void {
    for (let at = 0; at < piece.length;) {
      if (this.#used === this.#block.length) this.#open()
      const copied = piece.copy(this.#block, this.#used, at)
      this.#used += copied
      at += copied
    }
    this.#size += piece.length
  }

  /** All bytes in one Buffer. */
  whole(): Buffer {
    return Buffer.concat([...this.#full, this.#block.subarray(0, this.#used)], this.#size)
  }

  #open(): void {
    if (this.#used > 0) this.#full.push(this.#block)
    // Most bodies are small, so the first block is too.
    this.#block = Buffer.allocUnsafeSlow(this.#full.length === 0 && this.#used === 0 ? BLOCK / 16 : BLOCK)
    this.#used = 0
  }
}
