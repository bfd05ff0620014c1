/**
 * Replaces what rjsf derives from a schema (vite.config.ts): references, branches and defaults, 9 kB of a card's JavaScript after
 * compression. The forms' schemas are one level of fields and have none of these: the core gives a new document its first values, and
 * conditions are rules.
 */
import { deepEquals, getSchemaType, getUiOptions, isCustomWidget, type RJSFSchema, type SchemaUtilsType, type UiSchema } from '@rjsf/utils'
import type { FormData, layoutValidator } from '../validator.ts'

type Validator = typeof layoutValidator
type SchemaUtils = SchemaUtilsType<FormData, RJSFSchema, FormData>

const isSelect = (schema: RJSFSchema): boolean => Array.isArray(schema.enum)

/** What rjsf's Form and fields ask of a schema that stays the same whatever is filled in. Throws if the schema has what a rule should say. */
export default function createSchemaUtils(validator: Validator, schema: RJSFSchema): Partial<SchemaUtils> {
  for (const part of [schema, ...Object.values(schema.properties ?? {})]) validator.isValid(part as RJSFSchema, {}, schema)
  return {
    getRootSchema: () => schema,
    getValidator: () => validator,
    doesSchemaUtilsDiffer: (_, other) => !deepEquals(schema, other),
    findFieldInSchema: (_, path) => ({ field: schema.properties?.[String(path.at(-1))] as RJSFSchema, isRequired: false }),
    getDefaultFormState: (_, formData) => formData ?? {},
    retrieveSchema: (part) => part,
    isSelect,
    getDisplayLabel: displaysLabel,
  }
}

/** Whether rjsf shows a label and a description for the field: not for a group of fields, nor for several values without a widget. */
function displaysLabel(schema: RJSFSchema, uiSchema: UiSchema<FormData> = {}): boolean {
  const type = getSchemaType(schema)
  if (getUiOptions(uiSchema).label === false || type === 'object' || uiSchema['ui:field'] !== undefined) return false
  return type !== 'array' || isCustomWidget(uiSchema)
}
