import { ActionIcon, Switch, Text, TextInput } from '@mantine/core'
import type { KeyboardEvent, ReactNode } from 'react'
import { shownText, type MenuPackage, t } from '../../../../core/index.ts'
import { usePortal } from '../../../shell/portal-context.ts'
import { Icon } from '../../../ui/icons.tsx'
import { IconPicker } from './IconPicker.tsx'
import classes from './Packages.module.css'

const MAX_CAPTION_LENGTH = 40

interface PackageRowProps {
  entry: MenuPackage
  /** Whether its parent is switched off, and the entry with it. */
  isParentOff: boolean
  isDragged: boolean
  isFirst: boolean
  isLast: boolean
  handle: object
  onChange: (change: Partial<MenuPackage>) => void
  onMove: (by: -1 | 1) => void
  children?: ReactNode
}

/** One entry of the menu: its position, icon, caption and visibility. */
export function PackageRow({ entry, isParentOff, isDragged, isFirst, isLast, handle, onChange, onMove, children }: PackageRowProps) {
  const { caption } = usePortal()
  const title = caption(entry.title)
  const name = shownText(entry.caption ?? '') || title
  const isOff = isParentOff || !entry.enabled
  const keys = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return
    event.preventDefault()
    onMove(event.key === 'ArrowUp' ? -1 : 1)
  }
  return (
    <li className={classes.item} data-package={entry.name} data-dragged={isDragged || undefined}>
      <div className={classes.row} data-off={isOff || undefined}>
        <button type="button" className={classes.handle} aria-label={t('Move {name}', { name })} title={t('Drag, or press the up and down arrows')} onKeyDown={keys} {...handle}><Icon name="grip" size={18} /></button>
        <IconPicker label={name} icon={entry.icon || undefined} declared={entry.declaredIcon} onChange={(icon) => onChange({ icon: icon ?? '' })} />
        {entry.title.setting === undefined
          ? <TextInput className={classes.caption ?? ''} aria-label={t('Caption of {title}', { title })} placeholder={title} value={entry.caption ?? ''} maxLength={MAX_CAPTION_LENGTH} onChange={(event) => onChange({ caption: event.currentTarget.value })} />
          : <Text size="sm" className={classes.caption ?? ''}>{title}<Text span size="xs" c="dimmed" ml={8}>{t('named above')}</Text></Text>}
        <div className={classes.moves}>
          <ActionIcon variant="subtle" color="gray" size={32} aria-label={t('Move {name} up', { name })} disabled={isFirst} onClick={() => onMove(-1)}><Icon name="chevron-up" /></ActionIcon>
          <ActionIcon variant="subtle" color="gray" size={32} aria-label={t('Move {name} down', { name })} disabled={isLast} onClick={() => onMove(1)}><Icon name="chevron-down" /></ActionIcon>
        </div>
        <Switch
          aria-label={t('Show {name}', { name })} checked={entry.enabled} disabled={entry.isFixed || isParentOff}
          title={entry.isFixed ? t('This entry leads to these settings and cannot be switched off.') : undefined} onChange={(event) => onChange({ enabled: event.currentTarget.checked })}
        />
      </div>
      {children}
    </li>
  )
}
