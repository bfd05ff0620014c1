import { Group, Text } from '@mantine/core'
import type { ApprovalEntry, WireRecord } from '../../../../contract/index.ts'
import type { Tone } from '../../../../core/index.ts'
import { formatDate, formatDateTime, Icon, StatusBadge } from '../../../sdk.ts'
import classes from '../Card.module.css'

const LOOK: Record<ApprovalEntry['status'], { label: string; tone: Tone; icon: string }> = {
  Created: { label: 'Waiting', tone: 'neutral', icon: 'circle-dashed' },
  Open: { label: 'Pending Approval', tone: 'progress', icon: 'hourglass' },
  Approved: { label: 'Approved', tone: 'success', icon: 'circle-check' },
  Rejected: { label: 'Rejected', tone: 'danger', icon: 'circle-x' },
  Canceled: { label: 'Canceled', tone: 'neutral', icon: 'ban' },
  Delegated: { label: 'Delegated', tone: 'info', icon: 'user-share' },
}

/** Who decides or decided, in order: step, person, when, and what they said. Canceled entries are hidden. */
export function ApprovalsSection({ record }: { record: WireRecord | undefined }) {
  const entries = entriesOf(record)
  if (entries.length === 0) return <Text size="sm" c="dimmed">No approval entries yet.</Text>
  return (
    <ol className={classes.entries}>
      {entries.map((entry) => <Entry key={entry.entryNo} entry={entry} />)}
    </ol>
  )
}

/** The record's approval entries, without the canceled ones. */
export function entriesOf(record: WireRecord | undefined): ApprovalEntry[] {
  const given = record?.['approvalEntry'] ?? record?.['approvalEntries']
  return (Array.isArray(given) ? (given as unknown as ApprovalEntry[]) : []).filter((entry) => entry.status !== 'Canceled')
}

function Entry({ entry }: { entry: ApprovalEntry }) {
  const look = LOOK[entry.status]
  const comments = entry.approvalComments ?? []
  return (
    <li className={classes.entry} data-status={entry.status}>
      <span className={classes.dot} data-tone={look.tone}><Icon name={look.icon} size={17} /></span>
      <div>
        <Group gap="xs">
          <Text size="sm" fw={600}>{entry.approverName || entry.approverID}</Text>
          <StatusBadge label={look.label} tone={look.tone} icon={look.icon} />
        </Group>
        <Text size="sm" c="dimmed">{[entry.stepTitle, whenOf(entry), entry.onBehalfOf ? `for ${entry.onBehalfOf}` : ''].filter(Boolean).join(' · ')}</Text>
        {comments.map((comment, index) => <blockquote key={index} className={classes.comment}>{comment.comment}</blockquote>)}
      </div>
    </li>
  )
}

function whenOf(entry: ApprovalEntry): string {
  if (entry.decidedAt) return formatDateTime(entry.decidedAt)
  if (entry.status !== 'Open') return ''
  const sent = entry.dateTimeSentForApproval ? `since ${formatDateTime(entry.dateTimeSentForApproval)}` : ''
  return [sent, entry.dueDate ? `due ${formatDate(entry.dueDate)}` : ''].filter(Boolean).join(', ')
}
