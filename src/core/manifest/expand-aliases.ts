import type { JsonObject } from '../document/json.ts'
import { copy } from './copy.ts'
import type { ExpandedType, Graft } from './expanded.ts'
import type { Aliases, DocumentTypeManifest, Endpoint, Field, ObjectSchema } from './manifest.generated.ts'
import type { KeyPath, Reporter } from './reporter.ts'

export interface AliasesSource { type: string; module: string; file: string; aliases: Aliases }

/** A type with what other systems call its parts. */
export function expandAliases(type: ExpandedType, all: readonly AliasesSource[], reporter: Reporter): ExpandedType {
  const source = all.find((one) => one.type === type.id && one.module === type.module)
  if (source === undefined) return type
  const manifest = copy(type.manifest) as unknown as DocumentTypeManifest
  const grafts: Graft[] = [...type.grafts]
  const { endpoints = {}, fields = {}, ignored = [] } = source.aliases
  for (const [name, further] of Object.entries(endpoints)) {
    const own = manifest.endpoints?.[name]
    manifest.endpoints = { ...manifest.endpoints, [name]: [...(own === undefined ? [] : calls(own)), ...calls(further)] }
    if (own === undefined) grafts.push({ at: ['endpoints', name], file: source.file, path: ['endpoints', name] })
  }
  for (const [path, names] of Object.entries(fields)) {
    const found = placeOf(manifest, path)
    const field = found?.shape.properties[found.name]
    if (field === undefined) reporter.inFile('E201', source.file, ['fields', path], `There is no field "${path}".`, { key: true, seen: path })
    else field['x-wire-alias'] = [...(field['x-wire-alias'] ?? []), ...names]
  }
  for (const [index, path] of ignored.entries()) {
    const found = placeOf(manifest, path)
    const said: KeyPath = ['ignored', index]
    if (found === undefined) reporter.inFile('E201', source.file, said, `There is no array of lines for "${path}".`, { seen: path })
    else if (Object.hasOwn(found.shape.properties, found.name)) reporter.inFile('E114', source.file, said, `"${path}" is a field of the type.`, { seen: path })
    else found.shape.properties[found.name] = { type: 'string', title: found.name, description: 'Accepted and not read.', 'x-wire-only': true, 'x-hidden': true } satisfies Field
  }
  return { ...type, manifest: manifest as unknown as JsonObject, grafts }
}

function calls(given: Endpoint): Exclude<Endpoint, unknown[]>[] {
  return (Array.isArray(given) ? given : [given])
}

function placeOf({ schema }: DocumentTypeManifest, path: string): { shape: ObjectSchema; name: string } | undefined {
  const [first = '', second] = path.split('.')
  if (second === undefined) return { shape: schema, name: first }
  const items = schema.properties[first]?.items
  const shape = items !== undefined && '$ref' in items ? schema.$defs?.[items.$ref.slice('#/$defs/'.length)] : undefined
  return shape === undefined ? undefined : { shape, name: second }
}
