import type { Json, JsonObject } from '../../../document/json.ts'

/** How a list of fields refers to a set of them: `@address`, or `lines.@address` in lines. */
const NAMED = /^((?:[A-Za-z_][A-Za-z0-9_]*\.)?)@([A-Za-z_][A-Za-z0-9_]*)$/

export type FieldSets = Readonly<Record<string, readonly string[]>>

/**
 * The value with each field set replaced by its fields, in lists and in the keys of objects; the value of a set's key applies to each of
 * its fields. A list and its sets name a field only once, but repetitions in the list itself stay. An unknown set stays as it is, and the
 * checks report it.
 */
export function withFieldSets(value: Json, sets: FieldSets): Json {
  if (Object.keys(sets).length === 0) return value
  return spread(value, sets)
}

function spread(value: Json, sets: FieldSets): Json {
  if (Array.isArray(value)) return spreadList(value, sets)
  if (value === null || typeof value !== 'object') return value
  const spreadOut: JsonObject = {}
  for (const [key, item] of Object.entries(value)) {
    const inner = key === 'on' && typeof item === 'string' ? oneOrAll(fieldsOf(item, sets)) : spread(item, sets)
    for (const field of fieldsOf(key, sets)) if (field === key || !Object.hasOwn(value, field)) spreadOut[field] = inner
  }
  return spreadOut
}

/** Keeps each field of a set where it is first named, by a set or by itself. */
function spreadList(list: readonly Json[], sets: FieldSets): Json[] {
  const named = new Set<string>()
  const bySets = new Set<string>()
  return list.flatMap((item) => {
    if (typeof item !== 'string') return [spread(item, sets)]
    const fields = fieldsOf(item, sets)
    const isSet = !fields.includes(item)
    return fields.filter((field) => {
      const isRepeat = (isSet ? named : bySets).has(field)
      named.add(field)
      if (isSet) bySets.add(field)
      return !isRepeat
    })
  })
}

/** A rule is on one field, or on several. */
function oneOrAll(fields: string[]): Json {
  const [only] = fields
  return only !== undefined && fields.length === 1 ? only : fields
}

function fieldsOf(name: string, sets: FieldSets): string[] {
  const [, array = '', set = ''] = NAMED.exec(name) ?? []
  return Object.hasOwn(sets, set) ? sets[set]!.map((field) => `${array}${field}`) : [name]
}
