import { Ajv2020, type ErrorObject, type Options, type ValidateFunction } from 'ajv/dist/2020.js'
import { CAPTION } from '../../document/caption.ts'
import type { Json } from '../../document/json.ts'

/** The kinds of files in the manifest language; each has a schema of its name. */
export const SOURCE_KINDS = ['document-type', 'module', 'mixin', 'trait', 'type-extension', 'aliases', 'overlay', 'print-layout', 'cases'] as const
export type SourceKind = (typeof SOURCE_KINDS)[number]

/** What is wrong with the structure of a value, as reported by the validators that the build compiled: without messages. */
export type CompiledCheck = (kind: SourceKind, value: unknown) => readonly Pick<ErrorObject, 'keyword' | 'instancePath'>[]
/** Everything that is wrong with the structure of a value, with the parts of the schema that it violates. */
export type StructureErrors = (kind: SourceKind, value: Json) => ErrorObject[]

const compiled = new WeakMap<object, StructureErrors>()

/** Returns a check by the language's schemas, which are given by file name; each is compiled on first use. */
export function structureErrors(schemas: Record<string, unknown>): StructureErrors {
  const known = compiled.get(schemas)
  if (known !== undefined) return known
  const validators = new Map<SourceKind, ValidateFunction>()
  // Code that is compiled once and run a few dozen times is not worth the time it takes to optimise.
  const ajv = schemaCompiler(schemas, { verbose: true, code: { optimize: false } })
  const answer: StructureErrors = (kind, value) => {
    const validate = validators.get(kind) ?? ajv.getSchema(schemaId(schemas, kind))
    if (validate === undefined) throw missing(kind)
    validators.set(kind, validate)
    return validate(value) ? [] : (validate.errors ?? [])
  }
  compiled.set(schemas, answer)
  return answer
}

/** A compiler with the schemas added: used here to find what is wrong, and by the build to create a fast check that nothing is. */
export function schemaCompiler(schemas: Record<string, unknown>, options: Options): Ajv2020 {
  const ajv = new Ajv2020({ strict: true, strictTypes: false, strictRequired: false, allErrors: true, ...options })
  ajv.addFormat('cel', true)
  ajv.addFormat('caption', CAPTION)
  ajv.addFormat('date', /^\d{4}-\d{2}-\d{2}$/)
  for (const schema of Object.values(schemas)) ajv.addSchema(schema as object)
  return ajv
}

/** The `$id` of a kind's schema. @throws Error if the schema was not given. */
export function schemaId(schemas: Record<string, unknown>, kind: SourceKind): string {
  const schema = schemas[`${kind}.schema.json`] as { $id?: string } | undefined
  if (schema?.$id === undefined) throw missing(kind)
  return schema.$id
}

function missing(kind: SourceKind): Error {
  return new Error(`The schema ${kind}.schema.json was not given to the loader.`)
}
