import { VisuallyHidden } from '@mantine/core'
import { useMemo } from 'react'
import { isAbsentOnWire } from '../../../../core/index.ts'
import { useFormEnvironment } from '../../../form/environment.ts'
import { FormValue } from '../../../form/FieldsText.tsx'
import { useFieldSource, usePath } from '../../../form/use-field.ts'
import type { WireRecord } from '../../../../contract/index.ts'
import { formatDate, Icon } from '../../../sdk.ts'
import { entriesOf } from '../../../ui/record/approval-entries.ts'
import { summaryOf } from '../summary.ts'
import type { Card } from '../use-card.ts'
import classes from './Reading.module.css'

/** What people came for, at the top of a stored document: its amount, what it is about, who asks and when. */
export function CardSummary({ card: { manifest, record } }: { card: Card }) {
  const source = useFieldSource()
  usePath(source, '')
  const summary = useMemo(() => summaryOf(manifest), [manifest])
  if (!summary) return null
  const isShown = (name: string | undefined): name is string => name !== undefined && source.field(name).visible && !isAbsentOnWire(source.value(name))
  const { amount, purpose } = summary
  const facts = summary.facts.filter(isShown)
  const waits = waitsFor(record)
  if (!isShown(amount) && !isShown(purpose)) return null
  return (
    <section className={`dirisha-panel ${classes.summary}`} aria-label="Summary" data-brief="">
      {isShown(amount) && <p className={classes.amount}><Value name={amount} /></p>}
      {isShown(purpose) && <p className={classes.purpose}><Value name={purpose} /></p>}
      {waits !== '' && <p className={classes.waits}><Icon name="hourglass" size={15} /> {waits}</p>}
      {facts.length > 0 && <p className={classes.facts}>{facts.map((name) => <span key={name}><Value name={name} /></span>)}</p>}
    </section>
  )
}

/** Who decides next, and by when; empty if nobody is asked. */
function waitsFor(record: WireRecord | undefined): string {
  const open = entriesOf(record).filter(({ status }) => status === 'Open')
  if (open.length === 0) return ''
  const due = open.map(({ dueDate }) => dueDate).filter(Boolean).sort()[0]
  return `Waits for ${[...new Set(open.map(({ approverName, approverID }) => approverName || approverID))].join(', ')}${due ? `, due ${formatDate(due)}` : ''}`
}

/** A value with its caption for screen readers. */
function Value({ name }: { name: string }) {
  const source = useFieldSource()
  const field = useFormEnvironment().fieldOf(name)
  return <><VisuallyHidden>{source.field(name).label ?? field.title}: </VisuallyHidden><FormValue field={field} value={source.value(name)} currency /></>
}
