import type { SourceKind } from './schema-validators.ts'

type Schema = { $ref?: string; format?: string; properties?: Record<string, Schema>; additionalProperties?: Schema | boolean; items?: Schema; anyOf?: Schema[] }

/** What a schema defines for a value and for those inside it. Created once for each schema, however often it is referenced. */
export interface Place { formats: Set<string>; properties: Map<string, Place>; others: Place | undefined; items: Place | undefined }

/**
 * What the language's schemas define for each place in a file, so that all code that works on texts with a certain format finds every one
 * of them. Keys that the engine ignores (`x-…`) have no place.
 */
export function placesOf(schemas: Record<string, unknown>): (kind: SourceKind) => Place {
  const known = made.get(schemas)
  if (known !== undefined) return known
  const files = new Map(Object.entries(schemas).map(([name, schema]) => [name, schema as Schema]))
  const places = new Map<string, Place>()

  const placeOf = (schema: Schema, file: string): Place => {
    if (schema.$ref !== undefined && schema.anyOf === undefined && schema.properties === undefined) return referred(schema.$ref, file)
    const place = emptyPlace()
    fill(place, schema, file)
    return place
  }
  const referred = (reference: string, from: string): Place => {
    const [named = '', pointer = ''] = reference.split('#')
    const file = named === '' ? from : named
    const id = `${file}#${pointer}`
    const known = places.get(id)
    if (known !== undefined) return known
    const place = emptyPlace()
    // Before it is filled, because its contents may refer to it.
    places.set(id, place)
    const schema = pointer.split('/').slice(1).reduce<Schema | undefined>((at, key) => (at as Record<string, Schema> | undefined)?.[key], files.get(file))
    if (schema !== undefined) fill(place, schema, file)
    return place
  }
  const fill = (place: Place, schema: Schema, file: string): void => {
    const inner = (one: Schema): Place => placeOf(one, file)
    if (schema.format !== undefined) place.formats.add(schema.format)
    for (const one of [...(schema.anyOf ?? []).map(inner), ...(schema.$ref === undefined ? [] : [referred(schema.$ref, file)])]) merge(place, one)
    for (const [name, one] of Object.entries(schema.properties ?? {})) place.properties.set(name, inner(one))
    if (typeof schema.additionalProperties === 'object') place.others = inner(schema.additionalProperties)
    if (schema.items !== undefined) place.items = inner(schema.items)
  }

  const placeOfKind = (kind: SourceKind): Place => referred(`${kind}.schema.json#`, '')
  made.set(schemas, placeOfKind)
  return placeOfKind
}

const made = new WeakMap<object, (kind: SourceKind) => Place>()

/** The place of a key in an object. */
export function placeOfKey({ properties, others }: Place, key: string): Place | undefined {
  return properties.get(key) ?? others
}

function emptyPlace(): Place {
  return { formats: new Set(), properties: new Map(), others: undefined, items: undefined }
}

/** A value that may have one of several forms has the places of all of them. */
function merge(place: Place, one: Place): void {
  for (const format of one.formats) place.formats.add(format)
  for (const [name, inner] of one.properties) place.properties.set(name, inner)
  place.others ??= one.others
  place.items ??= one.items
}
