import type { JsonObject } from '../../document/json.ts'
import { copy } from './copy.ts'
import type { ExpandedType, PartOrigin } from './expanded.ts'
import type { ExtensionSource } from './extend-types.ts'
import type { Aliases, DocumentTypeManifest, Endpoint, Field, ObjectSchema } from '../language/manifest.generated.ts'
import type { KeyPath, Reporter } from './reporter.ts'

export interface AliasesSource { type: string; module: string; file: string; aliases: Aliases }

/**
 * Adds to a type the names that other systems use for its parts. Traits and mixins are already expanded, so that their fields can have
 * other names too.
 * @param extensions aliases in the folder of one of these apply to the type that it extends.
 */
export function expandAliases(type: ExpandedType, all: readonly AliasesSource[], extensions: readonly ExtensionSource[], reporter: Reporter): ExpandedType {
  return all.filter((one) => isOf(one, type, extensions)).reduce((before, source) => withAliases(before, source, reporter), type)
}

interface Declared { types: readonly ExpandedType[]; brokenTypes: readonly string[]; extensions: readonly ExtensionSource[] }

/** Reports aliases that belong to no type. */
export function checkAliases(all: readonly AliasesSource[], { types, brokenTypes, extensions }: Declared, reporter: Reporter): void {
  for (const source of all) {
    if (brokenTypes.includes(source.type) || types.some((type) => isOf(source, type, extensions))) continue
    const elsewhere = types.find(({ id }) => id === source.type)
    const message = elsewhere === undefined
      ? `There is no document type "${source.type}" for which this could declare aliases.`
      : `"${source.type}" is a type of the module "${elsewhere.module}": its aliases belong there, or beside a manifest that extends it.`
    reporter.inFile('E202', source.file, [], message, { seen: source.type, known: types.filter(({ module }) => module === source.module).map(({ id }) => id) })
  }
}

function isOf({ type, module }: AliasesSource, { id, module: own }: ExpandedType, extensions: readonly ExtensionSource[]): boolean {
  return type === id && (module === own || extensions.some((one) => one.type === id && one.module === module))
}

function withAliases(type: ExpandedType, source: AliasesSource, reporter: Reporter): ExpandedType {
  const manifest = copy(type.manifest) as unknown as DocumentTypeManifest
  const origins: PartOrigin[] = [...type.partOrigins]
  const { endpoints = {}, fields = {}, ignored = [] } = source.aliases
  for (const [name, further] of Object.entries(endpoints)) {
    const own = manifest.endpoints?.[name]
    manifest.endpoints = { ...manifest.endpoints, [name]: [...(own === undefined ? [] : calls(own)), ...calls(further)] }
    if (own === undefined) origins.push({ at: ['endpoints', name], file: source.file, path: ['endpoints', name] })
  }
  for (const [path, names] of Object.entries(fields)) {
    const found = placeOf(manifest, path)
    const field = found !== undefined && Object.hasOwn(found.shape.properties, found.name) ? found.shape.properties[found.name] : undefined
    if (field === undefined) reporter.inFile('E201', source.file, ['fields', path], `There is no field "${path}".`, { key: true, seen: path })
    else field['x-wire-alias'] = [...(field['x-wire-alias'] ?? []), ...names]
  }
  for (const [index, path] of ignored.entries()) {
    const found = placeOf(manifest, path)
    const at: KeyPath = ['ignored', index]
    if (found === undefined) reporter.inFile('E201', source.file, at, `There is no array of lines for "${path}".`, { seen: path })
    else if (Object.hasOwn(found.shape.properties, found.name)) reporter.inFile('E114', source.file, at, `"${path}" is a field of the type.`, { seen: path })
    else found.shape.properties[found.name] = { type: 'string', title: found.name, description: 'Accepted and not read.', 'x-wire-only': true, 'x-hidden': true } satisfies Field
  }
  return { ...type, manifest: manifest as unknown as JsonObject, partOrigins: origins }
}

function calls(given: Endpoint): Exclude<Endpoint, unknown[]>[] {
  return (Array.isArray(given) ? given : [given])
}

function placeOf({ schema }: DocumentTypeManifest, path: string): { shape: ObjectSchema; name: string } | undefined {
  const [first = '', second] = path.split('.')
  if (second === undefined) return { shape: schema, name: first }
  const items = Object.hasOwn(schema.properties, first) ? schema.properties[first]?.items : undefined
  const shape = items !== undefined && '$ref' in items ? schema.$defs?.[items.$ref.slice('#/$defs/'.length)] : undefined
  return shape === undefined ? undefined : { shape, name: second }
}
