/** In place of rjsf's comparing of props (vite.config.ts), whose package knows kinds of value that no form of ours holds. Functions count as equal, as with rjsf. */
export default function deepEquals(a: unknown, b: unknown): boolean {
  if (Object.is(a, b) || (typeof a === 'function' && typeof b === 'function')) return true
  if (!isBranch(a) || !isBranch(b) || Array.isArray(a) !== Array.isArray(b)) return false
  const names = Object.keys(a)
  return names.length === Object.keys(b).length && names.every((name) => Object.hasOwn(b, name) && deepEquals(a[name], b[name]))
}

const isBranch = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null
