import { Alert } from '@mantine/core'
import type { ApprovalEntry } from '../../../contract/index.ts'
import { approvalAt, t } from '../../../core/index.ts'
import { FormValue } from '../../form/FieldsText.tsx'
import { useFormEnvironment } from '../../form/environment.ts'
import { useFieldSource } from '../../form/use-field.ts'
import { formatDateTime, Icon, StatusBadge, usePortal } from '../../sdk.ts'
import { stateIn } from '../../ui/wire-record.ts'
import { dueGroup, dueText } from '../../ui/due.ts'
import { SummaryCaption, SummaryPanel, useSummary } from '../card/summary/SummaryPanel.tsx'
import classes from '../card/summary/Summary.module.css'
import type { Card } from '../card/use-card.ts'
import { ago } from '../../ui/ago.ts'

const WARNING: Record<string, string | undefined> = { danger: 'error', warning: 'warning' }

/** What is asked for: amount, status and purpose; who asks, since when; and below it what speaks against it. */
export function ApprovalSummary({ card, entry }: { card: Card; entry: ApprovalEntry | undefined }) {
  const { manifest, record } = card
  const source = useFieldSource()
  const environment = useFormEnvironment()
  const { today, titleOf } = usePortal()
  const standing = stateIn(manifest, record)
  const summary = useSummary(card, approvalAt(manifest, standing?.state?.name ?? '')) ?? { facts: [], rest: [] }
  const warnings = summary.rest.flatMap((name) => {
    const colour = WARNING[environment.toneOf?.(name) ?? '']
    return colour === undefined ? [] : [{ name, colour }]
  })
  const rest = summary.rest.filter((name) => !warnings.some((warning) => warning.name === name))
  const isLate = entry !== undefined && dueGroup(entry, today) === 'overdue'
  const facts = [
    <span key="no">{titleOf(manifest).one} {entry?.documentNo}</span>,
    ...(entry === undefined ? [] : [
      <span key="sender">{entry.senderName}</span>,
      <span key="sent" title={formatDateTime(entry.dateTimeSentForApproval)}>{t('sent {when}', { when: ago(entry.dateTimeSentForApproval, Date.now()) })}</span>,
      <span key="due" data-late={isLate || undefined}>{dueText(entry, today)}</span>,
      ...(entry.stage === '' ? [] : [<span key="stage">{entry.stage}</span>]),
    ]),
  ]
  return (
    <SummaryPanel summary={summary} facts={facts} badge={standing && <StatusBadge state={standing.state} label={standing.label} />}>
      {warnings.map(({ name, colour }) => (
        <Alert key={name} color={colour} mt={12} p="xs" icon={<Icon name="alert-triangle" size={18} />}><SummaryCaption name={name} />: <FormValue field={environment.fieldOf(name)} value={source.value(name)} currency /></Alert>
      ))}
      {rest.length > 0 && <dl className={classes.more}>{rest.map((name) => <div key={name}><dt><SummaryCaption name={name} /></dt><dd><FormValue field={environment.fieldOf(name)} path={name} value={source.value(name)} currency /></dd></div>)}</dl>}
    </SummaryPanel>
  )
}
