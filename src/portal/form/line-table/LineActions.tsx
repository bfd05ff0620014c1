import { ActionIcon, Group, Tooltip } from '@mantine/core'
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

interface LineActionsProps { model: FormModel; section: ResolvedSection; index: number; canEdit: boolean; commands: LineCommands }

/** What can be done with a line: its dialogs, a copy, removal. */
export const LineActions = memo(function LineActions({ model, section, index, canEdit, commands }: LineActionsProps) {
  return (
    <Group gap={2} wrap="nowrap" justify="flex-end">
      {Object.entries(section.dialogs).map(([name, dialog]) => (
        <DialogButton key={name} model={model} array={section.field ?? ''} index={index} title={dialog.title} fields={dialog.fields} onOpen={() => commands.openDialog(index, name)} />
      ))}
      {canEdit && (
        <>
          <IconButton icon="copy" label={`Duplicate line ${index + 1}`} onClick={() => commands.duplicate(index)} />
          <IconButton icon="trash" label={`Remove line ${index + 1}`} danger onClick={() => commands.remove(index)} />
        </>
      )}
    </Group>
  )
})

interface DialogButtonProps { model: FormModel; array: string; index: number; title: string; fields: string[]; onOpen: () => void }

/** With a dot when something is filled in, a red one when something is wrong. */
function DialogButton({ model, array, index, title, fields, onOpen }: DialogButtonProps) {
  const subscribe = useCallback((listener: () => void) => model.subscribe(`${array}.${index}`, listener), [model, array, index])
  const mark = useSyncExternalStore(subscribe, () => {
    const paths = fields.map((name) => `${array}.${index}.${name}`)
    if (paths.some((path) => model.error(path) !== undefined)) return 'wrong'
    return paths.some((path) => model.value(path) !== undefined && model.field(path).visible) ? 'filled' : ''
  })
  const said = { wrong: ', needs attention', filled: ', filled in', '': '' }[mark]
  return (
    <span className={classes.marked} data-mark={mark || undefined}>
      <IconButton icon="layers" label={`${title} of line ${index + 1}${said}`} onClick={onOpen} />
    </span>
  )
}

function IconButton({ icon, label, danger, onClick }: { icon: string; label: string; danger?: boolean; onClick: () => void }) {
  return (
    <Tooltip label={label} openDelay={400}>
      <ActionIcon variant="subtle" color={danger ? 'error' : 'gray'} size={34} aria-label={label} onClick={onClick}>
        <Icon name={icon} size={17} />
      </ActionIcon>
    </Tooltip>
  )
}
