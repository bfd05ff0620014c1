import type { Json, JsonObject } from '../../document/json.ts'

/** How a list of fields names a set of them: `@address`, in lines `lines.@address`. */
const NAMED = /^((?:[A-Za-z_][A-Za-z0-9_]*\.)?)@([A-Za-z_][A-Za-z0-9_]*)$/

export type FieldSets = Readonly<Record<string, readonly string[]>>

/**
 * The value with the fields of a set wherever a list, or the keys of an object, name it; what an object says of the set it says of
 * each of its fields. What is named besides stays, each once. An unknown set stays as it is: the checks tell.
 */
export function withFieldSets(value: Json, sets: FieldSets): Json {
  if (Object.keys(sets).length === 0) return value
  return spread(value, sets)
}

function spread(value: Json, sets: FieldSets): Json {
  if (Array.isArray(value)) return [...new Set(value.flatMap((item) => (typeof item === 'string' ? fieldsOf(item, sets) : [spread(item, sets)])))]
  if (value === null || typeof value !== 'object') return value
  const spreadOut: JsonObject = {}
  for (const [key, item] of Object.entries(value)) {
    const inner = key === 'on' && typeof item === 'string' ? oneOrAll(fieldsOf(item, sets)) : spread(item, sets)
    for (const field of fieldsOf(key, sets)) if (field === key || !Object.hasOwn(value, field)) spreadOut[field] = inner
  }
  return spreadOut
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
