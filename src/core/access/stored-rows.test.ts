import { describe, expect, test } from 'vitest'
import { makeType } from '../testing/make-type.ts'
import { storedRows } from './stored-rows.ts'
import { UntranslatableError } from './translate-rows.ts'

const manifest = makeType()
const kind = { name: 'kind', role: 'data', type: 'string' }

describe('a condition on stored records', () => {
  test.each<[string, unknown]>([
    ['doc.kind == "Local"', { kind: 'compare', op: '=', field: kind, value: 'Local' }],
    ['doc.kind in ["Local", "Abroad"]', { kind: 'in', field: kind, values: ['Local', 'Abroad'] }],
    ['has(doc.secret)', { kind: 'has', field: { name: 'secret', role: 'data', type: 'string' } }],
  ])('%s is translated', (when, predicate) => {
    expect(storedRows(when, manifest)).toEqual(predicate)
  })

  test.each(['doc.employee_no == user.employee', 'doc.date < today', 'doc.count > size(doc.lines)', 'doc.kind in settings.kinds'])('a condition on anything but stored fields and constants is refused: %s', (when) => {
    expect(() => storedRows(when, manifest)).toThrow(UntranslatableError)
  })
})
