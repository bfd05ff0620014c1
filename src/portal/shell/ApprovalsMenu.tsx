import { ActionIcon, Indicator, Loader, Menu, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { approvalCountQuery, approvalEntriesQuery } from '../api/queries.ts'
import { Icon } from '../ui/icons.tsx'

/** How many documents wait for this person, and which. */
export function ApprovalsMenu({ path }: { path: string }) {
  const [isOpen, setOpen] = useState(false)
  const count = useQuery(approvalCountQuery()).data ?? 0
  const label = count === 0 ? 'Approvals, none open' : `Approvals, ${count} open`
  return (
    <Menu opened={isOpen} onChange={setOpen} position="bottom-end" shadow="md" width="min(400px, calc(100vw - 24px))">
      <Indicator label={count > 99 ? '99+' : count} disabled={count === 0} size={18} offset={6} color="error" zIndex={1}>
        <Menu.Target>
          <ActionIcon variant="subtle" color="gray" size={40} radius="xl" aria-label={label} data-approvals-count={count}>
            <Icon name="clipboard-check" size={21} />
          </ActionIcon>
        </Menu.Target>
      </Indicator>
      <Menu.Dropdown>
        <Menu.Label>Waiting for your decision</Menu.Label>
        <div style={{ maxHeight: '50vh', overflowY: 'auto' }} role="none">{isOpen && <OpenEntries />}</div>
        <Menu.Divider />
        <Menu.Item component={Link} to={path} leftSection={<Icon name="list" size={16} />}>All my approvals</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}

function OpenEntries() {
  const { data, isPending, isError } = useQuery({ ...approvalEntriesQuery({ scope: 'mine', status: 'Open' }), staleTime: 0 })
  if (isPending) return <Loader size="sm" m="md" aria-label="Loading" />
  if (isError) return <Text size="sm" c="dimmed" px="sm" py="xs">The open approvals could not be loaded.</Text>
  if (data.length === 0) return <Text size="sm" c="dimmed" px="sm" py="xs">Nothing is waiting for you.</Text>
  return data.map((entry) => (
    <Menu.Item key={entry.entryNo} component={Link} to={entry.link} leftSection={<Text span size="xs" c="dimmed" className="dirisha-numeric">#{entry.entryNo}</Text>}>
      <Text span size="sm" fw={550} display="block">{entry.documentNo}</Text>
      <Text span size="xs" c="dimmed">{entry.recordToApprove.split(':')[0]} · {entry.senderName}</Text>
    </Menu.Item>
  ))
}
