import { approvalAt, t } from '../../../../core/index.ts'
import type { WireRecord } from '../../../../contract/index.ts'
import { formatDate, Icon } from '../../../sdk.ts'
import { entriesOf } from '../../../ui/record/approval-entries.ts'
import { stateIn } from '../../../ui/wire-record.ts'
import type { Card } from '../use-card.ts'
import { SummaryPanel, SummaryValue, useSummary } from './SummaryPanel.tsx'
import classes from './Summary.module.css'

/** The summary on the card of a stored document; nothing for documents that belong to nobody, without an amount, a purpose and facts that the manifest names. */
export function CardSummary({ card }: { card: Card }) {
  const { manifest, record } = card
  const { card: { summary: declared }, shape } = manifest
  const summary = useSummary(card, approvalAt(manifest, stateIn(manifest, record)?.state?.name ?? ''), declared)
  if (summary === undefined || ((declared === undefined || summary.facts.length === 0) && summary.amount === undefined && summary.purpose === undefined && summary.avatar === undefined)) return null
  const waits = waitsFor(record)
  // Of two dates, and of a number, nobody knows what it is.
  const dates = summary.facts.filter((name) => shape.fields[name]?.format === 'date')
  const isCaptioned = (name: string): boolean => (dates.length > 1 && dates.includes(name)) || ['number', 'integer'].includes(shape.fields[name]?.type ?? '')
  return (
    <SummaryPanel summary={summary} facts={summary.facts.map((name) => <span key={name}><SummaryValue name={name} isCaptioned={isCaptioned(name)} /></span>)}>
      {waits !== '' && <p className={classes.waits}><Icon name="hourglass" size={15} /> {waits}</p>}
    </SummaryPanel>
  )
}

/** Who decides next, and by when; empty if nobody is asked. */
function waitsFor(record: WireRecord | undefined): string {
  const open = entriesOf(record).filter(({ status }) => status === 'Open')
  if (open.length === 0) return ''
  const due = open.map(({ dueDate }) => dueDate).filter(Boolean).sort()[0]
  const names = [...new Set(open.map(({ approverName, approverID }) => approverName || approverID))].join(', ')
  return due ? t('Waits for {names}, due {date}', { names, date: formatDate(due) }) : t('Waits for {names}', { names })
}
