import { parseTree, printParseErrorCode, findNodeAtLocation, type Node, type ParseError } from 'jsonc-parser'
import type { Json } from '../../document/json.ts'

export interface Place { line: number; column: number }
export interface TextProblem { kind: 'syntax' | 'duplicate'; message: string; place: Place; path: (string | number)[]; seen?: string }

/** A parsed file that can locate each value. */
export interface SourceText {
  file: string
  value: Json | undefined
  problems: TextProblem[]
  /** The place of the value at the path, or of its nearest ancestor that exists; `key` asks for the key instead of the value. */
  placeOf: (path: readonly (string | number)[], options?: { key?: boolean; offset?: number }) => Place
}

/** Parses one file. Comments and duplicate keys are problems; whatever can be read is read. */
export function readSource(source: SourceFile): SourceText {
  const { text } = source
  const file = source.shownAs ?? source.path
  const plain = plainJson(text)
  let tree: Node | undefined
  // Only places need the tree, and most files are never asked for one: creating it takes twenty times as long as parsing the value.
  if (plain !== undefined) return { file, value: plain.value, problems: [], placeOf: (path, options = {}) => placeIn(tree ??= parseTree(text), text, path, options) }
  const errors: ParseError[] = []
  const root = parseTree(text, errors, { disallowComments: true, allowTrailingComma: false, allowEmptyContent: false })
  const at = (offset: number): Place => placeAt(text, offset)
  const problems: TextProblem[] = errors.map((error) => ({
    kind: 'syntax', message: sentence(printParseErrorCode(error.error)), place: at(error.offset), path: [], seen: text.slice(error.offset, error.offset + Math.max(1, error.length)),
  }))
  if (root !== undefined) problems.push(...duplicates(root, []).map(({ node, path }) => ({
    kind: 'duplicate' as const, message: `The key "${String(path.at(-1))}" is given twice.`, place: at(node.offset), path, seen: String(path.at(-1)),
  })))
  return { file, value: root === undefined ? undefined : valueOf(root), problems, placeOf: (path, options = {}) => placeIn(root, text, path, options) }
}

/** The value of a text that is faultless JSON; undefined if the tree is needed to find what is wrong. */
function plainJson(text: string): { value: Json } | undefined {
  let value: Json
  try {
    value = JSON.parse(text) as Json
  } catch {
    return undefined
  }
  // A parsed value keeps only one of two duplicate keys, and `__proto__` is not allowed as a key. Outside texts, a colon occurs only in
  // properties.
  const written = text.replace(/"(?:[^"\\]|\\.)*"/g, '').split(':').length - 1
  return countKeys(value) === written ? { value } : undefined
}

/** How many keys all objects of the value have together; NaN if one is `__proto__`. */
function countKeys(value: Json): number {
  if (typeof value !== 'object' || value === null) return 0
  if (Object.hasOwn(value, '__proto__')) return Number.NaN
  const items = Object.values<Json>(value)
  let count = Array.isArray(value) ? 0 : items.length
  for (const item of items) count += countKeys(item)
  return count
}

function placeIn(root: Node | undefined, text: string, path: readonly (string | number)[], options: { key?: boolean; offset?: number }): Place {
  return placeAt(text, root === undefined ? 0 : offsetOf(root, path, options, text))
}

/** Line and column of an offset, both starting at 1. */
export function placeAt(text: string, offset: number): Place {
  const before = text.slice(0, offset)
  const line = before.split('\n').length
  return { line, column: offset - (before.lastIndexOf('\n') + 1) + 1 }
}

function offsetOf(root: Node, path: readonly (string | number)[], options: { key?: boolean; offset?: number }, text: string): number {
  for (let length = path.length; length >= 0; length -= 1) {
    const node = findNodeAtLocation(root, path.slice(0, length))
    if (node === undefined) continue
    if (length < path.length) return keyOffset(node)
    if (options.key === true) return keyOffset(node)
    return options.offset === undefined || node.type !== 'string' ? node.offset : node.offset + 1 + rawLength(text.slice(node.offset + 1, node.offset + node.length - 1), options.offset)
  }
  return root.offset
}

/** The offset of the key that leads to the node, if there is one. */
function keyOffset(node: Node): number {
  return node.parent?.type === 'property' ? (node.parent.children?.[0]?.offset ?? node.offset) : node.offset
}

/** How many source characters the first `count` characters of a JSON string take; an escape takes two, or six. */
function rawLength(raw: string, count: number): number {
  let index = 0
  for (let seen = 0; seen < count && index < raw.length; seen += 1) {
    const escaped = raw[index + 1] === 'u' ? 6 : 2
    index += raw[index] === '\\' ? escaped : 1
  }
  return index
}

function duplicates(node: Node, path: (string | number)[]): { node: Node; path: (string | number)[] }[] {
  const found: { node: Node; path: (string | number)[] }[] = []
  const seen = new Set<string>()
  for (const [index, child] of (node.children ?? []).entries()) {
    if (node.type === 'array') found.push(...duplicates(child, [...path, index]))
    if (node.type !== 'object') continue
    const [key, value] = child.children ?? []
    const name = String(key?.value)
    if (key !== undefined && (seen.has(name) || name === '__proto__')) found.push({ node: key, path: [...path, name] })
    seen.add(name)
    if (value !== undefined) found.push(...duplicates(value, [...path, name]))
  }
  return found
}

function valueOf(node: Node): Json {
  if (node.type === 'array') return (node.children ?? []).map(valueOf)
  if (node.type !== 'object') return node.value as Json
  const entries = (node.children ?? []).flatMap((property): [string, Json][] => {
    const [key, value] = property.children ?? []
    return key === undefined || value === undefined ? [] : [[String(key.value), valueOf(value)]]
  })
  return Object.fromEntries(entries)
}

/** Turns an error code such as `PropertyNameExpected` into a sentence. */
function sentence(code: string): string {
  return `${code.replace(/([a-z])([A-Z])/g, '$1 $2').toLowerCase().replace(/^./, (first) => first.toUpperCase())}.`
}

/** One file of a modules folder. */
export interface SourceFile {
  /**
   * Relative to the root of the modules folder: `<module>/module.json`, `<module>/mixins/<mixin>.json`, `<module>/<type>/manifest.json`,
   * `…/overlays/x.json`, `…/print/document.json`, `…/cases.json`. Other paths are ignored.
   */
  path: string
  text: string
  /** How issues name the file, if it differs from `path`. */
  shownAs?: string
}
