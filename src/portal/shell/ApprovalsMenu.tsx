import { ActionIcon, Button, Divider, Indicator, Loader, Popover, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { approvalCountQuery, approvalEntriesQuery } from '../api/queries.ts'
import { Icon } from '../ui/icons.tsx'
import classes from './TopBar.module.css'

const MOST_SHOWN = 99

/** How many documents wait for this person, and which. */
export function ApprovalsMenu({ path }: { path: string }) {
  const [isOpen, setOpen] = useState(false)
  const count = useQuery(approvalCountQuery()).data
  const close = () => setOpen(false)
  return (
    <Popover opened={isOpen} onChange={setOpen} position="bottom-end" shadow="md" width="min(400px, calc(100vw - 24px))" trapFocus returnFocus>
      <Indicator label={shownCount(count)} disabled={!count} size={18} offset={6} color="error" zIndex={1}>
        <Popover.Target>
          <ActionIcon variant="subtle" color="gray" size={40} radius="xl" aria-label={labelOf(count)} data-approvals-count={count} onClick={() => setOpen(!isOpen)}>
            <Icon name="clipboard-check" size={21} />
          </ActionIcon>
        </Popover.Target>
      </Indicator>
      <Popover.Dropdown p={0} aria-label="Open approvals">
        <Text size="xs" c="dimmed" fw={550} px="md" pt="sm" pb={4}>Waiting for your decision</Text>
        <div className={classes.entries}>{isOpen && <OpenEntries onFollow={close} />}</div>
        <Divider />
        <Button component={Link} to={path} onClick={close} variant="subtle" fullWidth radius={0} leftSection={<Icon name="list" size={16} />}>All my approvals</Button>
      </Popover.Dropdown>
    </Popover>
  )
}

function OpenEntries({ onFollow }: { onFollow: () => void }) {
  const { data, isPending, isError } = useQuery({ ...approvalEntriesQuery({ scope: 'mine', status: 'Open' }), staleTime: 0 })
  if (isPending) return <Loader size="sm" m="md" aria-label="Loading" />
  if (isError) return <Text size="sm" c="dimmed" px="md" py="xs">The open approvals could not be loaded.</Text>
  if (data.length === 0) return <Text size="sm" c="dimmed" px="md" py="xs">Nothing is waiting for you.</Text>
  return (
    <ul className={classes.list}>
      {data.map((entry) => (
        <li key={entry.entryNo}>
          <Link to={entry.link} onClick={onFollow} className={classes.entry ?? ''}>
            <Text span size="xs" c="dimmed" className="dirisha-numeric">#{entry.entryNo}</Text>
            <span>
              <Text span size="sm" fw={550} display="block">{entry.documentNo}</Text>
              <Text span size="xs" c="dimmed">{entry.recordToApprove.split(':')[0]} · {entry.senderName}</Text>
            </span>
          </Link>
        </li>
      ))}
    </ul>
  )
}

function shownCount(count: number | undefined): string {
  if (count === undefined) return ''
  return count > MOST_SHOWN ? `${MOST_SHOWN}+` : String(count)
}

/** Until the count is known the button claims nothing. */
function labelOf(count: number | undefined): string {
  if (count === undefined) return 'Approvals'
  return count === 0 ? 'Approvals, none open' : `Approvals, ${count} open`
}
