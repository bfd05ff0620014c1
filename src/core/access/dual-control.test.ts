import { expect, it } from 'vitest'
import type { Doc } from '../document/json.ts'
import { changedControlledFields, withoutEmptied } from './dual-control.ts'

const type = {
  shape: { fields: { paid: { name: 'paid', default: true }, days: { name: 'days', default: 0 }, rate: { name: 'rate' }, note: { name: 'note', default: 'x' } } },
  dualControl: { fields: ['paid', 'days', 'rate'], checker: 'hr', own: 'refused' },
} as unknown as Parameters<typeof withoutEmptied>[0]
const changed = (before: Doc, after: Doc): string[] => changedControlledFields(type, before, after).map(({ name }) => name)

it.each<[Doc, Doc, string[]]>([
  [{ paid: true }, { paid: false }, ['paid']], [{ paid: true }, { paid: null }, ['paid']], [{ paid: true }, { days: 1 }, ['paid', 'days']], [{ note: 'x' }, { note: 'x', paid: true }, ['paid']],
  [{ days: 0, rate: 5 }, { days: null, rate: 5 }, []], [{ rate: 5 }, { rate: null }, ['rate']], [{ note: 'x' }, { note: 'y' }, []],
  // Created and deleted: only what somebody chose.
  [{}, { paid: true, days: 0 }, []], [{}, { paid: false, rate: 1 }, ['paid', 'rate']], [{ paid: true, rate: 1 }, {}, ['rate']],
])('of %j and %j, the fields %j need a second person', (before, after, names) => {
  expect(changed(before, after)).toEqual(names)
})

it.each<[Doc | undefined, Doc, Doc]>([
  [undefined, { paid: null, rate: null }, { paid: true, days: 0, rate: null }], [{ paid: true, days: 3 }, { paid: null, days: '' }, { paid: true, days: 0 }],
  [{ rate: 1 }, { rate: null }, { rate: null }], [{ paid: true, days: 1 }, { paid: false, days: 2, note: null }, { paid: false, days: 2, note: null }],
])('over %j, the form %j is read as %j', (before, form, read) => {
  expect(withoutEmptied(type, before, form)).toEqual(read)
})
