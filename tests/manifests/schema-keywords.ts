/** The keywords of a schema of the manifest language, and where a file uses them. */
import type { Json } from '../../src/core/index.ts'

export type Schema = { $ref?: string; $defs?: Record<string, Schema>; properties?: Record<string, Schema>; additionalProperties?: Schema | boolean; items?: Schema; anyOf?: Schema[] }
export type Keys = (string | number)[]

/** Keywords by name: the definition that contains it, then keys, such as `action.from` and `field.x-ref.to`. */
export interface SchemaKeywords {
  names: string[]
  /** Reports where a value uses which keywords. */
  findUses: (value: Json, report: (keyword: string, at: Keys) => void) => void
}

/** `rootName` stands for the file itself. What another schema file defines is left to that one. */
export function schemaKeywords(root: Schema, rootName: string): SchemaKeywords {
  /** A schema with its name. */
  function followed(schema: Schema, name: string): [Schema, string] {
    if (schema.$ref === undefined) return [schema, name]
    if (!schema.$ref.startsWith('#/')) return [{}, name]
    const keys = schema.$ref.slice(2).split('/')
    return followed(keys.reduce<Schema>((at, key) => (at as Record<string, Schema>)[key]!, root), keys.filter((key) => !['$defs', 'properties'].includes(key)).join('.'))
  }

  function addKeywords(given: Schema, named: string, found: Set<string>): void {
    const [schema, name] = followed(given, named)
    for (const inner of [...(schema.anyOf ?? []), ...(schema.items === undefined ? [] : [schema.items]), ...(typeof schema.additionalProperties === 'object' ? [schema.additionalProperties] : [])]) {
      if (inner.$ref === undefined) addKeywords(inner, name, found)
    }
    for (const [key, inner] of Object.entries(schema.properties ?? {})) {
      found.add(`${name}.${key}`)
      if (inner.$ref === undefined) addKeywords(inner, `${name}.${key}`, found)
    }
  }

  function findUses(value: Json, given: Schema, named: string, at: Keys, report: (keyword: string, at: Keys) => void): void {
    const [schema, name] = followed(given, named)
    for (const one of schema.anyOf ?? []) findUses(value, one, name, at, report)
    if (Array.isArray(value)) value.forEach((item, index) => { if (schema.items !== undefined) findUses(item, schema.items, name, [...at, index], report) })
    else if (typeof value === 'object' && value !== null) {
      for (const [key, item] of Object.entries(value)) {
        const own = schema.properties?.[key]
        if (own !== undefined) report(`${name}.${key}`, [...at, key])
        const inner = own ?? (typeof schema.additionalProperties === 'object' ? schema.additionalProperties : undefined)
        if (inner !== undefined) findUses(item, inner, own === undefined ? name : `${name}.${key}`, [...at, key], report)
      }
    }
  }

  const names = new Set<string>()
  addKeywords(root, rootName, names)
  for (const [name, schema] of Object.entries(root.$defs ?? {})) addKeywords(schema, name, names)
  return { names: [...names], findUses: (value, report) => findUses(value, root, rootName, [], report) }
}
