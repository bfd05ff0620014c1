import { Alert, Group, VisuallyHidden } from '@mantine/core'
import { useMemo } from 'react'
import type { ApprovalEntry } from '../../../contract/index.ts'
import { isAbsentOnWire } from '../../../core/index.ts'
import { FormValue } from '../../form/FieldsText.tsx'
import { useFormEnvironment } from '../../form/environment.ts'
import { useFieldSource, usePath } from '../../form/use-field.ts'
import { formatDateTime, Icon, StatusBadge, usePortal } from '../../sdk.ts'
import { stateIn } from '../../ui/wire-record.ts'
import { dueGroup, dueText } from '../../ui/due.ts'
import type { Card } from '../card/use-card.ts'
import { ago } from '../../ui/ago.ts'
import { summaryFields } from './summary-fields.ts'
import classes from './Summary.module.css'

const WARNING: Record<string, string | undefined> = { danger: 'error', warning: 'warning' }

/** What is asked for: amount, status and purpose; who asks, since when; and below it what speaks against it. */
export function ApprovalSummary({ card: { manifest, record }, entry }: { card: Card; entry: ApprovalEntry | undefined }) {
  const source = useFieldSource()
  const environment = useFormEnvironment()
  const { today, titleOf } = usePortal()
  usePath(source, '')
  const standing = stateIn(manifest, record)
  const state = standing?.state?.name ?? ''
  const { amount, purpose, facts } = useMemo(() => summaryFields(manifest, state), [manifest, state])
  const isShown = (name: string | undefined): name is string => name !== undefined && source.field(name).visible && !isAbsentOnWire(source.value(name))
  const shown = facts.filter((name) => isShown(name) && source.value(name) !== entry?.senderName)
  const warnings = shown.flatMap((name) => {
    const colour = WARNING[environment.toneOf?.(name) ?? '']
    return colour === undefined ? [] : [{ name, colour }]
  })
  const rest = shown.filter((name) => !warnings.some((warning) => warning.name === name))
  const isLate = entry !== undefined && dueGroup(entry, today) === 'overdue'
  return (
    <section className={`dirisha-panel ${classes.summary ?? ''}`} aria-label="Summary">
      <Group gap="sm" align="center">
        {isShown(amount) && <p className={`${classes.amount ?? ''} dirisha-numeric`}><Value name={amount} /></p>}
        {standing && <StatusBadge state={standing.state} label={standing.label} />}
      </Group>
      {isShown(purpose) && <p className={classes.purpose}><Value name={purpose} /></p>}
      <p className={classes.facts}>
        <span>{titleOf(manifest).one} {entry?.documentNo}</span>
        {entry && <span>{entry.senderName}</span>}
        {entry && <span title={formatDateTime(entry.dateTimeSentForApproval)}>sent {ago(entry.dateTimeSentForApproval, Date.now())}</span>}
        {entry && <span data-late={isLate || undefined}>{dueText(entry, today)}</span>}
        {entry && entry.stage !== '' && <span>{entry.stage}</span>}
      </p>
      {warnings.map(({ name, colour }) => (
        <Alert key={name} color={colour} mt={12} p="xs" icon={<Icon name="alert-triangle" size={18} />}><Caption name={name} />: <FormValue field={environment.fieldOf(name)} value={source.value(name)} currency /></Alert>
      ))}
      {rest.length > 0 && <dl className={classes.more}>{rest.map((name) => <div key={name}><dt><Caption name={name} /></dt><dd><FormValue field={environment.fieldOf(name)} path={name} value={source.value(name)} currency /></dd></div>)}</dl>}
    </section>
  )
}

function Caption({ name }: { name: string }) {
  const source = useFieldSource()
  const { fieldOf } = useFormEnvironment()
  return source.field(name).label ?? fieldOf(name).title
}

/** A value whose caption only screen readers need. */
function Value({ name }: { name: string }) {
  const source = useFieldSource()
  return <><VisuallyHidden><Caption name={name} />: </VisuallyHidden><FormValue field={useFormEnvironment().fieldOf(name)} value={source.value(name)} currency /></>
}
