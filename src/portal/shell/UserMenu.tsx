import { Avatar, Menu, Text, UnstyledButton } from '@mantine/core'
import { Link } from 'react-router-dom'
import { initials } from '../ui/format.ts'
import { Icon } from '../ui/icons.tsx'
import { usePortal } from './portal-context.ts'
import { useSignOut } from './use-sign-out.ts'

/** The person's initials, and what is theirs. */
export function UserMenu({ approvals }: { approvals: string | undefined }) {
  const { user } = usePortal()
  const signOut = useSignOut()
  return (
    <Menu position="bottom-end" shadow="md" width={240}>
      <Menu.Target>
        <UnstyledButton aria-label={`Account of ${user.name}`} style={{ borderRadius: '50%' }}>
          <Avatar radius="xl" size={38} color="primary" variant="filled" alt="">{initials(user.name)}</Avatar>
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <div style={{ padding: '8px 12px' }}>
          <Text size="sm" fw={600} truncate>{user.name}</Text>
          <Text size="xs" c="dimmed" truncate>{user.email}</Text>
        </div>
        <Menu.Divider />
        {approvals !== undefined && <Menu.Item component={Link} to={approvals} leftSection={<Icon name="clipboard-check" size={16} />}>My Approvals</Menu.Item>}
        <Menu.Item component={Link} to="/security" leftSection={<Icon name="lock-open" size={16} />}>Security</Menu.Item>
        <Menu.Item onClick={signOut} leftSection={<Icon name="logout" size={16} />}>Logout</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
