/** What rjsf would derive from the schema of each form of each shipped type: nothing. So the portal does without (src/portal/form/plain). */
import path from 'node:path'
import { createSchemaUtils, type RJSFSchema, type ValidatorType } from '@rjsf/utils'
import { expect, it } from 'vitest'
import { createEngine, loadCatalogue } from '../../src/core/index.ts'
import { readSchemas, readSources } from '../../src/server/manifests/read-sources.ts'
import { functions } from './functions.ts'

const root = path.resolve(import.meta.dirname, '../..')
const { catalogue } = loadCatalogue({ sources: readSources([path.join(root, 'modules')]), schemas: readSchemas(path.join(root, 'schemas')), functions })
const engine = createEngine(catalogue!, functions)

/** A schema whose layout depends on its data asks the validator. */
const unasked: ValidatorType = {
  isValid: () => { throw new Error('A form that depends on its data') },
  validateFormData: () => ({ errors: [], errorSchema: {} }),
  rawValidation: () => ({ errors: [] }),
}
/** As src/portal/form/FieldsForm.tsx has them. */
const NO_DEFAULTS = { arrayMinItems: { populate: 'never' }, emptyObjectFields: 'skipDefaults', allOf: 'skipDefaults', constAsDefaults: 'never' } as const

/** Every form of a type: all its fields, each section, each array of lines and each action's dialog. */
const formsOf = (type: string): (string | undefined)[] => {
  const { card, shape, actions } = engine.type(type).manifest
  return [undefined, ...Object.keys(card.sections), ...Object.values(shape.fields).flatMap(({ name, line }) => (line === undefined ? [] : [`line:${name}`])), ...Object.keys(actions).map((action) => `action:${action}`)]
}

const SAMPLES: Record<string, unknown> = { string: 'x', number: 1.5, integer: 2, boolean: false, array: ['x'], object: { a: 1 } }

it.each(Object.keys(catalogue!.types))('the forms of %s have neither defaults nor branches', (type) => {
  for (const form of formsOf(type)) {
    const schema = engine.type(type).formSchema(form).schema as RJSFSchema
    const utils = createSchemaUtils(unasked, schema, NO_DEFAULTS)
    const properties = Object.entries(schema.properties ?? {}) as [string, RJSFSchema][]
    const full = Object.fromEntries(properties.map(([name, field]) => [name, SAMPLES[String(field.type)]]))
    for (const data of [{}, full, { ...full, [properties[0]?.[0] ?? '']: undefined }]) expect(utils.getDefaultFormState(schema, data)).toEqual(data)
    expect(utils.retrieveSchema(schema, full)).toEqual(schema)
    for (const [, field] of properties) expect(utils.retrieveSchema(field)).toEqual(field)
  }
})
