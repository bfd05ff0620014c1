import { describe, expect, test } from 'vitest'
import { celEvaluator } from '../../../testing/cel-evaluator.ts'
import { wireStateFields, withWireStateFields } from './wire-state-fields.ts'

const states = { Draft: { initial: true }, Asked: { wire: { outcome: 'Approved', status: 'Open' } }, Approved: { wire: { outcome: 'Approved', status: 'Re"leased' } }, Done: { wire: { outcome: '', status: 'Re"leased' } } }
const manifest = { stateField: 'stage', states }

describe('fields that carry the state on the wire', () => {
  test.each<[state: string, outcome: string, status: string]>([
    ['Draft', '', ''], ['Asked', 'Approved', 'Open'], ['Approved', 'Approved', 'Re"leased'], ['Done', '', 'Re"leased'],
  ])('in the state %s their values are %j and %j', (stage, outcome, status) => {
    const expressions = wireStateFields(manifest)
    expect([celEvaluator.value(expressions['outcome'] ?? '', { doc: { stage } }), celEvaluator.value(expressions['status'] ?? '', { doc: { stage } })]).toEqual([outcome, status])
  })

  test('the state field’s own wire value makes no computed field', () => {
    expect([wireStateFields({ states: { Done: { wire: 'Released' } } }), wireStateFields({ states: { Done: { wire: { status: 'Released' } } } })]).toEqual([{}, {}])
  })

  test('a field keeps its own expression, and a missing field is not created', () => {
    const schema = { properties: { outcome: { 'x-compute': '"mine"' } } }
    expect(withWireStateFields({ ...manifest, schema }).schema).toEqual(schema)
  })
})
