import { Anchor, Paper, Title } from '@mantine/core'
import { isAbsentOnWire, t, type ResolvedSection, type ResolvedWizardStep } from '../../../core/index.ts'
import { FieldsText } from '../../form/FieldsText.tsx'
import { LineTable } from '../card/card-code.ts'
import { usePath } from '../../form/use-field.ts'
import cardClasses from '../card/Card.module.css'
import { isShown } from '../card/CardSections.tsx'
import { sendable } from '../card/pending-files.ts'
import type { Card } from '../card/use-card.ts'
import classes from './Wizard.module.css'

/** The same for all, so that what belongs together stands in one grid. */
const COLUMNS = 3

interface WizardSummaryProps { card: Card; steps: readonly ResolvedWizardStep[]; onChange: (step: string) => void }

/** What was entered in each step, to be read before it is saved. */
export function WizardSummary({ card, steps, onChange }: WizardSummaryProps) {
  usePath(card.model, '')
  const told = new Set<string>()
  return steps.flatMap((step) => {
    const shown = step.sections.flatMap((name) => card.manifest.card.sections[name] ?? []).filter((section) => isShown(card, section))
    const isSummedUp = shown.some(isSum)
    const parts = shown.flatMap((section) => {
      const part = partOf(card, section, told, isSummedUp && !isSum(section))
      return part === null ? [] : [<div key={section.name}>{part}</div>]
    })
    return [<SummaryPanel key={step.name} step={step} onChange={onChange}>{parts.length === 0 ? <p className={classes.nothing}>{t('Nothing entered')}</p> : parts}</SummaryPanel>]
  })
}

function SummaryPanel({ step, onChange, children }: { step: ResolvedWizardStep; onChange: (step: string) => void; children: React.ReactNode }) {
  return (
    <Paper component="section" className={`dirisha-panel ${cardClasses.panel ?? ''}`} aria-labelledby={`summary-${step.name}`} data-summary-of={step.name}>
      <div className={classes.summaryHead}>
        <Title order={3} className={cardClasses.heading ?? ''} id={`summary-${step.name}`}>{step.title}</Title>
        <Anchor component="button" type="button" size="sm" aria-label={t('Change {name}', { name: step.title })} onClick={() => onChange(step.name)}>{t('Change')}</Anchor>
      </div>
      <div className={`${cardClasses.body ?? ''} ${classes.parts ?? ''}`}>{children}</div>
    </Paper>
  )
}

/** A section whose fields sum up what is entered in its step. */
const isSum = ({ kind, readOnly }: ResolvedSection): boolean => kind === 'fields' && readOnly === true

/** What a section says that no section before it has said, or of one that another sums up what is ticked; null if that is nothing. */
function partOf(card: Card, section: ResolvedSection, told: Set<string>, isTicksOnly: boolean) {
  const { model, compiled, manifest } = card
  if (section.kind === 'attachments') {
    const names = [...card.stored.map(({ fileName }) => fileName), ...sendable(card.files).map(({ fileName }) => fileName)]
    return names.length === 0 ? null : <p className={classes.files}>{names.join(', ')}</p>
  }
  if (section.kind === 'lines') {
    const lines = model.value(section.field ?? '')
    return Array.isArray(lines) && lines.length > 0 ? <>{section.title && <p className={classes.caption}>{section.title}</p>}<LineTable compiled={compiled} model={model} section={section} canEdit={false} isPartiallyEditable={false} /></> : null
  }
  const names = section.fields.filter((name) => !told.has(name) && model.field(name).visible && manifest.shape.fields[name]?.hidden !== true && !isAbsentOnWire(model.value(name)) && model.value(name) !== false && (!isTicksOnly || model.value(name) === true))
  for (const name of names) told.add(name)
  return names.length === 0 ? null : <FieldsText names={names} columns={COLUMNS} />
}
