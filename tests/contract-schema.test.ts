import { describe, expect, expectTypeOf, it } from 'vitest'
import { allOf, besides, described, either, flag, integer, list, mapOf, maybe, named, object, optional, otherwise, text, wordOf, type Of } from '../src/contract/schema.ts'

const Row = object({ id: integer, kind: wordOf(['one', 'other']), note: optional(maybe(text)), limit: otherwise(integer, 25) })

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
    expectTypeOf<Of<typeof Row>>().toEqualTypeOf<{ id: number; kind: 'one' | 'other'; note?: string | null; limit: number }>()
    const both = besides(object({ a: text }), object({ b: list(flag) }))
    expectTypeOf<Of<typeof both>>().toExtend<{ a: string; b: boolean[] }>()
    const each = either(text, mapOf(integer))
    expectTypeOf<Of<typeof each>>().toEqualTypeOf<string | Record<string, number>>()
  })

  it('a nullable schema keeps its words, its name and its description', () => {
    expect(maybe(wordOf(['one']))).toEqual({ type: ['string', 'null'], enum: ['one', null] })
    expect(maybe(described(named('Row', Row), 'Of them.'))).toMatchObject({ type: ['object', 'null'], description: 'Of them.' })
    expect(maybe(either(text, integer))).toEqual({ anyOf: [{ anyOf: [text, integer] }, { type: 'null' }] })
  })

  it('schemas of objects can be joined', () => {
    expect(serialised(besides(object({ a: text }), object({ b: optional(flag) })))).toEqual({ type: 'object', required: ['a'], properties: { a: text, b: flag } })
    expect(allOf(Row, object({ b: flag }))['allOf']).toEqual([Row, object({ b: flag })])
  })
})
