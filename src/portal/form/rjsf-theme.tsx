/**
 * The rjsf theme: Mantine's field template on a grid of our own, because a long text takes a whole row and a hidden field takes no space,
 * with the portal's widgets, which know money, references and rules.
 */
import StringField from '@rjsf/core/lib/components/fields/StringField.js'
import FieldTemplate from '@rjsf/mantine/lib/templates/FieldTemplate.js'
import { getUiOptions, type ObjectFieldTemplateProps, type WidgetProps, type WrapIfAdditionalTemplateProps } from '@rjsf/utils'
import type { CSSProperties, ReactNode } from 'react'
import type { Json, ResolvedField } from '../../core/index.ts'
import { useDrawn } from '../ui/InTurns.tsx'
import { BoundField } from './BoundField.tsx'
import { useFormEnvironment } from './environment.ts'
import { useFieldSource, usePath } from './use-field.ts'
import classes from './Form.module.css'

/** The form context that every field receives: the prefix of its path, and the fields that are folded. */
export interface FormContext { prefix: string; folded: readonly string[] }

/** More take a slow phone more than fifty milliseconds. */
const FIELDS_AT_ONCE = 3

const pathOf = (name: string, registry: { formContext: unknown }): string => (registry.formContext as FormContext).prefix + name

/** A field whose value rjsf holds. The field's state also decides which widget shows it. */
function HeldWidget({ name, value, onChange, rawErrors, autofocus, registry }: WidgetProps) {
  return <BoundField path={pathOf(name, registry)} held={{ value: value as Json | undefined, onChange, error: rawErrors?.[0] }} autoFocus={autofocus === true} />
}

/** Maps each widget name to the widget that the field's definition asks for. */
export const widgetsNamed = (names: readonly string[]): Record<string, typeof HeldWidget> => Object.fromEntries(names.map((name) => [name, HeldWidget]))

function Cell({ path, children }: { path: string; children: ReactNode }) {
  const source = useFieldSource()
  usePath(source, path)
  const { fieldOf, isSaidAbove } = useFormEnvironment()
  const field = fieldOf(path)
  if (!source.field(path).visible || isSaidAbove?.(path) === true) return null
  const isWide = field.type === 'string' && (field.widget === 'textarea' || (field.maxLength ?? 0) > 120)
  return <div className={classes.cell} data-wide={isWide || undefined} data-short={shortness(field)}>{children}</div>
}

/** Which fields are only as wide as their content. */
function shortness({ type, format, money }: ResolvedField): string | undefined {
  if (money !== undefined) return 'money'
  return type === 'number' || type === 'integer' || format === 'date' || format === 'time' ? '' : undefined
}

function ObjectTemplate({ properties, registry, uiSchema }: ObjectFieldTemplateProps) {
  const { columns = 2 } = getUiOptions(uiSchema) as { columns?: number }
  const { folded } = registry.formContext as FormContext
  const shown = properties.filter((property) => !property.hidden && !folded.includes(property.name))
  const drawn = useDrawn(shown.length, FIELDS_AT_ONCE, 'detail')
  return (
    <div className={classes.grid} style={{ '--columns': columns } as CSSProperties}>
      {shown.slice(0, drawn).map((property) => (
        <Cell key={property.name} path={pathOf(property.name, registry)}>{property.content}</Cell>
      ))}
    </div>
  )
}

const Bare = ({ children }: WrapIfAdditionalTemplateProps) => <>{children}</>
const Nothing = () => null

/** The widget reads and writes values of any type itself, so one field class that holds the value is enough for all types. */
export const fields = { StringField, NumberField: StringField, BooleanField: StringField, ArrayField: StringField, NullField: Nothing }

/** Mantine's widgets render their own labels, descriptions and errors. */
export const templates = {
  ObjectFieldTemplate: ObjectTemplate,
  FieldTemplate,
  WrapIfAdditionalTemplate: Bare,
  FieldErrorTemplate: Nothing,
  FieldHelpTemplate: Nothing,
  DescriptionFieldTemplate: Nothing,
  TitleFieldTemplate: Nothing,
  ErrorListTemplate: Nothing,
  ButtonTemplates: { SubmitButton: Nothing },
}
