import { Button, Divider, Popover, Text } from '@mantine/core'
import { cloneElement } from 'react'
import type { ReactNode, KeyboardEvent } from 'react'
import { Link } from 'react-router-dom'
import { t } from '../../../core/index.ts'
import { Icon } from '../../ui/icons.tsx'
import { useOpening } from '../on-demand.tsx'
import type { MenuProps } from '../on-demand.tsx'
import classes from './TopBar.module.css'

interface TopBarMenuProps extends MenuProps {
  /** The page with the complete list. */
  all: { path: string; label: string }
  /** The content while the menu is open; call `close` when a link is followed. */
  children: (close: () => void) => ReactNode
}

/** The dropdown of a button in the top bar, with a link to the full page at the bottom. */
export function TopBarMenu({ button, all, children }: TopBarMenuProps) {
  const { ref, isOpen, setOpen } = useOpening()
  const close = () => setOpen(false)
  return (
    <Popover opened={isOpen} onChange={setOpen} position="bottom-end" shadow="md" width={t('min(400px, calc(100vw - 24px))')} trapFocus returnFocus>
      <Popover.Target>{cloneElement(button, { ref, onClick: () => setOpen(!isOpen) })}</Popover.Target>
      <Popover.Dropdown p={0} onKeyDown={moveByArrows}>
        {isOpen && children(close)}
        <Divider />
        <Button component={Link} to={all.path} onClick={close} variant="subtle" fullWidth radius={0} leftSection={<Icon name="list" size={16} />}>{all.label}</Button>
      </Popover.Dropdown>
    </Popover>
  )
}

/** Why a menu is empty, with a retry button. */
export function Failed({ text, onRetry }: { text: string; onRetry: () => void }) {
  return (
    <div className={classes.failed} role="alert">
      <Text size="sm" c="dimmed">{text}</Text>
      <Button variant="default" size="xs" onClick={onRetry}>{t('Try again')}</Button>
    </div>
  )
}

/** The arrow keys move through the links and buttons of a dropdown, as they would in a menu of actions. */
function moveByArrows(event: KeyboardEvent<HTMLElement>): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
  if (step === undefined) return
  event.preventDefault()
  const stops = [...event.currentTarget.querySelectorAll<HTMLElement>('a[href], button:not(:disabled)')]
  const at = stops.findIndex((stop) => stop === document.activeElement)
  stops.at((at + step + (at < 0 && step < 0 ? 1 : 0)) % stops.length)?.focus()
}
