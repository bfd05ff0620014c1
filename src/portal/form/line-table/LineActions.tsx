import { ActionIcon, Button, Group, Tooltip } from '@mantine/core'
import { memo, useCallback, useSyncExternalStore } from 'react'
import type { ResolvedSection } from '../../../core/index.ts'
import { Icon } from '../../sdk.ts'
import type { FormModel } from '../form-model.ts'
import classes from './LineTable.module.css'

export interface LineCommands {
  openDialog: (index: number, dialog: string) => void
  duplicate: (index: number) => void
  remove: (index: number) => void
}

interface LineActionsProps {
  model: FormModel
  section: ResolvedSection
  index: number
  canEdit: boolean
  commands: LineCommands
  /** With words, as large as a thumb: where there is no row to fit in. */
  isWide?: boolean
}

/** What can be done with a line: its dialogs, a copy, removal. */
export const LineActions = memo(function LineActions({ model, section, index, canEdit, commands, isWide = false }: LineActionsProps) {
  const line = `line ${index + 1}`
  return (
    <Group gap={isWide ? 6 : 2} wrap={isWide ? 'wrap' : 'nowrap'} justify="flex-end">
      {Object.entries(section.dialogs).map(([name, dialog]) => (
        <DialogButton key={name} model={model} array={section.field ?? ''} index={index} title={dialog.title} fields={dialog.fields} isWide={isWide} onOpen={() => commands.openDialog(index, name)} />
      ))}
      {canEdit && (
        <>
          <LineButton icon="copy" words="Duplicate" label={`Duplicate ${line}`} isWide={isWide} onClick={() => commands.duplicate(index)} />
          <LineButton icon="trash" words="Remove" label={`Remove ${line}`} isWide={isWide} isDanger onClick={() => commands.remove(index)} />
        </>
      )}
    </Group>
  )
})

interface DialogButtonProps { model: FormModel; array: string; index: number; title: string; fields: string[]; isWide: boolean; onOpen: () => void }

const MARKS = { wrong: ', needs attention', filled: ', filled in', '': '' }

/** With a dot when something is filled in, a red square when something is wrong. */
function DialogButton({ model, array, index, title, fields, isWide, onOpen }: DialogButtonProps) {
  const subscribe = useCallback((listener: () => void) => model.subscribe(`${array}.${index}`, listener), [model, array, index])
  const mark = useSyncExternalStore(subscribe, () => {
    const paths = fields.map((name) => `${array}.${index}.${name}`)
    if (paths.some((path) => model.error(path) !== undefined)) return 'wrong'
    return paths.some((path) => model.value(path) !== undefined && model.field(path).visible) ? 'filled' : ''
  })
  return (
    <span className={classes.marked} data-mark={mark || undefined}>
      <LineButton icon="adjustments" words={mark === 'wrong' ? `${title}${MARKS.wrong}` : title} label={`${title} of line ${index + 1}${MARKS[mark]}`} isWide={isWide} isDanger={mark === 'wrong'} onClick={onOpen} />
    </span>
  )
}

interface LineButtonProps { icon: string; words: string; label: string; isWide: boolean; isDanger?: boolean; onClick: () => void }

function LineButton({ icon, words, label, isWide, isDanger = false, onClick }: LineButtonProps) {
  const colour = isDanger ? 'error' : 'gray'
  if (isWide) {
    return <Button variant={isDanger ? 'subtle' : 'default'} color={colour} size="sm" px="sm" className={classes.wideAction ?? ''} aria-label={label} leftSection={<Icon name={icon} size={16} />} onClick={onClick}>{words}</Button>
  }
  return (
    <Tooltip label={label} openDelay={400}>
      <ActionIcon variant="subtle" color={colour} size={34} aria-label={label} onClick={onClick}>
        <Icon name={icon} size={17} />
      </ActionIcon>
    </Tooltip>
  )
}
