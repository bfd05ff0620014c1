/** A deep copy of plain JSON. By hand, because `structuredClone` belongs to the platforms and not to the language. */
export function copy<T>(value: T): T {
  return value === undefined ? value : (JSON.parse(JSON.stringify(value)) as T)
}
