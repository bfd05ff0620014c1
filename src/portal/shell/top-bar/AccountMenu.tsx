import { Menu, Text } from '@mantine/core'
import { cloneElement } from 'react'
import { Link } from 'react-router-dom'
import { t } from '../../../core/index.ts'
import { Icon } from '../../ui/icons.tsx'
import { useOpening } from '../on-demand.tsx'
import type { MenuProps } from '../on-demand.tsx'
import { usePortal } from '../portal-context.ts'
import { useSignOut } from '../use-sign-out.ts'

interface AccountMenuProps extends MenuProps { approvals: string | undefined; /** On a phone, where it does not fit in the top bar. */ admin: { label: string; path: string } | undefined }

/** The current user's account menu. */
export function AccountMenu({ button, approvals, admin }: AccountMenuProps) {
  const { user, actor, bootstrap } = usePortal()
  const statement = actor.employee === undefined ? undefined : Object.values(bootstrap.pages).find((page) => page.screen === 'statement')?.path
  const signOut = useSignOut()
  const { ref, isOpen, setOpen } = useOpening()
  return (
    <Menu opened={isOpen} onChange={setOpen} position="bottom-end" shadow="md" width={240} withInitialFocusPlaceholder={false}>
      <Menu.Target>{cloneElement(button, { ref })}</Menu.Target>
      <Menu.Dropdown>
        <div style={{ padding: '8px 12px' }}>
          <Text size="sm" fw={600} truncate>{user.name}</Text>
          <Text size="xs" c="dimmed" truncate>{user.email}</Text>
        </div>
        <Menu.Divider />
        {admin && <Menu.Item component={Link} to={admin.path} hiddenFrom="sm" leftSection={<Icon name="settings" size={16} />}>{admin.label}</Menu.Item>}
        {approvals !== undefined && <Menu.Item component={Link} to={approvals} leftSection={<Icon name="clipboard-check" size={16} />}>{t('My Approvals')}</Menu.Item>}
        {statement !== undefined && <Menu.Item component={Link} to={statement} leftSection={<Icon name="receipt" size={16} />}>{t('My Statements')}</Menu.Item>}
        <Menu.Item component={Link} to="/notifications" leftSection={<Icon name="bell" size={16} />}>{t('Notifications')}</Menu.Item>
        <Menu.Item component={Link} to="/security" leftSection={<Icon name="lock-open" size={16} />}>{t('Security')}</Menu.Item>
        <Menu.Item onClick={signOut} leftSection={<Icon name="logout" size={16} />}>{t('Logout')}</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
