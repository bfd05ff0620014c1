const NO_ARRAYS: ReadonlySet<string> = new Set()

/** Changes of a session or form by path, for those who draw it: the listeners, and the version in which each path last changed. */
export class ChangeFeed {
  readonly #listeners = new Map<string, Set<() => void>>()
  readonly #versions = new Map<string, number>()
  /** By array: the version since which every path on its lines counts as changed, because lines were added or removed. */
  readonly #lineVersions = new Map<string, number>()
  #version = 1
  #since = 1

  /** Increases with every change. */
  get version(): number { return this.#version }

  /** Calls the listener when the path changes; '' is notified of every change. Returns a function that unsubscribes. */
  subscribe(path: string, listener: () => void): () => void {
    const known = this.#listeners.get(path) ?? new Set()
    this.#listeners.set(path, known.add(listener))
    return () => {
      known.delete(listener)
      if (known.size === 0 && this.#listeners.get(path) === known) this.#listeners.delete(path)
    }
  }

  /** Increases with each change of the path; '' is any path. */
  versionOf(path: string): number {
    if (path === '') return this.#version
    const [array] = path.split('.', 1) as [string]
    const lineVersion = path.length > array.length ? (this.#lineVersions.get(array) ?? 0) : 0
    return Math.max(this.#versions.get(path) ?? 0, lineVersion, this.#since)
  }

  /** One path changed: notifies its listeners. */
  publish(path: string): void {
    for (const listener of this.record([path], NO_ARRAYS)) listener()
  }

  /** Everything changed: notifies all listeners. */
  publishAll(): void {
    this.#version += 1
    this.#since = this.#version
    for (const listeners of [...this.#listeners.values()]) for (const listener of [...listeners]) listener()
  }

  /**
   * Records the changed paths and the arrays whose lines were added or removed.
   * @returns their listeners, without duplicates, to be called once the session is ready to be read.
   */
  record(paths: string[], reshaped: ReadonlySet<string>): Set<() => void> {
    this.#version += 1
    for (const path of paths) {
      this.#versions.set(path, this.#version)
      // A view of the whole line now shows something else; a view of the array's own state, its count or its error, does not.
      const [line] = linesAround(path)
      if (line !== undefined) this.#versions.set(line, this.#version)
    }
    for (const array of reshaped) this.#lineVersions.set(array, this.#version)
    return this.#listenersOf(paths, reshaped)
  }

  #listenersOf(paths: string[], reshaped: ReadonlySet<string>): Set<() => void> {
    const heard = new Set<() => void>(this.#listeners.get(''))
    for (const path of paths) for (const one of [path, ...linesAround(path)]) for (const listener of this.#listeners.get(one) ?? []) heard.add(listener)
    if (reshaped.size === 0) return heard
    for (const [path, listeners] of this.#listeners) {
      if (reshaped.has(path.split('.', 1)[0]!)) for (const listener of listeners) heard.add(listener)
    }
    return heard
  }
}

/** The line of a line's field, and the array of that line: `lines.0` and `lines` for `lines.0.amount`; empty for a header field. */
function linesAround(path: string): string[] {
  const [array = '', index, field] = path.split('.')
  return field === undefined ? [] : [`${array}.${index ?? ''}`, array]
}
