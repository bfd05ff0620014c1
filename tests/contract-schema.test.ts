import { describe, expect, expectTypeOf, it } from 'vitest'
import { allOf, withPropertiesOf, described, anyOf, boolean, integer, list, mapOf, nullable, named, object, optional, withDefault, text, enumOf, type TypeOf } from '../src/contract/schema.ts'

const Row = object({ id: integer, kind: enumOf(['one', 'other']), note: optional(nullable(text)), limit: withDefault(integer, 25) })

/** As serialised. */
const serialised = (schema: object): unknown => JSON.parse(JSON.stringify(schema))

describe('a schema of the contract', () => {
  it('it requires all properties but optional ones and those with a default, in the order of declaration', () => {
    expect(serialised(Row)).toEqual({
      type: 'object', required: ['id', 'kind'],
      properties: { id: { type: 'integer' }, kind: { type: 'string', enum: ['one', 'other'] }, note: { type: ['string', 'null'] }, limit: { type: 'integer', default: 25 } },
    })
    expect(Object.keys(Row['properties'] ?? {})).toEqual(['id', 'kind', 'note', 'limit'])
    expect(object({ note: optional(text) })).not.toHaveProperty('required')
  })

  it('it has the type of what it describes', () => {
    expectTypeOf<TypeOf<typeof Row>>().toEqualTypeOf<{ id: number; kind: 'one' | 'other'; note?: string | null; limit: number }>()
    const both = withPropertiesOf(object({ a: text }), object({ b: list(boolean) }))
    expectTypeOf<TypeOf<typeof both>>().toExtend<{ a: string; b: boolean[] }>()
    const each = anyOf(text, mapOf(integer))
    expectTypeOf<TypeOf<typeof each>>().toEqualTypeOf<string | Record<string, number>>()
  })

  it('a nullable schema keeps its words, its name and its description', () => {
    expect(nullable(enumOf(['one']))).toEqual({ type: ['string', 'null'], enum: ['one', null] })
    expect(nullable(described(named('Row', Row), 'Of them.'))).toMatchObject({ type: ['object', 'null'], description: 'Of them.' })
    expect(nullable(anyOf(text, integer))).toEqual({ anyOf: [{ anyOf: [text, integer] }, { type: 'null' }] })
  })

  it('schemas of objects can be joined', () => {
    expect(serialised(withPropertiesOf(object({ a: text }), object({ b: optional(boolean) })))).toEqual({ type: 'object', required: ['a'], properties: { a: text, b: boolean } })
    expect(allOf(Row, object({ b: boolean }))['allOf']).toEqual([Row, object({ b: boolean })])
  })
})
