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
      {entries.map((entry, index) => <Entry key={entry.entryNo} entry={entry} state={state} manifest={manifest} hasComments={hasComments} choice={choiceFrom(entries, index)} />)}
    </ol>
  )
}

/** How many of the entries that begin here decide, where several people are asked in a step and not all of them have to approve. */
function choiceFrom(entries: ApprovalEntry[], index: number): string {
  const isOfStep = (one: ApprovalEntry | undefined): boolean => one !== undefined && !one.decidedAt && one.sequenceNo === entries[index]?.sequenceNo && one.stepTitle === entries[index].stepTitle && one.stage === entries[index].stage
  const { needs } = entries[index] ?? {}
  if (needs === undefined || !isOfStep(entries[index]) || isOfStep(entries[index - 1]) || needs >= entries.filter(isOfStep).length) return ''
  return needs === 1 ? t('One of these decides:') : t('{count} of these decide:', { count: needs })
}

interface EntryProps { entry: ApprovalEntry; state: unknown; manifest: ClientManifest; hasComments: boolean; choice: string }

function Entry({ entry, state, manifest, hasComments, choice }: EntryProps) {
  const { label, tone } = entryAppearance(manifest, entry.status, typeof state === 'string' ? state : '')
  const comments = hasComments ? (entry.approvalComments ?? []) : []
  return (
    <li className={classes.entry} data-status={entry.status}>
      <span className={classes.dot} data-tone={tone}><Icon name={ICONS[entry.status]} size={17} /></span>
      <div>
        {choice !== '' && <Text size="sm" c="dimmed">{choice}</Text>}
        <Group gap="xs">
          <Text size="sm" fw={600}>{entry.approverName || entry.approverID}</Text>
          <StatusBadge label={label} tone={tone} icon={ICONS[entry.status]} />
        </Group>
        <Text size="sm" c="dimmed">{[entry.stage, entry.stepTitle, whenOf(entry), entry.onBehalfOf ? t('for {name}', { name: entry.onBehalfOf }) : ''].filter(Boolean).join(' · ')}</Text>
        <Text size="sm" c="dimmed" className={classes.reference}>{[t('Entry {no}', { no: entry.entryNo }), entry.approverName && entry.approverID, entry.approverEmail].filter(Boolean).join(' · ')}</Text>
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
