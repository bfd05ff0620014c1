import { ActionIcon, Burger, Group, Text, Tooltip, useComputedColorScheme, useMantineColorScheme } from '@mantine/core'
import { Icon } from '../ui/icons.tsx'
import { ApprovalsMenu } from './ApprovalsMenu.tsx'
import { approvalsPath } from './links.ts'
import { usePortal } from './portal-context.ts'
import { UserMenu } from './UserMenu.tsx'

/** Title, what waits for a decision, who is signed in. */
export function TopBar({ isDrawerOpen, onToggleDrawer }: { isDrawerOpen: boolean; onToggleDrawer: () => void }) {
  const { bootstrap, user } = usePortal()
  const approvals = approvalsPath(bootstrap.pages)
  return (
    <Group h="100%" px={{ base: 'sm', md: 'lg' }} justify="space-between" wrap="nowrap">
      <Group gap="sm" wrap="nowrap">
        <Burger opened={isDrawerOpen} onClick={onToggleDrawer} hiddenFrom="md" size="sm" aria-label={isDrawerOpen ? 'Close menu' : 'Open menu'} />
        <Text fw={700} fz="lg" style={{ letterSpacing: '0.06em' }}>ESS</Text>
      </Group>
      <Group gap={6} wrap="nowrap">
        {approvals !== undefined && <ApprovalsMenu path={approvals} />}
        <SchemeToggle />
        <Text size="sm" c="dimmed" visibleFrom="sm" mx={6} truncate maw={260}>Welcome, {user.name}</Text>
        <UserMenu approvals={approvals} />
      </Group>
    </Group>
  )
}

function SchemeToggle() {
  const { setColorScheme } = useMantineColorScheme()
  const scheme = useComputedColorScheme('light')
  const next = scheme === 'dark' ? 'light' : 'dark'
  const label = next === 'dark' ? 'Dark colours' : 'Light colours'
  return (
    <Tooltip label={label}>
      <ActionIcon variant="subtle" color="gray" size={40} radius="xl" aria-label={label} onClick={() => setColorScheme(next)}>
        <Icon name={next === 'dark' ? 'moon' : 'sun'} size={20} />
      </ActionIcon>
    </Tooltip>
  )
}
