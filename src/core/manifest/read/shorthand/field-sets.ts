import type { Json, JsonObject } from '../../../document/json.ts'

/** How a list of fields names a set of them: `@address`, in lines `lines.@address`. */
const NAMED = /^((?:[A-Za-z_][A-Za-z0-9_]*\.)?)@([A-Za-z_][A-Za-z0-9_]*)$/

export type FieldSets = Readonly<Record<string, readonly string[]>>

/**
 * The value with the fields of a set wherever a list, or the keys of an object, name it; what an object says of the set it says of
 * each of its fields. Of a list and its sets a field is named once; what a list repeats of its own accord stays. An unknown set stays as it is: the checks tell.
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

/** Each field of a set where it is named first, by a set or besides. */
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
