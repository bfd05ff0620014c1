import { Group, VisuallyHidden } from '@mantine/core'
import { useMemo, type ReactNode } from 'react'
import { isAbsentOnWire, type ResolvedApproval, t } from '../../../../core/index.ts'
import { useFormEnvironment } from '../../../form/environment.ts'
import { FormValue } from '../../../form/FieldsText.tsx'
import { useFieldSource, usePath } from '../../../form/use-field.ts'
import { PersonAvatar } from '../../../shell/PersonAvatar.tsx'
import { usePortal } from '../../../shell/portal-context.ts'
import type { Card } from '../use-card.ts'
import { summaryOf, type Summary } from '../../../ui/record/summary.ts'
import classes from './Summary.module.css'

export interface ShownSummary extends Summary { avatar?: { name: string; isSelf: boolean } }

/**
 * The summary of a document, without the fields that are hidden or have no value here. Undefined for types that are not documents.
 * @param declared the facts that the manifest names, instead of those that follow from what approvers see
 */
export function useSummary({ manifest }: Card, approval: ResolvedApproval | undefined, declared?: readonly string[]): ShownSummary | undefined {
  const source = useFieldSource()
  const { user } = usePortal()
  usePath(source, '')
  const whole = useMemo(() => summaryOf(manifest, approval), [manifest, approval])
  const isShown = (name: string | undefined): name is string => name !== undefined && source.field(name).visible && !isAbsentOnWire(source.value(name))
  if (!whole) return undefined
  const { amount, purpose, person, facts, rest } = whole
  const name = isShown(person) ? source.value(person) : undefined
  const isSelf = manifest.owner !== undefined && user.employee !== null && source.value(manifest.owner) === user.employee
  return { ...(typeof name === 'string' ? { avatar: { name, isSelf } } : {}), ...(isShown(amount) ? { amount } : {}), ...(isShown(purpose) ? { purpose } : {}), facts: (declared ?? facts).filter(isShown), rest: rest.filter(isShown) }
}

interface SummaryPanelProps {
  summary: ShownSummary
  /** Small, in one line. */
  facts: ReactNode[]
  /** Beside the amount. */
  badge?: ReactNode
  children?: ReactNode
}

/** What people came for, at the top of a stored document: its amount, what it is about, who asks and when. */
export function SummaryPanel({ summary: { amount, purpose, avatar }, facts, badge, children }: SummaryPanelProps) {
  return (
    <section className={`dirisha-panel ${classes.summary}`} aria-label={t('Summary')} data-brief="">
      {avatar && <PersonAvatar {...avatar} size={44} />}
      <div className={classes.said}>
        {(amount !== undefined || badge !== undefined) && (
          <Group gap="sm" align="center">
            {amount !== undefined && <p className={classes.amount}><SummaryValue name={amount} /></p>}
            {badge}
          </Group>
        )}
        {purpose !== undefined && <p className={classes.purpose}><SummaryValue name={purpose} /></p>}
        {facts.length > 0 && <p className={classes.facts}>{facts}</p>}
        {children}
      </div>
    </section>
  )
}

/** A field's caption, as the rules have it. */
export function SummaryCaption({ name }: { name: string }) {
  const source = useFieldSource()
  const { fieldOf } = useFormEnvironment()
  return source.field(name).label ?? fieldOf(name).title
}

/** A value whose caption only screen readers need, unless it is captioned. */
export function SummaryValue({ name, isCaptioned = false }: { name: string; isCaptioned?: boolean }) {
  const source = useFieldSource()
  return <>{isCaptioned ? <><SummaryCaption name={name} />{' '}</> : <VisuallyHidden><SummaryCaption name={name} />: </VisuallyHidden>}<FormValue field={useFormEnvironment().fieldOf(name)} value={source.value(name)} currency /></>
}
