import { expect, it } from 'vitest'
import { nameOf } from './heading.ts'

const shape = { fields: { number: { wire: 'no' }, name: { wire: 'fullName' } } } as unknown as Parameters<typeof nameOf>[0]['shape']
it.each([
  ['a master is called by its label', { kind: 'master', label: 'name' }, { no: '7', fullName: 'Amina' }, 'Amina'],
  ['a document is called by its number', { kind: 'document', label: 'name' }, { no: '7', fullName: 'Amina' }, undefined],
  ['a master without another label is called by its number', { kind: 'master', label: 'number' }, { no: '7', fullName: 'Amina' }, undefined],
  ['a master whose label the reader may not see is called by its number', { kind: 'master', label: 'name' }, { no: '7' }, undefined],
  ['a master whose label repeats its number is called once', { kind: 'master', label: 'name' }, { no: '7', fullName: '7' }, undefined],
] as const)('%s', (_, type, record, name) => {
  expect(nameOf({ ...type, key: 'number', shape }, record)).toBe(name)
})
