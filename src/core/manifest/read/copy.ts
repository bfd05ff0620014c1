/** A deep copy of plain JSON. Does not use `structuredClone`, which belongs to the platforms and not to the language. */
export function copy<T>(value: T): T {
  return value === undefined ? value : (JSON.parse(JSON.stringify(value)) as T)
}
