import { describe, expect, test } from 'vitest'
import { celEvaluator } from '../../../testing/cel-evaluator.ts'
import { wireStateFields, withWireStateFields } from './wire-state-fields.ts'

const states = { Draft: { initial: true }, Asked: { wire: { outcome: 'Approved', status: 'Open' } }, Approved: { wire: { outcome: 'Approved', status: 'Re"leased' } }, Done: { wire: { outcome: '', status: 'Re"leased' } } }
const manifest = { stateField: 'stage', states }

describe('fields that tell the state', () => {
  test.each<[state: string, outcome: string, status: string]>([
    ['Draft', '', ''], ['Asked', 'Approved', 'Open'], ['Approved', 'Approved', 'Re"leased'], ['Done', '', 'Re"leased'],
  ])('in %s are %j and %j', (stage, outcome, status) => {
    const told = wireStateFields(manifest)
    expect([celEvaluator.value(told['outcome'] ?? '', { doc: { stage } }), celEvaluator.value(told['status'] ?? '', { doc: { stage } })]).toEqual([outcome, status])
  })

  test('what the state field itself is told as is no field that is worked out', () => {
    expect([wireStateFields({ states: { Done: { wire: 'Released' } } }), wireStateFields({ states: { Done: { wire: { status: 'Released' } } } })]).toEqual([{}, {}])
  })

  test('a value that a field says of itself stays, and a field that there is not is not made', () => {
    const schema = { properties: { outcome: { 'x-compute': '"mine"' } } }
    expect(withWireStateFields({ ...manifest, schema }).schema).toEqual(schema)
  })
})
