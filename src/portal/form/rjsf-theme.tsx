/**
 * How rjsf draws a form here: Mantine's field template around fields bound to the form's source, on a grid of our own, since
 * a long text takes the whole row and a hidden field no place. Widgets are ours: rjsf's know one value and draw all fields at every key.
 */
import FieldTemplate from '@rjsf/mantine/lib/templates/FieldTemplate.js'
import type { FieldProps, ObjectFieldTemplateProps, WrapIfAdditionalTemplateProps } from '@rjsf/utils'
import type { ReactNode } from 'react'
import { BoundField } from './BoundField.tsx'
import { useFormEnvironment } from './environment.ts'
import { useFieldSource, usePath } from './use-field.ts'
import classes from './Form.module.css'

interface FormContext { prefix: string; columns: number; first: string | undefined }

const contextOf = (registry: { formContext: unknown }): FormContext => registry.formContext as FormContext

function SessionField({ name, registry }: FieldProps) {
  const { prefix, first } = contextOf(registry)
  return <BoundField path={prefix + name} autoFocus={name === first} />
}

function Cell({ path, children }: { path: string; children: ReactNode }) {
  const source = useFieldSource()
  usePath(source, path)
  const field = useFormEnvironment().fieldOf(path)
  if (!source.field(path).visible) return null
  const isWide = field.type === 'string' && (field.widget === 'textarea' || (field.maxLength ?? 0) > 120)
  return <div className={classes.cell} data-wide={isWide || undefined}>{children}</div>
}

function ObjectTemplate({ properties, registry }: ObjectFieldTemplateProps) {
  const { prefix, columns } = contextOf(registry)
  return (
    <div className={classes.grid} style={{ '--columns': columns } as React.CSSProperties}>
      {properties.filter((property) => !property.hidden).map((property) => (
        <Cell key={property.name} path={prefix + property.name}>{property.content}</Cell>
      ))}
    </div>
  )
}

const Bare = ({ children }: WrapIfAdditionalTemplateProps) => <>{children}</>
const Nothing = () => null

export const fields = { StringField: SessionField, NumberField: SessionField, BooleanField: SessionField, ArrayField: SessionField, NullField: Nothing }

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
