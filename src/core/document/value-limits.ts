import { isBlank, shownItems } from '../blank-text.ts'
import type { ResolvedField } from '../manifest/resolve/resolved.ts'
import type { Json, JsonObject } from './json.ts'
import { textTest } from './linear-pattern.ts'

/** How a keyword limits the values of a field. */
export interface ValueLimit<L> {
  /** Whether a value that is not empty is rejected. Absent where value-failure.ts checks it on intake, as the field is limited without the keyword too. */
  isViolated?: (value: Json, limit: L) => boolean
  /** The limit as people read it: `{limit}` of the message. The limit itself unless given. */
  shown?: (limit: L, field: Pick<ResolvedField, 'line'>) => Json
  /** In JSON Schema: the keyword of the same name unless given. A limit that JSON Schema has no keyword for must give it, if only as `{}`. */
  schema?: (limit: L) => JsonObject
  /** In the generated reference, in Markdown. */
  text: (limit: L) => string
}

/** The limits that are keywords of JSON Schema, under the same name. */
type SchemaKeyword = 'minLength' | 'maxLength' | 'pattern' | 'exclusiveMinimum' | 'minimum' | 'exclusiveMaximum' | 'maximum' | 'multipleOf' | 'minItems' | 'maxItems' | 'uniqueItems'
type LimitOf<P extends keyof ResolvedField, L = NonNullable<ResolvedField[P]>> = P extends SchemaKeyword ? ValueLimit<L> : ValueLimit<L> & Required<Pick<ValueLimit<L>, 'schema'>>

/**
 * The limits of a field's values by the property of ResolvedField that declares them, in the order in which they are checked. Whatever
 * checks, publishes or describes values goes through this list; the message of a limit has the same name (messages.ts).
 */
export const VALUE_LIMITS = {
  minLength: { isViolated: (value, limit) => typeof value === 'string' && (isBlank(value) || !isLonger(value, limit - 1)), text: (limit) => `at least ${counted(limit, 'character')}` },
  maxLength: { text: (limit) => `at most ${counted(limit, 'character')}` },
  pattern: { isViolated: (value, limit) => typeof value === 'string' && !textTest(limit)(value), text: (limit) => `form \`${limit}\`` },
  // The exclusive bound comes first: of “more than 0” and “at least 1”, 0 violates the former and 0.5 the latter.
  exclusiveMinimum: { isViolated: (value, limit) => typeof value === 'number' && value <= limit, text: (limit) => `> ${limit}` },
  minimum: { isViolated: (value, limit) => typeof value === 'number' && value < limit, text: (limit) => `≥ ${limit}` },
  maximum: { isViolated: (value, limit) => typeof value === 'number' && value > limit, text: (limit) => `≤ ${limit}` },
  minItems: { isViolated: (value, limit) => Array.isArray(value) && shownItems(value).length < limit, shown: countedItems, text: (limit) => `at least ${limit}` },
  maxItems: { shown: countedItems, text: (limit) => `at most ${limit}` },
} as const satisfies { [P in keyof ResolvedField]?: LimitOf<P> }

export type LimitName = keyof typeof VALUE_LIMITS
/** The limits that a field declares. */
export type Limits = Pick<ResolvedField, LimitName>

const ENTRIES = Object.entries(VALUE_LIMITS) as [LimitName, ValueLimit<Json>][]

/** The first limit of the field that a value violates which is not empty, and what fills `{limit}` in its message. */
export function violatedLimit(field: Limits & Pick<ResolvedField, 'line'>, value: Json): { name: LimitName; shown: Json } | undefined {
  for (const [name, { isViolated, shown }] of ENTRIES) {
    const limit = declaredIn(field, name)
    if (limit !== undefined && isViolated?.(value, limit)) return { name, shown: shown?.(limit, field) ?? limit }
  }
  return undefined
}

/** The limits of the field as JSON Schema. */
export function limitsAsSchema(field: Limits): JsonObject {
  return Object.assign({}, ...ENTRIES.flatMap(([name, { schema }]) => {
    const limit = declaredIn(field, name)
    return limit === undefined ? [] : [schema?.(limit) ?? { [name]: limit }]
  })) as JsonObject
}

/** The limits of the field as the reference lists them. */
export function limitTexts(field: Limits): string[] {
  return ENTRIES.flatMap(([name, { text }]) => {
    const limit = declaredIn(field, name)
    return limit === undefined ? [] : [text(limit)]
  })
}

/** A flag that is false declares no limit. */
function declaredIn(field: Limits, name: LimitName): Json | undefined {
  const limit = field[name] as Json | undefined
  return limit === false ? undefined : limit
}

/** Counts characters as people do: an emoji is one. */
export function isLonger(text: string, max: number): boolean {
  return text.length > max && [...text].length > max
}

/** “1 line”, “3 entries”. */
export function countedItems(count: number, { line }: Pick<ResolvedField, 'line'>): string {
  return line === undefined ? counted(count, 'entry', 'entries') : counted(count, 'line')
}

function counted(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`
}
