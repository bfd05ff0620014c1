import { Button, Menu } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { Link } from 'react-router-dom'
import type { ResolvedAction } from '../../../core/index.ts'
import { Icon, usePortal } from '../../sdk.ts'
import classes from './Card.module.css'
import type { Card } from './use-card.ts'

interface ActionBarProps {
  card: Card
  prints: { title: string; path: string }[]
  place: 'top' | 'bottom'
  onRun: (action: ResolvedAction) => void
}

const WEIGHT = { danger: 0, neutral: 1, primary: 2 }

/** What can be done with the document: the weightiest last, where the thumb is; on a phone the rest is in a menu. */
export function ActionBar({ card, prints, place, onRun }: ActionBarProps) {
  const { caption } = usePortal()
  const isPhone = useMediaQuery('(max-width: 48em)') ?? false
  const buttons = [...card.buttons].sort((a, b) => WEIGHT[a.tone] - WEIGHT[b.tone])
  if (buttons.length + prints.length === 0) return null
  // Two fit beside the menu on a phone.
  const shown = isPhone ? buttons.filter((action) => action.tone !== 'danger').slice(-2) : buttons
  const hidden = buttons.filter((action) => !shown.includes(action))
  const isBusy = card.busy !== undefined

  const button = (action: ResolvedAction) => (
    <Button
      key={action.id}
      data-action={action.id}
      variant={action.tone === 'primary' ? 'filled' : action.tone === 'danger' ? 'subtle' : 'default'}
      {...(action.tone === 'danger' ? { color: 'error' } : {})}
      {...(action.icon && !isPhone ? { leftSection: <Icon name={action.icon} size={17} /> } : {})}
      loading={card.busy === action.id}
      disabled={isBusy && card.busy !== action.id}
      onClick={() => onRun(action)}
    >
      {caption(action.label)}
    </Button>
  )
  return (
    <div className={classes.bar} data-place={place} role="toolbar" aria-label="Actions">
      <span className={classes.spacer} aria-live="polite">{isBusy ? 'Working…' : card.isDirty && card.canEdit ? 'Unsaved changes are kept in this browser' : ''}</span>
      {(isPhone && hidden.length + prints.length > 0) && (
        <Menu position="top-start" withinPortal>
          <Menu.Target><Button variant="default" px="sm" aria-label="More actions" style={{ flex: 'none' }} disabled={isBusy}><Icon name="dots" /></Button></Menu.Target>
          <Menu.Dropdown>
            {prints.map((print) => <Menu.Item key={print.path} component={Link} to={print.path} leftSection={<Icon name="printer" size={16} />}>{print.title}</Menu.Item>)}
            {hidden.map((action) => (
              <Menu.Item key={action.id} data-action={action.id} {...(action.tone === 'danger' ? { color: 'error' } : {})} leftSection={<Icon name={action.icon ?? (action.deletes ? 'trash' : 'check')} size={16} />} onClick={() => onRun(action)}>
                {caption(action.label)}
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
      )}
      {!isPhone && prints.map((print) => (
        <Button key={print.path} component={Link} to={print.path} variant="default" leftSection={<Icon name="printer" size={17} />}>{print.title}</Button>
      ))}
      {shown.map(button)}
    </div>
  )
}
