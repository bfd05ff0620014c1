import { Button, Divider, Loader, Popover, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { cloneElement } from 'react'
import { Link } from 'react-router-dom'
import { approvalEntriesQuery } from '../../api/queries.ts'
import { Icon } from '../../ui/icons.tsx'
import { useOpening } from '../on-demand.tsx'
import type { MenuProps } from '../on-demand.tsx'
import { moveByArrows } from './move-by-arrows.ts'
import classes from './TopBar.module.css'

/** The documents that wait for this person, and the way to each. */
export function ApprovalsMenu({ button, path }: MenuProps & { path: string }) {
  const { ref, isOpen, setOpen } = useOpening()
  const close = () => setOpen(false)
  return (
    <Popover opened={isOpen} onChange={setOpen} position="bottom-end" shadow="md" width="min(400px, calc(100vw - 24px))" trapFocus returnFocus>
      <Popover.Target>{cloneElement(button, { ref, onClick: () => setOpen(!isOpen) })}</Popover.Target>
      <Popover.Dropdown p={0} onKeyDown={moveByArrows}>
        <Text size="xs" c="dimmed" fw={550} px="md" pt="sm" pb={4}>Waiting for your decision</Text>
        <div className={classes.entries}>{isOpen && <OpenEntries onFollow={close} />}</div>
        <Divider />
        <Button component={Link} to={path} onClick={close} variant="subtle" fullWidth radius={0} leftSection={<Icon name="list" size={16} />}>All my approvals</Button>
      </Popover.Dropdown>
    </Popover>
  )
}

function OpenEntries({ onFollow }: { onFollow: () => void }) {
  const { data, isPending, isError, refetch } = useQuery({ ...approvalEntriesQuery({ scope: 'mine', status: 'Open' }), staleTime: 0 })
  if (isPending) return <Loader size="sm" m="md" aria-label="Loading" />
  if (isError) return <Failed text="The open approvals could not be loaded." onRetry={() => void refetch()} />
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

/** Why a menu is empty, with another try. */
export function Failed({ text, onRetry }: { text: string; onRetry: () => void }) {
  return (
    <div className={classes.failed} role="alert">
      <Text size="sm" c="dimmed">{text}</Text>
      <Button variant="default" size="xs" onClick={onRetry}>Try again</Button>
    </div>
  )
}
