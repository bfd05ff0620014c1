import { Burger, Button, Group, Text } from '@mantine/core'
import type { RefObject } from 'react'
import { Link, useLocation } from 'react-router-dom'
import { t } from '../../../core/index.ts'
import { Icon } from '../../ui/icons.tsx'
import { approvalsPath } from '../links.ts'
import { menuPath, withSubs } from '../menu-path.ts'
import { usePortal } from '../portal-context.ts'
import { isOfAccount } from '../trail.ts'
import type { Area } from '../use-area.ts'
import { AccountButton } from './AccountButton.tsx'
import { ApprovalsButton, NotificationsButton } from './CountButtons.tsx'
import { MenuTabs } from './MenuTabs.tsx'
import { SchemeToggle } from './SchemeToggle.tsx'
import { SearchButton } from './SearchButton.tsx'
import classes from './TopBar.module.css'

interface TopBarProps { area: Area; burger: RefObject<HTMLButtonElement | null>; isDrawerOpen: boolean; onToggleDrawer: () => void }

/** Title, shortcuts, counts and the account menu. */
export function TopBar({ area, burger, isDrawerOpen, onToggleDrawer }: TopBarProps) {
  const { bootstrap, user, caption } = usePortal()
  const approvals = approvalsPath(bootstrap.pages)
  const admin = useAdminPortal(area)
  const address = useLocation()
  const buttons = withSubs(area.menu).flatMap((entry) => {
    const path = entry.topBar === undefined ? undefined : menuPath(entry, bootstrap.pages)
    return path === undefined ? [] : [{ id: entry.id, title: caption(entry.title), path, icon: entry.icon }]
  })
  return (
    <Group h="100%" px={{ base: 'sm', md: 'lg' }} gap="md" justify="space-between" wrap="nowrap">
      <Group gap="sm" wrap="nowrap" className={classes.start ?? ''}>
        <Burger ref={burger} opened={isDrawerOpen} onClick={onToggleDrawer} hiddenFrom="md" size="sm" aria-label={isDrawerOpen ? t('Close menu') : t('Open menu')} />
        <Text fw={700} fz="lg" style={{ letterSpacing: '0.06em' }}>{t('ESS')}</Text>
        {user.is_navuser && <MenuTabs menu={area.menu} chain={area.chain} />}
      </Group>
      <Group gap={6} wrap="nowrap" className={classes.end ?? ''}>
        {buttons.map(({ id, title, path, icon }) => <Button key={id} component={Link} to={path} variant="subtle" size="sm" visibleFrom="md" leftSection={<Icon name={icon} size={17} />}>{title}</Button>)}
        {admin && <Button component={Link} to={admin.path} variant="light" size="sm" visibleFrom="sm">{admin.label}</Button>}
        <SearchButton isSmall={user.is_navuser} />
        {approvals !== undefined && <ApprovalsButton path={approvals} />}
        <NotificationsButton />
        <SchemeToggle />
        <Text size="sm" c="dimmed" visibleFrom="lg" mx={6} truncate maw={260}>{t('Welcome, {name}', { name: user.name })}</Text>
        <AccountButton isHere={isOfAccount(bootstrap.pages, address)} approvals={approvals} admin={admin} />
      </Group>
    </Group>
  )
}

/**
 * The link to the administration and back. A user with a single menu for both also gets the button, unless the administration is their home
 * page.
 */
function useAdminPortal({ other }: Area): { label: string; path: string } | undefined {
  const { administration, home } = usePortal().bootstrap
  if (other) return other
  return administration === null || administration === home ? undefined : { label: t('Admin Portal'), path: administration }
}
