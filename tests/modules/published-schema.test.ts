/** The published schema of each shipped type, as Ajv reads it, compared with what the server and the forms accept for each field. */
import path from 'node:path'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { describe, expect, it } from 'vitest'
import { FORMATS } from '../../src/core/document/formats.ts'
import { inputSchema, loadCatalogue, valueFailure, type Json, type JsonObject, type ResolvedField, type ResolvedShape } from '../../src/core/index.ts'
import { readSchemas, readSources } from '../../src/server/manifests/read-sources.ts'
import { functions } from './functions.ts'

const root = path.resolve(import.meta.dirname, '../..')
const { catalogue } = loadCatalogue({ sources: readSources([path.join(root, 'modules')]), schemas: readSchemas(path.join(root, 'schemas')), functions })
const ajv = new Ajv2020({ strict: true, allowUnionTypes: true, multipleOfPrecision: 6 })
for (const [name, expected] of Object.entries(FORMATS)) ajv.addFormat(name, (text) => expected(text) === undefined)

/** Fields that users enter, each with its published schema; one of each kind. */
function entered(shape: ResolvedShape, schema: JsonObject, found = new Map<string, ResolvedField>()): Map<string, ResolvedField> {
  const properties = schema['properties'] as Record<string, JsonObject>
  for (const field of Object.values(shape.fields)) {
    const own = properties[field.wire]
    if (own === undefined || own['readOnly'] === true) continue
    if (field.line !== undefined) entered(field.line, own['items'] as JsonObject, found)
    else found.set(JSON.stringify({ ...own, title: '', description: '' }), field)
  }
  return found
}

const fields = new Map<string, ResolvedField>()
for (const type of Object.values(catalogue?.types ?? {})) entered(type.shape, inputSchema(type), fields)

const around = (limit: number | undefined): number[] => (limit === undefined ? [] : [limit - 1, limit - 0.01, limit, limit + 0.01, limit + 1])
const long = (count: number | undefined): string[] => (count === undefined ? [] : [count - 1, count, count + 1].flatMap((one) => (one > 0 ? ['x'.repeat(one), '😀'.repeat(one), '7'.repeat(one)] : [])))

/** Values on both sides of every limit of the field, and of other types. */
function tries(field: ResolvedField): Json[] {
  return [
    true, false, 0, -1, 1, 0.5, 0.1, 10.1, 1234.56, 0.001, 9_000_000_000_000, 9_000_000_000_001, -9_000_000_000_001, 1e300, 'x', 'x y', 'A-1', '12:30', '25:00', '2026-02-28', '2026-02-30', '2026-06-15T09:30:00Z', 'a@b.example', 'https://a.example', 'ftp://a', '#aabbcc',
    ...Object.values(field.parts?.fields ?? {}).flatMap((part) => tries(part).map((value) => ({ [part.name]: value }))),
    ['x'], ['x', 'y'], [1], [['x']], [{}], {}, { a: 1 },
    ...around(field.minimum), ...around(field.exclusiveMinimum), ...around(field.maximum), ...long(field.minLength), ...long(field.maxLength), ...long(4000),
    ...(field.enum ?? []), ...(field.enum ?? []).map((one) => [one]), ...[field.minItems, field.maxItems, 500].flatMap((count) => (count === undefined ? [] : [count - 1, count, count + 1].map((one) => Array.from({ length: Math.max(0, one) }, () => field.enum?.[0] ?? 'x')))),
  ].filter((value) => !Array.isArray(value) || value.length > 0)
}

describe('the published schema of shipped types', () => {
  it('it has fields that people enter', () => expect(fields.size).toBeGreaterThan(20))

  it.each([...fields].map(([schema, field]) => [field.name, schema, field] as const))('the schema of %s accepts exactly the values that the field accepts', (_, schema, field) => {
    const isRight = ajv.compile(JSON.parse(schema) as object)
    const differing = tries(field).filter((value) => isRight(value) !== (valueFailure(field, value) === undefined))
    expect(differing.map((value) => `${JSON.stringify(value).slice(0, 40)}: ${valueFailure(field, value)?.rule ?? 'taken'}`)).toEqual([])
  })
})
