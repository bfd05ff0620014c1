import { VisuallyHidden } from '@mantine/core'
import { lazy, memo } from 'react'
import { t } from '../../../core/index.ts'
import type { ResolvedSection, ResolvedShape } from '../../../core/index.ts'
import { FormValue } from '../FieldsText.tsx'
import type { FormModel } from '../form-model.ts'
import { usePath } from '../use-field.ts'
import { useFormEnvironment } from '../environment.ts'
import { actionsWidth, columnWidths, COUNT_WIDTH } from './column-widths.ts'
import { useContentWidths, textWidth } from './content-widths.ts'
import { LineActions, type LineCommands } from './LineActions.tsx'
import { LineCell } from './LineCell.tsx'
import { TotalsRow } from './LineTotals.tsx'
import classes from './LineTable.module.css'
import { LazyBoundary } from '../../ui/LazyBoundary.tsx'
import { useWidth } from '../../ui/use-width.ts'

const ValueDetails = lazy(() => import('./ValueDetails.tsx').then((module) => ({ default: module.ValueDetails })))

interface LineGridProps { model: FormModel; section: ResolvedSection; shape: ResolvedShape; columns: readonly string[]; ids: readonly number[]; /** Indexes of the lines to show. */ indexes: readonly number[]; hasTotals: boolean; canEdit: boolean; commands: LineCommands }

const isNumeric = (shape: ResolvedShape, field: string): boolean => shape.fields[field]?.type === 'number' || shape.fields[field]?.type === 'integer'

/** The lines as a table, edited in place; scrolls inside its own frame if its columns do not fit. */
export function LineGrid({ model, section, shape, columns, ids, indexes, hasTotals, canEdit, commands }: LineGridProps) {
  const { ref, width } = useWidth()
  const actions = actionsWidth(section, canEdit && commands.canArrange)
  const fields = columns.flatMap((name) => shape.fields[name] ?? [])
  const declared = Object.fromEntries(columns.map((name) => [name, section.columns[name]?.width]))
  const { references } = useFormEnvironment()
  const contents = useContentWidths(model, section.field ?? '', fields, references)
  const headings = fields.map((field) => longestWord(headingOf(model, section, shape, field.name)) + AROUND_HEADING)
  // A value and the button that explains it stand side by side.
  const texts = columns.map((name, index) => (contents.widths[index] ?? 0) + (section.columns[name]?.details === undefined ? 0 : ABOUT))
  const widths = columnWidths(fields, declared, width - COUNT_WIDTH - actions, texts, headings)
  const whole = COUNT_WIDTH + actions + widths.reduce((sum, one) => sum + one, 0)
  return (
    <div className={classes.scroll} onBlur={() => requestAnimationFrame(contents.refresh)}>
      <div ref={ref}>
        <table className={classes.table} style={{ minWidth: Math.floor(whole) }}>
          <colgroup>
            <col style={{ width: COUNT_WIDTH }} />
            {columns.map((field, index) => <col key={field} style={{ width: widths[index] }} />)}
            {actions > 0 && <col style={{ width: actions }} />}
          </colgroup>
          <thead>
            <tr>
              <th scope="col"><VisuallyHidden>{t('Line')}</VisuallyHidden></th>
              {columns.map((field) => <HeadCell key={field} model={model} section={section} shape={shape} field={field} canEdit={canEdit} />)}
              {actions > 0 && <th scope="col"><VisuallyHidden>{t('Actions')}</VisuallyHidden></th>}
            </tr>
          </thead>
          <tbody>
            {indexes.map((index, row) => <LineRow key={ids[index]} row={row} model={model} section={section} shape={shape} columns={columns.join(' ')} widths={widths.map(Math.floor).join(' ')} index={index} canEdit={canEdit} commands={commands} />)}
          </tbody>
          {hasTotals && <TotalsRow model={model} section={section} shape={shape} columns={columns} hasActions={actions > 0} />}
        </table>
      </div>
    </div>
  )
}

/** Width of the button that explains a value, in pixels. */
const ABOUT = 24

/** Padding, and the asterisk of a required column, in pixels. */
const AROUND_HEADING = 26

function headingOf(model: FormModel, section: ResolvedSection, shape: ResolvedShape, field: string): string {
  return section.columns[field]?.title || model.field(`${section.field ?? ''}.0.${field}`).label || shape.fields[field]?.title || ''
}

const longestWord = (text: string): number => Math.ceil(Math.max(...text.split(/\s+/).map(textWidth)))

interface HeadCellProps { model: FormModel; section: ResolvedSection; shape: ResolvedShape; field: string; canEdit: boolean }

function HeadCell({ model, section, shape, field, canEdit }: HeadCellProps) {
  const path = `${section.field ?? ''}.0.${field}`
  usePath(model, path)
  const { isClosed } = useFormEnvironment()
  const state = model.field(path)
  const title = headingOf(model, section, shape, field)
  return (
    <th scope="col" data-number={isNumeric(shape, field) || undefined}>
      {title}
      {canEdit && isClosed?.(path) !== true && (shape.required.includes(field) || state.required || state.needed) && <span className={classes.star} aria-hidden="true"> *</span>}
    </th>
  )
}

interface LineRowProps extends Omit<LineGridProps, 'columns' | 'ids' | 'indexes' | 'hasTotals'> {
  /** Space-separated names, as a string so that memo re-renders the row only when they change. */
  columns: string
  /** The columns' widths in pixels, joined in the same way. */
  widths: string
  index: number
  /** Zero-based position in this table. */
  row: number
}

const LineRow = memo(function LineRow({ model, section, shape, columns, widths, index, row, canEdit, commands }: LineRowProps) {
  const room = widths.split(' ').map(Number)
  const array = section.field ?? ''
  return (
    <tr data-line={index}>
      <td className={classes.count}>{row + 1}</td>
      {columns.split(' ').map((field, column) => (
        <td key={field} data-cell={`${index}:${column}`} data-detailed={section.columns[field]?.details !== undefined || undefined} data-text={!canEdit || undefined} data-number={isNumeric(shape, field) || undefined}>
          {canEdit ? <LineCell path={`${array}.${index}.${field}`} lineLabel={t('line {number}', { number: index + 1 })} width={room[column] ?? 0} /> : <TextCell model={model} path={`${array}.${index}.${field}`} shape={shape} field={field} />}
          {section.columns[field]?.details && (
            <LazyBoundary>
              <ValueDetails model={model} shape={shape} line={`${array}.${index}`} names={section.columns[field].details} label={t('{heading}, line {number}', { heading: headingOf(model, section, shape, field), number: index + 1 })} />
            </LazyBoundary>
          )}
        </td>
      ))}
      {actionsWidth(section, canEdit && commands.canArrange) > 0 && <td data-actions=""><LineActions model={model} section={section} index={index} canEdit={canEdit} commands={commands} /></td>}
    </tr>
  )
})

function TextCell({ model, path, shape, field }: { model: FormModel; path: string; shape: ResolvedShape; field: string }) {
  usePath(model, path)
  const definition = shape.fields[field]
  return definition ? <FormValue field={definition} path={path} value={model.value(path)} /> : null
}
