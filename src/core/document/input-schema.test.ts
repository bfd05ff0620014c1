import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { describe, expect, test } from 'vitest'
import { makeField, makeType } from '../testing/make-type.ts'
import { inputSchema, withCap } from './input-schema.ts'
import type { Json } from './json.ts'

const manifest = makeType({ attachments: { field: 'attachments', maxBytes: 10, maxFiles: 2, types: [], requiredFor: [] } })

function compile(schema: object) {
  const ajv = new Ajv2020({ strict: true, allowUnionTypes: true, multipleOfPrecision: 6 })
  addFormats.default(ajv)
  return ajv.compile(schema)
}

describe('the schema of what a client may send', () => {
  const isValid = compile(inputSchema(manifest))
  test.each<[string, Json, boolean]>([
    ['it allows a complete record', { no: 'C-1', status: 'Open', employee_no: 'E1', description: 'Taxi', date: '2026-06-15', kind: 'Local', lines: [{ line_no: 10000, expense_code: 'TAXI', amount: 10.1, margin: null }] }, true],
    ['it allows empty values', { description: '', date: null, lines: [{ amount: '', expense_code: null }] }, true],
    ['it allows files', { description: 'x', attachments: [{ attachment: 'aGk=', fileName: 'a.pdf' }, { id: '1' }] }, true],
    ['it refuses an unknown field', { description: 'x', nothing: 1 }, false],
    ['it refuses an internal field', { description: 'x', note: 'y' }, false],
    ['it refuses a record without its required fields', {}, false],
    ['it refuses a value outside the choices', { description: 'x', kind: 'Mars' }, false],
    ['it refuses a value of the wrong type', { description: 5 }, false],
    ['it refuses too many lines', { description: 'x', lines: [{}, {}, {}, {}] }, false],
  ])('%s', (_, wire, expected) => {
    expect(isValid(wire)).toBe(expected)
  })

  test('an amount that must be a multiple of something is a multiple of both that and a hundredth', () => {
    const isAmount = compile(withCap(makeField('amount', { type: 'number', money: '' }), { type: 'number', multipleOf: 0.005 }))
    expect([10, 10.01, 10.005, 10.001].map((value) => isAmount(value))).toEqual([true, true, false, false])
    const isFive = compile(withCap(makeField('amount', { type: 'number', money: '' }), { type: 'number', multipleOf: 5 }))
    expect([10, 10.01, 5].map((value) => isFive(value))).toEqual([true, false, true])
  })

  test('a partial change may leave out required fields', () => {
    expect(compile(inputSchema(manifest, { partial: true }))({})).toBe(true)
  })
})
