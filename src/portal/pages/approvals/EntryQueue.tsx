import { ActionIcon, Button, VisuallyHidden } from '@mantine/core'
import type { MouseEvent } from 'react'
import { Link, useNavigate } from 'react-router-dom'
import { t } from '../../../core/index.ts'
import type { ApprovalEntry } from '../../../contract/index.ts'
import { usePortal } from '../../shell/portal-context.ts'
import { formatDate, formatDateTime } from '../../ui/format.ts'
import { Icon } from '../../ui/icons.tsx'
import { StatusBadge } from '../../ui/StatusBadge.tsx'
import { ago } from '../../ui/ago.ts'
import { Delegator, EntriesBox, EntryBox, titleOf } from './EntryParts.tsx'
import { DUE_GROUPS, dueGroup, dueText } from '../../ui/due.ts'
import { entryPath } from './entries.ts'
import { extentText } from './totals.ts'
import type { Selection } from './use-selection.ts'
import classes from './Queue.module.css'

interface QueueProps {
  entries: ApprovalEntry[]
  selection: Selection
  /** The entry that is shown beside the queue, if there is room for it. */
  shown: ApprovalEntry | undefined
  isSplit: boolean
  onCome: (entry: ApprovalEntry) => void
  onApprove: (entry: ApprovalEntry) => void
  onReject: (entry: ApprovalEntry) => void
  /** Lists the keys. */
  onHelp: () => void
}

/** What waits for a decision: what is overdue first, each document in two lines. */
export function EntryQueue({ entries, onHelp, ...rest }: QueueProps) {
  const { today } = usePortal()
  const { selection } = rest
  const groups = DUE_GROUPS.map(({ group, title }) => ({ group, title, entries: entries.filter((entry) => dueGroup(entry, today) === group) })).filter((one) => one.entries.length > 0)
  return (
    <div className={classes.queue} data-split={rest.isSplit || undefined}>
      {groups.map((one, index) => (
        <section key={one.group} aria-label={one.title}>
          <div className={classes.group} data-group={one.group}>
            <EntriesBox entries={one.entries} selection={selection} label={t('Select all of one type: {group}', { group: one.title })} />
            <h2 className={classes.heading}>{one.title} <span className={classes.count}>({one.entries.length})</span></h2>
            {index === 0 && <ActionIcon className={classes.help ?? ''} variant="subtle" color="gray" size={28} aria-label={t('Keys')} title={t('Keys (?)')} onClick={onHelp}>?</ActionIcon>}
          </div>
          <ul className={classes.rows}>{one.entries.map((entry) => <Row key={entry.entryNo} entry={entry} {...rest} />)}</ul>
        </section>
      ))}
    </div>
  )
}

function Row({ entry, selection, shown, isSplit, onCome, onApprove, onReject }: Omit<QueueProps, 'entries' | 'onHelp'> & { entry: ApprovalEntry }) {
  const navigate = useNavigate()
  const { bootstrap } = usePortal()
  const path = entryPath(bootstrap.pages, entry, 'decision')
  const open = (event: MouseEvent): void => {
    if (event.target instanceof Element && event.target.closest('button, input, label') !== null) return
    if (!isSplit) return void (event.target instanceof Element && event.target.closest('a') === null && navigate(path))
    if (event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    onCome(entry)
  }
  return (
    <li className={classes.row} tabIndex={0} data-entry={entry.entryNo} data-chosen={selection.isChosen(entry) || undefined} aria-current={isSplit && entry === shown ? 'true' : undefined}
      onClick={open} onKeyDown={(event) => event.key === 'Enter' && event.target === event.currentTarget && void navigate(path)}>
      <EntryBox entry={entry} selection={selection} />
      <div className={classes.words}>
        <div className={classes.first} data-extent={entry.amount === undefined || undefined}>
          <Link to={path} className={classes.purpose ?? ''}>{entry.purpose ?? titleOf(entry)}</Link>
          <span className={`${classes.amount ?? ''} dirisha-numeric`}>{extentText(entry)}</span>
        </div>
        <Facts entry={entry} />
      </div>
      {entry.status === 'Open' && (
        <div className={classes.buttons}>
          <Button size="compact-sm" variant="default" leftSection={<Icon name="x" size={15} />} onClick={() => onReject(entry)}>{t('Reject')}<VisuallyHidden> {entry.documentNo}</VisuallyHidden></Button>
          <Button size="compact-sm" variant="light" leftSection={<Icon name="check" size={15} />} onClick={() => onApprove(entry)}>{t('Approve')}<VisuallyHidden> {entry.documentNo}</VisuallyHidden></Button>
        </div>
      )}
    </li>
  )
}

/** The second line: which document, whose, since when, and when it is due. */
function Facts({ entry }: { entry: ApprovalEntry }) {
  const { today } = usePortal()
  return (
    <div className={classes.second}>
      <span className={classes.facts}>
        {entry.asked && <><StatusBadge {...entry.asked} />{' '}</>}
        {titleOf(entry)} · <span className={classes.whole}>{entry.documentNo}</span> · <span className={classes.whole}>{entry.senderName}</span><span className={classes.sent} title={formatDateTime(entry.dateTimeSentForApproval)}> · {t('sent {when}', { when: ago(entry.dateTimeSentForApproval, Date.now()) })}</span>
        {entry.onBehalfOf !== null && <> · <Delegator entry={entry} /></>}
      </span>
      <span className={classes.due} data-late={dueGroup(entry, today) === 'overdue' || undefined} title={formatDate(entry.dueDate)}>{dueText(entry, today)}</span>
    </div>
  )
}
