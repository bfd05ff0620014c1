import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { describe, expect, test } from 'vitest'
import { makeType } from '../testing/make-type.ts'
import { inputSchema } from './input-schema.ts'
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
    ['a whole record', { no: 'C-1', status: 'Open', employee_no: 'E1', description: 'Taxi', date: '2026-06-15', kind: 'Local', lines: [{ line_no: 10000, expense_code: 'TAXI', amount: 10.1, margin: null }] }, true],
    ['empties', { description: '', date: null, lines: [{ amount: '', expense_code: null }] }, true],
    ['files', { description: 'x', attachments: [{ attachment: 'aGk=', fileName: 'a.pdf' }, { id: '1' }] }, true],
    ['an unknown field', { description: 'x', nothing: 1 }, false],
    ['an internal field', { description: 'x', note: 'y' }, false],
    ['nothing of what is required', {}, false],
    ['another choice', { description: 'x', kind: 'Mars' }, false],
    ['a wrong type', { description: 5 }, false],
    ['too many lines', { description: 'x', lines: [{}, {}, {}, {}] }, false],
  ])('%s', (_, wire, expected) => {
    expect(isValid(wire)).toBe(expected)
  })

  test('a change may leave out what is required', () => {
    expect(compile(inputSchema(manifest, { partial: true }))({})).toBe(true)
  })
})
