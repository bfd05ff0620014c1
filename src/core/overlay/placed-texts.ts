/** The texts of a resolved type with their places: what each reads, and what shows its result. */
import { dependenciesOf, type ReadPath } from '../expressions/dependencies.ts'
import type { ResolvedDocumentType, ResolvedShape } from '../manifest/resolve/resolved.ts'

/** A text of a resolved type, with its surroundings. */
export interface PlacedText {
  path: string[]
  text: string
  /** The text of the base in the same place. */
  before: string | undefined
  /** The types of the records in `row` and in `option`. */
  row?: string
  option?: string
}

/** Keys without expressions: created by the engine, or names of routes and files. */
const NO_TEXTS = new Set(['hash', 'endpoints', 'id', 'module'])
/** Keys that hold conditions, which disclose no value. */
const CONDITIONS = new Set(['when', 'where', 'rows', 'options', 'check', 'requiredWhen', 'computeWhile', 'comments', 'except'])
const CONDITIONS_OF_RULES = new Set(['visible', 'enabled', 'required', 'check'])

/** Every text that the base does not have in the same place. */
export function* textsOf(value: unknown, before: unknown, path: string[], around: Pick<PlacedText, 'row' | 'option'> = {}): Generator<PlacedText> {
  if (typeof value === 'string') {
    if (value !== before) yield { ...around, path, text: value, before: typeof before === 'string' ? before : undefined }
    return
  }
  if (typeof value !== 'object' || value === null || value === before) return
  if (Array.isArray(value)) {
    const others = Array.isArray(before) ? (before as unknown[]) : []
    const unchanged = new Set(others.map((item) => JSON.stringify(item)))
    for (const item of value as unknown[]) if (!unchanged.has(JSON.stringify(item))) yield* textsOf(item, namesake(item, others), [...path, '*'], around)
    return
  }
  const { of, to, ref } = value as { of?: unknown; to?: unknown; ref?: { to?: unknown } }
  const inner = {
    ...around,
    ...(typeof of === 'string' && ['lists', 'lookups'].includes(path[0] ?? '') && { row: of }), ...(typeof to === 'string' && path.includes('posts') && { row: to }),
    ...(typeof ref?.to === 'string' && { option: ref.to }),
  }
  for (const [key, item] of Object.entries(value)) {
    if (path.length === 0 && NO_TEXTS.has(key)) continue
    yield* textsOf(item, typeof before === 'object' && before !== null && Object.hasOwn(before, key) ? (before as Record<string, unknown>)[key] : undefined, [...path, key], inner)
  }
}

/** The step of an approval with the same id; steps move when another is inserted between them. */
function namesake(item: unknown, others: unknown[]): unknown {
  const { id } = (typeof item === 'object' && item !== null ? item : {}) as { id?: unknown }
  return id === undefined ? undefined : others.find((other) => (other as { id?: unknown }).id === id)
}

/** Matches any text that reads something; most texts are captions and names. */
const READING = /\b(?:doc|prev|self|line|option|row|lists|lookups|settings|user)\b|\{/

/** What a text reads as an expression, and what the `{name}` in it reads. */
export function readsOfText(text: string, type: ResolvedDocumentType): ReadPath[] {
  if (!READING.test(text)) return []
  const named = [...text.matchAll(/\{+([^{}]+)\}+/g)].flatMap(([, inner = '']) => dependenciesOf(inner.trim()))
  // A message names fields of the document, and of its line, without a variable.
  const ofRecord = named.map((read) => (isFieldName(type, read[0] ?? '') ? ['self', ...read] : read))
  return [...dependenciesOf(text), ...ofRecord]
}

function isFieldName({ shape }: ResolvedDocumentType, name: string): boolean {
  return [shape, ...linesOf(shape)].some(({ fields }) => Object.hasOwn(fields, name) || Object.values(fields).some(({ ref }) => ref?.as === name))
}

const linesOf = ({ fields }: ResolvedShape): ResolvedShape[] => Object.values(fields).flatMap(({ line }) => line ?? [])

/** Whether the result of the text is shown or stored, rather than only tested. */
export function disclosesValue(path: string[], type: ResolvedDocumentType): boolean {
  const last = path.at(-1) ?? ''
  if (path[0] === 'rules' && last === 'expression') return !CONDITIONS_OF_RULES.has(type.rules[path[1] ?? '']?.effect ?? '')
  // The picker shows the bound of a dialog's field.
  if (path[0] === 'actions' && path[2] === 'checks' && last === 'expression') return type.actions[path[1] ?? '']?.checks[path[3] ?? '']?.effect !== 'check'
  // An expression that selects filters or an approver does not disclose its value.
  if (path.includes('filtersWhen') || path.includes('approver')) return false
  return !CONDITIONS.has(last)
}

/** The field that receives the result of an expression; undefined if the result is shown in some other way. */
export function targetOf(path: string[], type: ResolvedDocumentType): string | undefined {
  if (path[0] === 'rules' && path.at(-1) === 'expression') return type.rules[path[1] ?? '']?.on.join('.')
  if (path[0] === 'shape') return path[3] === 'line' ? `${path[2] ?? ''}.${path[5] ?? ''}` : path[2]
  return path.at(-2) === 'sets' ? path.at(-1) : undefined
}
