import { expect, test } from 'vitest'
import { makeType } from '../testing/make-type.ts'
import { toClientManifest } from './client-manifest.ts'

test('of a figure that is told the portal knows how it is read, not over what', () => {
  const last = { name: 'last', of: 'claim', where: 'row.no == doc.no', figure: 'max' as const, field: 'date', value: 'string' as const, format: 'date' as const }
  const { lookups } = toClientManifest(makeType({ lookups: { last: { ...last, told: true }, kept: { ...last, name: 'kept' } } }))
  expect(lookups).toEqual({ last: { name: 'last', of: 'claim', where: '', figure: 'count', value: 'string', format: 'date', told: true } })
})
