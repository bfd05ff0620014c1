import { ActionIcon, Button, Group } from '@mantine/core'
import { memo, useCallback, useSyncExternalStore } from 'react'
import { t } from '../../../core/index.ts'
import type { ResolvedSection } from '../../../core/index.ts'
import { Icon } from '../../sdk.ts'
import { Tip } from '../../ui/Tip.tsx'
import type { FormModel } from '../form-model.ts'
import classes from './LineTable.module.css'

/** Minimum size of a touch target, in pixels. */
const THUMB = 44

export interface LineCommands {
  /** Whether lines may be added and removed. */
  canArrange: boolean
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
  /** Touch-size buttons, with the dialogs' titles in words: for cards, where space is not limited to a row. */
  isWide?: boolean
}

/** The buttons of a line: its dialogs, duplicate and remove. */
export const LineActions = memo(function LineActions({ model, section, index, canEdit, commands, isWide = false }: LineActionsProps) {
  const number = index + 1
  return (
    <Group gap={isWide ? 6 : 2} wrap={isWide ? 'wrap' : 'nowrap'} justify="flex-end">
      {Object.entries(section.dialogs).map(([name, dialog]) => (
        <DialogButton key={name} model={model} array={section.field ?? ''} index={index} title={dialog.title} fields={dialog.fields} isWide={isWide} onOpen={() => commands.openDialog(index, name)} />
      ))}
      {canEdit && commands.canArrange && (
        <>
          <LineButton icon="copy" label={t('Duplicate line {number}', { number })} {...(isWide ? { word: t('Duplicate') } : {})} onClick={() => commands.duplicate(index)} />
          <LineButton icon="trash" label={t('Remove line {number}', { number })} {...(isWide ? { word: t('Remove') } : {})} isDanger onClick={() => commands.remove(index)} />
        </>
      )}
    </Group>
  )
})

interface DialogButtonProps { model: FormModel; array: string; index: number; title: string; fields: string[]; isWide: boolean; onOpen: () => void }

/** Marked with a dot if a field has a value, with a red square if one has an error. */
function DialogButton({ model, array, index, title, fields, isWide, onOpen }: DialogButtonProps) {
  const subscribe = useCallback((listener: () => void) => model.subscribe(`${array}.${index}`, listener), [model, array, index])
  const mark = useSyncExternalStore(subscribe, () => {
    const paths = fields.map((name) => `${array}.${index}.${name}`)
    if (paths.some((path) => model.error(path) !== undefined)) return 'wrong'
    return paths.some((path) => model.value(path) !== undefined && model.field(path).visible) ? 'filled' : ''
  })
  const values = { title, number: index + 1 }
  const label = {
    wrong: () => t('{title} of line {number}, needs attention', values), filled: () => t('{title} of line {number}, filled in', values), '': () => t('{title} of line {number}', values),
  }[mark]()
  const isWrong = mark === 'wrong'
  return (
    <span className={classes.marked} data-mark={mark || undefined} data-wide={isWide || undefined}>
      {isWide
        ? <Button fullWidth variant={isWrong ? 'subtle' : 'default'} color={isWrong ? 'error' : 'gray'} size="sm" px="sm" py={4} h="auto" mih={THUMB} classNames={{ label: classes.wideLabel ?? '' }} aria-label={label} leftSection={<Icon name="adjustments" size={16} />} onClick={onOpen}>{isWrong ? t('{title}, needs attention', { title }) : title}</Button>
        : <LineButton icon="adjustments" label={label} isDanger={isWrong} onClick={onOpen} />}
    </span>
  )
}

interface LineButtonProps { icon: string; label: string; /** Beside the icon, where there is room for it. */ word?: string; isDanger?: boolean; onClick: () => void }

function LineButton({ icon, label, word, isDanger = false, onClick }: LineButtonProps) {
  const color = isDanger ? 'error' : 'gray'
  if (word !== undefined) return <Button variant="subtle" color={color} size="sm" px="sm" h={THUMB} aria-label={label} leftSection={<Icon name={icon} size={16} />} onClick={onClick}>{word}</Button>
  return (
    <Tip label={label} openDelay={400}>
      <ActionIcon variant="subtle" color={color} size={34} aria-label={label} onClick={onClick}>
        <Icon name={icon} size={17} />
      </ActionIcon>
    </Tip>
  )
}
