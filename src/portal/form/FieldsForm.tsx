import type { IChangeEvent } from '@rjsf/core'
import Form from '@rjsf/core/lib/components/Form.js'
import type { UiSchema } from '@rjsf/utils'
import { memo, useCallback, useMemo } from 'react'
import type { CompiledType, Json, JsonObject } from '../../core/index.ts'
import { widgetNames } from '../widgets/registry.ts'
import { fieldId } from './BoundField.tsx'
import { useFormEnvironment } from './environment.ts'
import { fields, templates, widgetsNamed, type FormContext } from './rjsf-theme.tsx'
import { useFieldSource } from './use-field.ts'
import { useFormData } from './use-form-data.ts'
import { layoutValidator, type FormData } from './validator.ts'

/** What the core derives for a section, a line dialog or an action's input. */
type FormSchema = ReturnType<CompiledType['formSchema']>

interface FieldsFormProps {
  form: FormSchema
  /** Prefix of each field's path: `lines.3.` in the dialog of a line. */
  prefix?: string
  columns?: number
  /** For dialogs: focuses the first field. */
  focusesFirst?: boolean
  /** Fields that are not shown now. */
  folded?: readonly string[]
}

const widgets = widgetsNamed(widgetNames)
/** Fields stay empty until filled in: the core has already given a new document its defaults. */
const NO_DEFAULTS = { arrayMinItems: { populate: 'never' }, emptyObjectFields: 'skipDefaults', allOf: 'skipDefaults', constAsDefaults: 'never' } as const

/**
 * The fields of one form, rendered by rjsf, which also holds their data. Data and errors come from the surrounding FieldSource; a change
 * goes from rjsf to the source, where rules run, and the results come back as data and errors. Each field asks the source for its own
 * visibility and locks, so that a keystroke re-renders only the fields that it affects.
 */
export const FieldsForm = memo(function FieldsForm({ form, prefix = '', columns, focusesFirst = false, folded = NONE }: FieldsFormProps) {
  const source = useFieldSource()
  const { idPrefix } = useFormEnvironment()
  const names = useMemo(() => Object.keys(form.schema['properties'] as JsonObject), [form])
  const { formData, errors } = useFormData(source, prefix, names)
  const uiSchema = useMemo(() => laidOut(form.uiSchema, { columns, focusesFirst }), [form, columns, focusesFirst])
  const context = useMemo((): FormContext => ({ prefix, folded }), [prefix, folded])
  const rootId = prefix === '' ? idPrefix : fieldId(idPrefix, prefix.slice(0, -1))
  const change = useCallback((event: IChangeEvent<FormData>, id?: string): void => {
    const name = id?.slice(rootId.length + ID_SEPARATOR.length)
    if (name !== undefined) source.set(prefix + name, event.formData?.[name] as Json | undefined)
  }, [source, prefix, rootId])
  return (
    <Form
      tagName="div" idPrefix={rootId} idSeparator={ID_SEPARATOR} schema={form.schema} uiSchema={uiSchema} formData={formData} extraErrors={errors} onChange={change}
      fields={fields} templates={templates} widgets={widgets} formContext={context} validator={layoutValidator} showErrorList={false}
      experimental_defaultFormStateBehavior={NO_DEFAULTS}
    >
      <></>
    </Form>
  )
})

const ID_SEPARATOR = '-'
const NONE: readonly string[] = []

/** The UI schema with this form's columns and autofocus. */
function laidOut(uiSchema: JsonObject, { columns, focusesFirst }: { columns: number | undefined; focusesFirst: boolean }): UiSchema {
  const first = focusesFirst ? (uiSchema['ui:order'] as string[] | undefined)?.[0] : undefined
  return {
    ...uiSchema,
    ...(columns === undefined ? {} : { 'ui:options': { ...(uiSchema['ui:options'] as JsonObject | undefined), columns } }),
    ...(first === undefined ? {} : { [first]: { ...(uiSchema[first] as JsonObject), 'ui:autofocus': true } }),
  }
}
