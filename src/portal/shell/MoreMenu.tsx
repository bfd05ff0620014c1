import { Menu } from '@mantine/core'
import type { FloatingPosition } from '@mantine/core'
import { cloneElement } from 'react'
import { Link } from 'react-router-dom'
import { Icon } from '../ui/icons.tsx'
import { useOpening } from './on-demand.tsx'
import type { MenuProps } from './on-demand.tsx'
import classes from './MoreMenu.module.css'

/** An item that leads to a page or runs something. */
export type MoreItem = { label: string; icon: string; isDanger?: boolean } & ({ path: string } | { action: string; onPress: () => void })

export interface MoreMenuProps extends MenuProps { items: MoreItem[]; position?: FloatingPosition }

/** The items that do not fit in a bar or a row. */
export function MoreMenu({ button, items, position = 'top-start' }: MoreMenuProps) {
  const { ref, isOpen, setOpen } = useOpening()
  return (
    <Menu opened={isOpen} onChange={setOpen} position={position} withInitialFocusPlaceholder={false}>
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
