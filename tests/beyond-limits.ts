/** For each limit that a field declares, a value of its type that violates this limit. */
import { valueFailure, type Constrained } from '../src/core/document/value-failure.ts'
import { VALUE_LIMITS, type LimitName } from '../src/core/document/value-limits.ts'
import type { Json, ResolvedField } from '../src/core/index.ts'

/** Texts that violate limits which are no number: a pattern, or a keyword that is on. */
const TEXTS = ['NOPE', 'nope', '?', 'x y', '7', 'é', '😀']

const NAMES = Object.keys(VALUE_LIMITS) as LimitName[]

/** In the order of VALUE_LIMITS. @throws Error if none of the values that are tried violates a limit: add one for it */
export function beyondLimits(field: ResolvedField): Json[] {
  return NAMES.flatMap((name) => {
    const limit = field[name] as Json | undefined
    // A keyword that is only on or off declares no limit where it is off.
    if (limit === undefined || limit === false) return []
    const found = candidates(field, limit).find((value) => valueFailure(onlyWith(field, name), value)?.rule === name)
    if (found === undefined) throw new Error(`No value is tried that violates ${name} ${JSON.stringify(limit)} of ${field.name}.`)
    return [found]
  })
}

/** The field with one of its limits, since another one may come first. */
function onlyWith(field: ResolvedField, name: LimitName): Constrained {
  const { type, readOnly, line } = field
  // A limit that is only on or off is part of every field.
  const off: Pick<ResolvedField, LimitName> = Object.fromEntries(NAMES.filter((one) => field[one] as Json === false).map((one) => [one, false]))
  return { type, readOnly, ...(line !== undefined && { line }), ...off, [name]: field[name] }
}

/** Values on both sides of a limit, the near ones first. */
function candidates({ type, line }: ResolvedField, limit: Json): Json[] {
  const near = typeof limit === 'number' ? [limit, limit - 1, limit + 1] : []
  const sizes = near.filter((size) => size >= 0)
  switch (type) {
    case 'number': case 'integer': return [...near, 0, 1, -1, 2, 0.5]
    case 'boolean': return [true, false]
    case 'array': return [...sizes.map((size) => Array.from({ length: size }, (_, index) => (line === undefined ? `x${index}` : {}))), ['x', 'x'], ...TEXTS.map((text) => [text])]
    default: return [...sizes.map((size) => 'x'.repeat(size)), ...TEXTS]
  }
}
