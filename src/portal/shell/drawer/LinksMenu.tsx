import { Menu } from '@mantine/core'
import { cloneElement } from 'react'
import { Link } from 'react-router-dom'
import type { ResolvedMenuEntry } from '../../../core/index.ts'
import { Icon } from '../../ui/icons.tsx'
import { menuPath, NEW_TAB, withSubs } from '../menu-path.ts'
import { useOpening } from '../on-demand.tsx'
import type { MenuProps } from '../on-demand.tsx'
import { usePortal } from '../portal-context.ts'

interface LinksMenuProps extends MenuProps { title: string; entries: ResolvedMenuEntry[] }

/** The links below an entry of the narrow drawer. */
export function LinksMenu({ button, title, entries }: LinksMenuProps) {
  const { bootstrap, caption } = usePortal()
  const { ref, isOpen, setOpen } = useOpening()
  return (
    <Menu opened={isOpen} onChange={setOpen} position="right-start" shadow="md" withInitialFocusPlaceholder={false}>
      <Menu.Target>{cloneElement(button, { ref })}</Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{title}</Menu.Label>
        {withSubs(entries).map((entry) => {
          if (entry.url !== undefined) return <Menu.Item key={entry.id} component="a" href={entry.url} {...NEW_TAB} rightSection={<Icon name="external-link" size={14} />}>{caption(entry.title)}</Menu.Item>
          const to = menuPath(entry, bootstrap.pages)
          return to === undefined ? null : <Menu.Item key={entry.id} component={Link} to={to}>{caption(entry.title)}</Menu.Item>
        })}
      </Menu.Dropdown>
    </Menu>
  )
}
