import { Checkbox } from '@mantine/core'
import type { ReactNode } from 'react'
import { entryStatusText, t } from '../../../core/index.ts'
import type { ApprovalEntry } from '../../../contract/index.ts'
import { formatDate, formatDateTime, truncate } from '../../ui/format.ts'
import type { Selection } from './use-selection.ts'
import classes from './ApprovalsPage.module.css'
import { dueText } from '../../ui/due.ts'
import { StatusBadge } from '../../ui/StatusBadge.tsx'
import { Sentence } from '../../ui/Sentence.tsx'

/** The document type's title, taken from the entry. */
export function titleOf(entry: ApprovalEntry): string {
  return entry.recordToApprove.split(':')[0] ?? entry.documentType
}

/** The summary fields that the manifest shows to approvers. */
export function Summary({ entry, due }: { entry: ApprovalEntry; due?: ReactNode }) {
  // The sender is shown elsewhere.
  const parts = entry.summary.filter((part) => part.value !== '' && part.value !== entry.senderName)
  if (parts.length === 0 && due === undefined) return null
  return (
    <dl className={classes.summary}>
      {parts.map((part) => (
        <div key={part.label}>
          <dt>{part.label}</dt>
          <dd>{valueOf(part)}</dd>
        </div>
      ))}
      {due !== undefined && <div><dt>{t('Due')}</dt><dd>{due}</dd></div>}
    </dl>
  )
}

/** A value as display text. */
export function valueOf({ value, format, truncate: max }: { value: string; format?: 'date' | 'date-time'; truncate?: number }): string {
  if (value === '') return ''
  if (format === 'date') return formatDate(value)
  if (format === 'date-time') return formatDateTime(value)
  return max === undefined ? value : truncate(value, max)
}

/** The due date, highlighted when overdue. */
export function Due({ entry, today }: { entry: ApprovalEntry; today: string }) {
  const isLate = entry.status === 'Open' && entry.dueDate !== '' && entry.dueDate.slice(0, 10) < today
  return isLate ? <span className={classes.late}><Sentence text="{date}, {late}" date={<span className={classes.short}>{formatDate(entry.dueDate)}</span>} late={<span className={classes.short}>{dueText(entry, today)}</span>} /></span> : <span className={classes.short}>{formatDate(entry.dueDate) || '–'}</span>
}

/** The person on whose behalf the current user decides or decided. */
export function Delegator({ entry }: { entry: ApprovalEntry }) {
  return entry.onBehalfOf === null ? null : <span className={classes.muted}>{t('on behalf of {name}', { name: entry.onBehalfName ?? entry.onBehalfOf })}</span>
}

/** Selects the entry for bulk approval. */
export function EntryBox({ entry, selection }: { entry: ApprovalEntry; selection: Selection }) {
  return <Checkbox aria-label={t('Select {number}', { number: entry.documentNo })} checked={selection.isChosen(entry)} disabled={entry.status !== 'Open'} onChange={() => selection.toggle(entry)} onClick={(event) => event.stopPropagation()} />
}

/**
 * The status of an approval entry as a badge in the manifest's colour, or without a colour if the server sends none. An open entry is shown
 * as pending.
 */
export function EntryStatus({ entry: { status, tone } }: { entry: ApprovalEntry }) {
  return <StatusBadge label={status === 'Open' ? t('Pending Approval') : entryStatusText(status)} tone={tone} />
}
