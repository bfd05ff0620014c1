import { Menu } from '@mantine/core'
import { cloneElement } from 'react'
import { Link } from 'react-router-dom'
import { Icon } from '../ui/icons.tsx'
import { useOpening } from './on-demand.tsx'
import type { MenuProps } from './on-demand.tsx'
import classes from './MoreMenu.module.css'

/** An item that leads to a page or runs something. */
export type MoreItem = { label: string; icon: string; isDanger?: boolean } & ({ path: string } | { action: string; onPress: () => void })

export interface MoreMenuProps extends MenuProps { items: MoreItem[] }

/** The items that do not fit in the bottom bar on a phone. */
export function MoreMenu({ button, items }: MoreMenuProps) {
  const { ref, isOpen, setOpen } = useOpening()
  return (
    <Menu opened={isOpen} onChange={setOpen} position="top-start" withInitialFocusPlaceholder={false}>
      <Menu.Target>{cloneElement(button, { ref })}</Menu.Target>
      <Menu.Dropdown>
        {items.map(({ label, icon, isDanger, ...item }) => {
          const look = { className: classes.item ?? '', leftSection: <Icon name={icon} size={16} />, ...(isDanger ? { color: 'error' } : {}) }
          return 'path' in item
            ? <Menu.Item key={item.path} {...look} component={Link} to={item.path}>{label}</Menu.Item>
            : <Menu.Item key={item.action} {...look} data-action={item.action} onClick={item.onPress}>{label}</Menu.Item>
        })}
      </Menu.Dropdown>
    </Menu>
  )
}
