import { Checkbox } from '@mantine/core'
import type { ReactNode } from 'react'
import { entryStatusText, t } from '../../../core/index.ts'
import type { ApprovalEntry } from '../../../contract/index.ts'
import { formatDate, formatDateTime, truncate } from '../../ui/format.ts'
import type { Selection } from './use-selection.ts'
import classes from './ApprovalsPage.module.css'
import { dueText } from '../../ui/due.ts'
import { Tip } from '../../ui/Tip.tsx'
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
export function valueOf({ value, format, truncate: max }: { value: string; format?: 'date' | 'date-time' | 'number'; truncate?: number }): string {
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

/** Why a document cannot join those selected. */
export const ONE_TYPE = t('Only documents of one type can be approved together. Approve these first, or clear the selection.')

/** Selects the entry for bulk approval. One that cannot join the selection says why, so it keeps the focus, which a disabled box cannot have. */
export function EntryBox({ entry, selection }: { entry: ApprovalEntry; selection: Selection }) {
  const isOther = selection.isOther(entry)
  return (
    <Tip label={ONE_TYPE} position="right" disabled={!isOther}>
      <Checkbox aria-label={t('Select {number}', { number: entry.documentNo })} checked={selection.isChosen(entry)} disabled={entry.status !== 'Open'} onChange={() => selection.toggle(entry)} onClick={(event) => event.stopPropagation()}
        {...(isOther && { 'aria-disabled': true, 'aria-description': ONE_TYPE, classNames: { input: classes.other ?? '' } })} />
    </Tip>
  )
}

/** Selects these entries, as far as they can be approved together. */
export function EntriesBox({ entries, selection, label }: { entries: ApprovalEntry[]; selection: Selection; label: string }) {
  const { isAll, isSome } = selection.extentOf(entries)
  return <Checkbox aria-label={label} checked={isAll} indeterminate={isSome && !isAll} onChange={() => selection.toggleAll(entries)} />
}

/**
 * The status of an approval entry as a badge in the manifest's colour, or without a colour if the server sends none. An open entry is shown
 * as pending, or as what else is asked for, such as a cancellation.
 */
export function EntryStatus({ entry: { status, tone, asked } }: { entry: ApprovalEntry }) {
  return asked ? <StatusBadge {...asked} /> : <StatusBadge label={status === 'Open' ? t('Pending Approval') : entryStatusText(status)} tone={tone} />
}
