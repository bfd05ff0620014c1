import { ColorInput, MultiSelect, NumberInput, Select, Switch, TagsInput, TextInput } from '@mantine/core'
import { memo } from 'react'
import { t } from '../../../core/index.ts'
import type { Json, ResolvedField } from '../../../core/index.ts'

interface SettingFieldProps {
  group: string
  field: ResolvedField
  /** The module that must be installed before the setting takes effect. */
  awaits: string | undefined
  value: Json | undefined
  onChange: (group: string, name: string, value: Json) => void
  /** Why the server refused the value. */
  error: string | undefined
}

const ORDER: ('label' | 'input' | 'description' | 'error')[] = ['label', 'input', 'description', 'error']

/** One setting, as a switch, select, number or text according to its shape. Memoised, because there are about a hundred of them. */
export const SettingField = memo(function SettingField({ group, field, awaits, value, onChange, error }: SettingFieldProps) {
  const give = (next: Json): void => onChange(group, field.name, next)
  const description = [field.description ?? '', awaits === undefined ? '' : t('Takes effect when {module} is installed.', { module: awaits })].filter((part) => part !== '').join(' ')
  // The description goes below, so that the inputs of one row are aligned.
  const shared = { label: field.title, inputWrapperOrder: ORDER, ...(description === '' ? {} : { description }), ...(error ? { error } : {}) }
  const choices = (field.enum ?? []).map((each) => ({ value: String(each), label: field.enumTitles?.[String(each)] ?? String(each) }))
  switch (field.type) {
    case 'boolean':
      return <Switch label={field.title} description={description} checked={value === true} onChange={(event) => give(event.currentTarget.checked)} />
    case 'number':
    case 'integer':
      return (
        <NumberInput {...shared} value={typeof value === 'number' ? value : ''} thousandSeparator="," allowDecimal={field.type === 'number'}
          {...(field.money === undefined ? {} : { decimalScale: 2 })} {...(field.minimum === undefined ? {} : { min: field.minimum })} {...(field.maximum === undefined ? {} : { max: field.maximum })}
          onChange={(next) => give(typeof next === 'number' ? next : null)} />
      )
    case 'array': {
      const values = Array.isArray(value) ? value.map(String) : []
      return choices.length > 0 ? <MultiSelect {...shared} data={choices} value={values} onChange={give} /> : <TagsInput {...shared} value={values} onChange={give} />
    }
    default:
      if (choices.length > 0) return <Select {...shared} data={choices} value={typeof value === 'string' ? value : null} onChange={give} allowDeselect={false} />
      if (field.widget === 'colour') return <ColorInput {...shared} format="hex" withEyeDropper={false} value={typeof value === 'string' ? value : ''} onChange={give} />
      return <TextInput {...shared} value={typeof value === 'string' ? value : ''} onChange={(event) => give(event.currentTarget.value)} {...(field.maxLength ? { maxLength: field.maxLength } : {})} {...(field.placeholder ? { placeholder: field.placeholder } : {})} />
  }
})
