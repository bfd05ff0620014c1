import { ActionIcon, Popover } from '@mantine/core'
import { useState } from 'react'
import { t } from '../../../core/index.ts'
import type { ResolvedShape } from '../../../core/index.ts'
import { Icon } from '../../sdk.ts'
import { FormValue } from '../FieldsText.tsx'
import type { FormModel } from '../form-model.ts'
import { usePath } from '../use-field.ts'
import classes from './LineTable.module.css'

export interface ValueDetailsProps {
  model: FormModel
  shape: ResolvedShape
  /** The line's path, such as `lines.0`. */
  line: string
  names: string[]
  /** The value's name, with its line. */
  label: string
  /** Always visible as text, where there is no room for a button. */
  isPlain?: boolean
}

/**
 * Explains how a value of a line was computed: in a popover behind a small button, on hover or click, or as text. Renders nothing while no
 * detail has a value.
 */
export function ValueDetails({ model, shape, line, names, label, isPlain = false }: ValueDetailsProps) {
  usePath(model, line)
  const [isOpen, setOpen] = useState(false)
  const fields = names.flatMap((name) => shape.fields[name] ?? []).filter((field) => model.value(`${line}.${field.name}`) !== undefined)
  if (fields.length === 0) return null
  const list = (
    <dl className={classes.details}>
      {fields.map((field) => (
        <div key={field.name}>
          <dt>{field.title}</dt>
          <dd><FormValue field={field} value={model.value(`${line}.${field.name}`)} /></dd>
        </div>
      ))}
    </dl>
  )
  if (isPlain) return list
  return (
    <Popover opened={isOpen} onChange={setOpen} position="top" withArrow shadow="md" withinPortal>
      <Popover.Target>
        <ActionIcon
          className={classes.about} variant="subtle" color="gray" size={24} aria-label={t('About {label}', { label })}
          onClick={() => setOpen(true)} onMouseEnter={() => setOpen(true)} onMouseLeave={() => setOpen(false)}
        >
          <Icon name="info-circle" size={16} />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown>{list}</Popover.Dropdown>
    </Popover>
  )
}
