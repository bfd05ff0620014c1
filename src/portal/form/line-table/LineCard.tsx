import { Text, UnstyledButton } from '@mantine/core'
import { lazy, memo } from 'react'
import { t } from '../../../core/index.ts'
import type { ResolvedSection, ResolvedShape } from '../../../core/index.ts'
import { Icon } from '../../sdk.ts'
import { BoundField } from '../BoundField.tsx'
import { FieldsText, FormValue } from '../FieldsText.tsx'
import type { FormModel } from '../form-model.ts'
import { usePath } from '../use-field.ts'
import { LineActions, type LineCommands } from './LineActions.tsx'
import classes from './LineTable.module.css'
import { LazyBoundary } from '../../ui/LazyBoundary.tsx'

const ValueDetails = lazy(() => import('./ValueDetails.tsx').then((module) => ({ default: module.ValueDetails })))

interface LineCardProps {
  model: FormModel
  section: ResolvedSection
  shape: ResolvedShape
  columns: string[]
  index: number
  /** Zero-based position in this table. */
  row: number
  canEdit: boolean
  commands: LineCommands
  id: number
  isOpen: boolean
  onToggle: (id: number) => void
}

/** A line on a phone: its titles and amount; opens to show its fields. */
export const LineCard = memo(function LineCard({ model, section, shape, columns, index, row, canEdit, commands, id, isOpen, onToggle }: LineCardProps) {
  const array = section.field ?? ''
  const path = `${array}.${index}`
  usePath(model, path)
  const filled = (field: string): boolean => model.value(`${path}.${field}`) !== undefined
  // A closed field with nothing in it only takes space; a table keeps its column.
  const isAsked = (field: string): boolean => filled(field) || model.field(`${path}.${field}`).enabled || model.error(`${path}.${field}`) !== undefined
  const amounts = columns.filter((field) => shape.fields[field]?.money !== undefined && filled(field))
  // The line's total says more than its unit price.
  const money = amounts.find((field) => section.columns[field]?.total !== false) ?? amounts[0]
  // A line without an amount shows its quantity.
  const count = money === undefined ? columns.find((field) => shape.fields[field]?.type === 'number' && section.columns[field]?.total !== false && filled(field)) : undefined
  const isWrong = columns.some((field) => model.error(`${path}.${field}`) !== undefined)
  const titles = columns.filter((field) => shape.fields[field]?.type === 'string').slice(0, 2).filter(filled)
  const text = (field: string) => shape.fields[field] && <FormValue field={shape.fields[field]} value={model.value(`${path}.${field}`)} />
  return (
    <section className={classes.card} data-line={index} data-wrong={isWrong || undefined} aria-label={t('Line {number}', { number: row + 1 })}>
      <UnstyledButton className={classes.cardHead} aria-expanded={isOpen} onClick={() => onToggle(id)}>
        <span className={classes.count}>{row + 1}</span>
        <span className={classes.cardTitle}>
          {titles.length === 0 ? <span>{canEdit ? t('New line') : t('Line {number}', { number: row + 1 })}</span> : titles.map((field) => <span key={field}>{text(field)}</span>)}
          {isWrong && <Text span size="xs" c="var(--mantine-color-error)">{t('Needs attention')}</Text>}
        </span>
        {money && <span className={classes.cardAmount}>{text(money)}</span>}
        {count && <span className={classes.cardAmount}><Text span size="xs" c="dimmed">{section.columns[count]?.title || model.field(`${path}.${count}`).label || shape.fields[count]?.title} </Text>{text(count)}</span>}
        <Icon name={isOpen ? 'chevron-down' : 'chevron-right'} />
      </UnstyledButton>
      {isOpen && (
        <div className={classes.cardBody}>
          {canEdit ? columns.filter(isAsked).map((field) => <BoundField key={field} path={`${path}.${field}`} />) : <FieldsText names={columns} prefix={`${path}.`} />}
          {columns.map((field) => section.columns[field]?.details && (
            <LazyBoundary key={field}>
              <ValueDetails model={model} shape={shape} line={path} names={section.columns[field].details} label={field} isPlain />
            </LazyBoundary>
          ))}
          <LineActions model={model} section={section} index={index} canEdit={canEdit} commands={commands} isWide />
        </div>
      )}
    </section>
  )
})
