import Form from '@rjsf/core'
import type { RJSFSchema, UiSchema } from '@rjsf/utils'
import { memo, useMemo } from 'react'
import type { CompiledType } from '../../core/index.ts'
import { fields, templates } from './rjsf-theme.tsx'
import { sessionValidator } from './validator.ts'

/** What the core derives for a section, a line's dialog or an action's input. */
type FormSchema = ReturnType<CompiledType['formSchema']>

interface FieldsFormProps {
  form: FormSchema
  /** Before each field's name: `lines.3.` in a dialog over a line. */
  prefix?: string
  columns?: number
  /** A dialog's form: the keyboard starts in its first field. */
  focusesFirst?: boolean
}

const NOTHING = {}
const validator = sessionValidator(() => [])

/**
 * The fields of one form, laid out by rjsf. Values, state and errors come from the FieldSource around, so rjsf draws once
 * and a keystroke renders one field (rjsf alone draws the whole form at every key).
 */
export const FieldsForm = memo(function FieldsForm({ form, prefix = '', columns, focusesFirst = false }: FieldsFormProps) {
  const { schema, uiSchema } = useMemo(() => laidOut(form), [form])
  const declared = (form.uiSchema['ui:options'] as { columns?: number } | undefined)?.columns
  const context = useMemo(() => ({ prefix, columns: columns ?? declared ?? 2, first: focusesFirst ? firstOf({ schema, uiSchema }) : undefined }), [prefix, columns, declared, focusesFirst, schema, uiSchema])
  return (
    <Form tagName="div" schema={schema} uiSchema={uiSchema} formData={NOTHING} validator={validator} fields={fields} templates={templates} formContext={context} noValidate showErrorList={false}>
      <></>
    </Form>
  )
})

/** rjsf gets types and order; the choices of a select and every limit are the session's and the widget's matter. */
function laidOut({ schema, uiSchema }: FormSchema): { schema: RJSFSchema; uiSchema: UiSchema } {
  const properties = Object.entries(schema['properties'] as Record<string, { type?: string | string[]; title?: string }>)
  const hidden = properties.filter(([name]) => (uiSchema[name] as { 'ui:widget'?: string } | undefined)?.['ui:widget'] === 'hidden').map(([name]) => name)
  return {
    schema: { type: 'object', properties: Object.fromEntries(properties.map(([name, { type, title }]) => [name, { type: scalar(type), title }])) } as RJSFSchema,
    uiSchema: { ...(uiSchema['ui:order'] ? { 'ui:order': uiSchema['ui:order'] as string[] } : {}), ...Object.fromEntries(hidden.map((name) => [name, { 'ui:widget': 'hidden' }])) },
  }
}

/** The name of the field that stands first. */
function firstOf({ schema, uiSchema }: ReturnType<typeof laidOut>): string | undefined {
  return [...(uiSchema['ui:order'] ?? []), ...Object.keys(schema.properties ?? {})].find((name) => name !== '*')
}

const scalar = (type: string | string[] | undefined): string => (Array.isArray(type) ? type.find((one) => one !== 'null') : type) ?? 'string'
