import { ActionIcon, Group, Text, UnstyledButton } from '@mantine/core'
import { memo, useState } from 'react'
import type { ResolvedSection, ResolvedShape } from '../../../core/index.ts'
import { Icon } from '../../sdk.ts'
import { BoundField } from '../BoundField.tsx'
import { FieldsText, ValueText } from '../FieldsText.tsx'
import type { FormModel } from '../form-model.ts'
import { usePath } from '../use-field.ts'
import { LineActions, type LineCommands } from './LineActions.tsx'
import classes from './LineTable.module.css'

interface LineCardProps {
  model: FormModel
  section: ResolvedSection
  shape: ResolvedShape
  columns: string[]
  index: number
  canEdit: boolean
  commands: LineCommands
  isOnly: boolean
  isNew: boolean
}

/** A line on a phone: what it is and what it costs, opened for its fields. */
export const LineCard = memo(function LineCard({ model, section, shape, columns, index, canEdit, commands, isOnly, isNew }: LineCardProps) {
  const array = section.field ?? ''
  const path = `${array}.${index}`
  const [isOpen, setOpen] = useState(isOnly || isNew)
  usePath(model, path)
  const money = columns.find((field) => shape.fields[field]?.money !== undefined)
  const isWrong = columns.some((field) => model.error(`${path}.${field}`) !== undefined)
  const titles = columns.filter((field) => shape.fields[field]?.type === 'string').slice(0, 2).filter((field) => model.value(`${path}.${field}`) !== undefined)
  return (
    <section className={classes.card} data-line={index} data-wrong={isWrong || undefined} aria-label={`Line ${index + 1}`}>
      <Group gap="xs" wrap="nowrap">
        <UnstyledButton className={classes.cardHead} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          <span className={classes.count}>{index + 1}</span>
          <span className={classes.cardTitle}>
            {titles.length === 0 ? 'New line' : titles.map((field) => shape.fields[field] && <span key={field}><ValueText field={shape.fields[field]} value={model.value(`${path}.${field}`)} /></span>)}
            {isWrong && <Text span size="xs" c="var(--mantine-color-error)">Needs attention</Text>}
          </span>
          {money && shape.fields[money] && <span className={classes.cardAmount}><ValueText field={shape.fields[money]} value={model.value(`${path}.${money}`)} /></span>}
        </UnstyledButton>
        <ActionIcon variant="subtle" color="gray" size={40} aria-label={isOpen ? `Close line ${index + 1}` : `Open line ${index + 1}`} onClick={() => setOpen(!isOpen)}>
          <Icon name={isOpen ? 'chevron-down' : 'chevron-right'} />
        </ActionIcon>
      </Group>
      {isOpen && (
        <div className={classes.cardBody}>
          {canEdit ? columns.map((field) => <BoundField key={field} path={`${path}.${field}`} />) : <FieldsText names={columns} prefix={`${path}.`} />}
          <LineActions model={model} section={section} index={index} canEdit={canEdit} commands={commands} />
        </div>
      )}
    </section>
  )
})
