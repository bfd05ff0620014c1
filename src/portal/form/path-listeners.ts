/** Listeners and change counts by path; '' receives every change. */
export class PathListeners {
  readonly #listeners = new Map<string, Set<() => void>>()
  readonly #versions = new Map<string, number>()
  #all = 0

  subscribe(path: string, listener: () => void): () => void {
    const set = this.#listeners.get(path) ?? new Set()
    this.#listeners.set(path, set.add(listener))
    return () => set.delete(listener)
  }

  version(path: string): number {
    return this.#all + (this.#versions.get(path) ?? 0)
  }

  /** Notifies that one path changed. */
  changed(path: string): void {
    this.#versions.set(path, (this.#versions.get(path) ?? 0) + 1)
    this.#call(path)
    if (path !== '') this.changed('')
  }

  /** Notifies that any path may have changed. */
  changedAll(): void {
    this.#all += 1
    for (const path of this.#listeners.keys()) this.#call(path)
  }

  #call(path: string): void {
    for (const listener of [...(this.#listeners.get(path) ?? [])]) listener()
  }
}
