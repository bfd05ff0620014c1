import { createSchemaUtils, resolveDefaultWidget, type RJSFSchema } from '@rjsf/utils'
import { expect, it } from 'vitest'
import type { FormData } from '../validator.ts'
import { layoutValidator } from '../validator.ts'
import createPlainUtils from './schema-utils.ts'

const schema: RJSFSchema = {
  type: 'object',
  properties: {
    description: { type: 'string', title: 'Description', maxLength: 80 },
    kind: { type: 'string', enum: ['a', 'b'] },
    tags: { type: 'array', items: { type: 'string', enum: ['a', 'b'] } },
    place: { type: 'object', properties: { lat: { type: 'number' } }, additionalProperties: false },
    urgent: { type: 'boolean' },
    amount: { type: 'number' },
  },
}
const own = createPlainUtils(layoutValidator, schema) as ReturnType<typeof createSchemaUtils<FormData>>
const theirs = createSchemaUtils<FormData>(layoutValidator, schema)

it.each(Object.entries(schema.properties ?? {}) as [string, RJSFSchema][])('%s is read as rjsf reads it', (name, field) => {
  expect(own.retrieveSchema(field)).toEqual(theirs.retrieveSchema(field))
  expect(own.findFieldInSchema(schema, [name]).field).toEqual(theirs.findFieldInSchema(schema, [name]).field)
  for (const ui of [{ 'ui:widget': 'own' }, { 'ui:widget': 'own', 'ui:field': 'StringField' }, { 'ui:widget': 'own', 'ui:options': { label: false } }]) {
    expect(own.getDisplayLabel(field, ui)).toBe(theirs.getDisplayLabel(field, ui))
    expect(resolveDefaultWidget(field, ui, own)).toEqual(resolveDefaultWidget(field, ui, theirs))
  }
})

it('what was filled in stays as it is', () => {
  for (const data of [{}, { description: 'x', tags: ['a'] }, { description: undefined }]) expect(own.getDefaultFormState(schema, data)).toEqual(theirs.getDefaultFormState(schema, data))
})

it('another schema is read anew', () => {
  expect(own.doesSchemaUtilsDiffer(layoutValidator, structuredClone(schema))).toBe(false)
  expect(own.doesSchemaUtilsDiffer(layoutValidator, { ...schema, title: 'Other' })).toBe(true)
})

it('a branch is refused', () => {
  expect(() => createPlainUtils(layoutValidator, { type: 'object', properties: { amount: { oneOf: [] } } })).toThrow('say it as a rule of the manifest')
})
