import { ActionIcon, Group, Menu, NavLink, ScrollArea, Stack, Text, Tooltip, UnstyledButton } from '@mantine/core'
import { useEffect, useState } from 'react'
import { Link, useLocation } from 'react-router-dom'
import type { ResolvedMenuEntry } from '../../core/index.ts'
import { Icon } from '../ui/icons.tsx'
import { Brand } from './Brand.tsx'
import { menuPath } from './menu-path.ts'
import { usePortal } from './portal-context.ts'
import { useAnalytics } from './use-analytics.ts'
import { useSignOut } from './use-sign-out.ts'
import classes from './Navigation.module.css'

interface NavigationProps { isMini: boolean; onToggleMini: () => void; onClose: () => void }

/** The left drawer: whose portal this is, where one can go, and the way out. */
export function Navigation({ isMini, onToggleMini, onClose }: NavigationProps) {
  const { bootstrap, user } = usePortal()
  const signOut = useSignOut()
  const analytics = useAnalytics()
  return (
    <div className={classes.root} data-mini={isMini || undefined}>
      <Group className={classes.head ?? ''} wrap="nowrap" gap="sm">
        <Brand isMini={isMini} email={user.email} />
        <ActionIcon variant="subtle" color="gray" hiddenFrom="md" size={44} onClick={onClose} aria-label="Close menu"><Icon name="x" /></ActionIcon>
      </Group>
      <ScrollArea className={classes.scroll ?? ''} type="auto" scrollbarSize={6}>
        <Stack component="nav" gap={2} aria-label="Pages" className={classes.list ?? ''}>
          {bootstrap.menu.map((entry) => (isMini ? <MiniEntry key={entry.id} entry={entry} /> : <Entry key={entry.id} entry={entry} depth={0} />))}
        </Stack>
      </ScrollArea>
      <div className={classes.foot}>
        {analytics && <FootButton isMini={isMini} icon="chart-bar" label="Analytics" onClick={analytics} />}
        <FootButton isMini={isMini} icon="logout" label="Logout" onClick={signOut} />
        <FootButton isMini={isMini} icon={isMini ? 'chevron-right' : 'chevron-left'} label={isMini ? 'Expand menu' : 'Collapse menu'} onClick={onToggleMini} wideOnly />
      </div>
    </div>
  )
}

function Entry({ entry, depth }: { entry: ResolvedMenuEntry; depth: number }) {
  const { bootstrap, caption } = usePortal()
  const { pathname } = useLocation()
  const path = menuPath(entry, bootstrap.pages)
  const isWithin = leadsTo(entry, pathname, bootstrap.pages)
  const [isOpen, setOpen] = useState(isWithin)
  // Arriving somewhere opens what leads there; leaving closes nothing.
  useEffect(() => {
    if (isWithin) setOpen(true)
  }, [isWithin])
  const icon = depth === 0 ? <Icon name={entry.icon} fallback="folder" size={20} /> : <span className={classes.dot} />
  if (entry.subs.length === 0) {
    if (path === undefined) return null
    const active = isActive(path, pathname)
    return <NavLink component={Link} to={path} label={caption(entry.title)} leftSection={icon} active={active} aria-current={active ? 'page' : undefined} className={classes.link ?? ''} />
  }
  return (
    <NavLink
      component="button" type="button" label={caption(entry.title)} leftSection={icon} opened={isOpen} onChange={setOpen} aria-expanded={isOpen} childrenOffset={12}
      rightSection={<Icon name="chevron-right" size={15} />} className={classes.link ?? ''} data-within={(!isOpen && isWithin) || undefined}
    >
      {entry.subs.map((sub) => <Entry key={sub.id} entry={sub} depth={depth + 1} />)}
    </NavLink>
  )
}

/** Icon only: the caption is a tooltip, entries beneath open beside it. */
function MiniEntry({ entry }: { entry: ResolvedMenuEntry }) {
  const { bootstrap, caption } = usePortal()
  const { pathname } = useLocation()
  const title = caption(entry.title)
  const path = menuPath(entry, bootstrap.pages)
  const active = leadsTo(entry, pathname, bootstrap.pages) || undefined
  const icon = <Icon name={entry.icon} fallback="folder" size={22} />
  if (entry.subs.length === 0) {
    if (path === undefined) return null
    return <Tooltip label={title} position="right"><Link to={path} className={classes.mini} aria-label={title} data-active={active}>{icon}</Link></Tooltip>
  }
  return (
    <Menu position="right-start" withinPortal shadow="md">
      <Menu.Target><UnstyledButton className={classes.mini ?? ''} aria-label={title} data-active={active}>{icon}</UnstyledButton></Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{title}</Menu.Label>
        {flatten(entry.subs).map((sub) => {
          const to = menuPath(sub, bootstrap.pages)
          return to === undefined ? null : <Menu.Item key={sub.id} component={Link} to={to}>{caption(sub.title)}</Menu.Item>
        })}
      </Menu.Dropdown>
    </Menu>
  )
}

function FootButton({ isMini, icon, label, onClick, wideOnly }: { isMini: boolean; icon: string; label: string; onClick: () => void; wideOnly?: boolean }) {
  return (
    <Tooltip label={label} position="right" disabled={!isMini}>
      <UnstyledButton className={classes.footButton ?? ''} onClick={onClick} aria-label={label} {...(wideOnly ? { visibleFrom: 'md' as const } : {})}>
        <Icon name={icon} size={20} />
        {!isMini && <Text span size="sm">{label}</Text>}
      </UnstyledButton>
    </Tooltip>
  )
}

function flatten(entries: ResolvedMenuEntry[]): ResolvedMenuEntry[] {
  return entries.flatMap((entry) => [entry, ...flatten(entry.subs)])
}

function leadsTo(entry: ResolvedMenuEntry, pathname: string, pages: Parameters<typeof menuPath>[1]): boolean {
  return flatten([entry]).some((each) => {
    const path = menuPath(each, pages)
    return path !== undefined && isActive(path, pathname)
  })
}

/** A card belongs to its list: /x/form and /x/card/1 light up /x/list. */
function isActive(path: string, pathname: string): boolean {
  if (pathname === path) return true
  if (pathname.startsWith(`${path}/`)) return true
  return path.endsWith('/list') && pathname.startsWith(path.slice(0, -'list'.length))
}
