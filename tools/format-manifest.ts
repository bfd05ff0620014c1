/** Writes a manifest as its authors do: what fits into a line stands in one, and the parts of a manifest that name things have a line for each name. */
const WIDTH = 140

/** The text of a file of the manifest language, with a line break at its end. */
export function formatManifest(value: unknown): string {
  return `${written(value, 0, 0, 0)}\n`
}

/** @param used characters that stand in the line already. */
function written(value: unknown, depth: number, used: number, behind: number): string {
  const inline = inlined(value)
  if (typeof value !== 'object' || value === null) return inline
  if (!isAlwaysOpen(value, depth) && used + inline.length + behind <= WIDTH) return inline
  const [open, close] = Array.isArray(value) ? '[]' : '{}'
  const indent = '  '.repeat(depth + 1)
  const items = Array.isArray(value) ? value.map((item) => ['', item] as const) : Object.entries(value).map(([key, item]) => [`${JSON.stringify(key)}: `, item as unknown] as const)
  const lines = items.map(([key, item]) => `${indent}${key}${written(item, depth + 1, indent.length + key.length, 1)}`)
  return `${open}\n${lines.join(',\n')}\n${'  '.repeat(depth)}${close}`
}

/** The manifest itself, and what holds several things by name right below it. */
function isAlwaysOpen(value: unknown, depth: number): boolean {
  if (typeof value !== 'object' || value === null) return false
  if (depth === 0) return true
  const inner = Object.values(value)
  return depth === 1 && !Array.isArray(value) && inner.length > 1 && inner.every((one) => typeof one === 'object' && one !== null)
}

function inlined(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(inlined).join(', ')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const entries = Object.entries(value).map(([key, item]) => `${JSON.stringify(key)}: ${inlined(item)}`)
  return entries.length === 0 ? '{}' : `{ ${entries.join(', ')} }`
}
