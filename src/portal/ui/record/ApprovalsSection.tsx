import { Group, Text } from '@mantine/core'
import type { ApprovalEntry, ClientManifest, WireRecord } from '../../../contract/index.ts'
import { entryAppearance, t } from '../../../core/index.ts'
import { formatDate, formatDateTime } from '../format.ts'
import { Icon } from '../icons.tsx'
import { StatusBadge } from '../StatusBadge.tsx'
import { fromWire } from '../../form/wire.ts'
import { entriesOf } from './approval-entries.ts'
import classes from './Record.module.css'

const ICONS: Record<ApprovalEntry['status'], string> = { Created: 'circle-dashed', Open: 'hourglass', Approved: 'circle-check', Rejected: 'circle-x', Canceled: 'ban', Delegated: 'user-share' }

/** The approval entries in order: step, approver, time and comments. Canceled entries are hidden. */
export function ApprovalsSection({ record, manifest, hasComments = true }: { record: WireRecord | undefined; manifest: ClientManifest; hasComments?: boolean }) {
  const entries = entriesOf(record)
  const state = record && fromWire(manifest, record)[manifest.stateField]
  if (entries.length === 0) return <Text size="sm" c="dimmed">{t('No approval entries yet.')}</Text>
  return (
    <ol className={classes.entries}>
      {entries.map((entry) => <Entry key={entry.entryNo} entry={entry} state={state} manifest={manifest} hasComments={hasComments} />)}
    </ol>
  )
}

interface EntryProps { entry: ApprovalEntry; state: unknown; manifest: ClientManifest; hasComments: boolean }

function Entry({ entry, state, manifest, hasComments }: EntryProps) {
  const { label, tone } = entryAppearance(manifest, entry.status, typeof state === 'string' ? state : '')
  const comments = hasComments ? (entry.approvalComments ?? []) : []
  return (
    <li className={classes.entry} data-status={entry.status}>
      <span className={classes.dot} data-tone={tone}><Icon name={ICONS[entry.status]} size={17} /></span>
      <div>
        <Group gap="xs">
          <Text size="sm" fw={600}>{entry.approverName || entry.approverID}</Text>
          <StatusBadge label={label} tone={tone} icon={ICONS[entry.status]} />
        </Group>
        <Text size="sm" c="dimmed">{[entry.stage, entry.stepTitle, whenOf(entry), entry.onBehalfOf ? t('for {name}', { name: entry.onBehalfOf }) : ''].filter(Boolean).join(' · ')}</Text>
        {comments.map((comment, index) => <blockquote key={index} className={classes.comment}>{comment.comment}</blockquote>)}
      </div>
    </li>
  )
}

function whenOf(entry: ApprovalEntry): string {
  if (entry.decidedAt) return formatDateTime(entry.decidedAt)
  if (entry.status !== 'Open') return ''
  const sent = entry.dateTimeSentForApproval ? t('since {when}', { when: formatDateTime(entry.dateTimeSentForApproval) }) : ''
  return [sent, entry.dueDate ? t('due {date}', { date: formatDate(entry.dueDate) }) : ''].filter(Boolean).join(', ')
}
