import { expect, test } from 'vitest'
import { SCHEMAS } from './load.ts'

type Schema = Record<string, unknown>

/** Every keyword of the author's form: a property of an object schema, at any place. */
function keywords(schema: unknown, path: string): { path: string; schema: Schema }[] {
  if (typeof schema !== 'object' || schema === null) return []
  const own = Object.entries(((schema as Schema)['properties'] ?? {}) as Record<string, Schema>).map(([name, value]) => ({ path: `${path}/${name}`, schema: value }))
  const inner = Object.entries(schema).filter(([key]) => !['examples', 'default', 'enum', 'const', 'required'].includes(key))
  return [...own, ...inner.flatMap(([key, value]) => (key === 'properties' ? Object.entries(value as Schema).flatMap(([name, one]) => keywords(one, `${path}/${name}`)) : keywords(value, `${path}/${key}`)))]
}

/** A reference alone inherits its target's text. */
function keywordText(schema: Schema, key: 'description' | 'examples'): unknown {
  const reference = schema['$ref']
  if (schema[key] !== undefined || typeof reference !== 'string') return schema[key]
  const [file = '', pointer = ''] = reference.split('#')
  const root = file === '' ? Object.values(SCHEMAS).find((one) => at(one, pointer) !== undefined) : SCHEMAS[file]
  return (at(root, pointer) as Schema | undefined)?.[key]
}

function at(root: unknown, pointer: string): unknown {
  return pointer.split('/').slice(1).reduce<unknown>((value, key) => (value as Schema | undefined)?.[key], root)
}

const all = Object.entries(SCHEMAS).flatMap(([file, schema]) => keywords(schema, file))

test('every keyword of the language has a description and an example', () => {
  expect(all.length).toBeGreaterThan(150)
  expect(all.filter(({ schema }) => typeof keywordText(schema, 'description') !== 'string').map(({ path }) => `${path}: description`)).toEqual([])
  expect(all.filter(({ schema }) => !Object.hasOwn(schema, 'const') && !Array.isArray(keywordText(schema, 'examples'))).map(({ path }) => `${path}: example`)).toEqual([])
})
