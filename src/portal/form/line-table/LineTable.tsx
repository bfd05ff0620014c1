import { Button, Group, Text, VisuallyHidden } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { memo, useCallback, useMemo, useRef, useState } from 'react'
import type { KeyboardEvent } from 'react'
import type { CompiledType, ResolvedSection, ResolvedShape } from '../../../core/index.ts'
import { confirmed, formatAmount, Icon } from '../../sdk.ts'
import { ValueText } from '../FieldsText.tsx'
import { useFormEnvironment } from '../environment.ts'
import type { FormModel } from '../form-model.ts'
import { usePath } from '../use-field.ts'
import { LineActions, type LineCommands } from './LineActions.tsx'
import { LineCard } from './LineCard.tsx'
import { LineCell } from './LineCell.tsx'
import { LineDialog } from './LineDialog.tsx'
import { copyOf, linesOf, shownColumns, totalOf, useLineFigure } from './line-paths.ts'
import classes from './LineTable.module.css'

interface LineTableProps { compiled: CompiledType; model: FormModel; section: ResolvedSection; canEdit: boolean }

/** The lines of a document, edited in place; each line is a card on a phone. */
export function LineTable({ compiled, model, section, canEdit }: LineTableProps) {
  const array = section.field ?? ''
  const shape = compiled.manifest.shape.fields[array]?.line
  const isPhone = useMediaQuery('(max-width: 48em)') ?? false
  const lines = useLines(model, array)
  const columns = useLineFigure(model, array, () => shownColumns(model, section, lines.ids.length).join(' ')).split(' ').filter(Boolean)
  const [dialog, setDialog] = useState<{ index: number; name: string }>()
  const root = useRef<HTMLDivElement>(null)
  usePath(model, array === '' ? 'lines' : `${array}`)
  const error = model.error(array)

  const focusLine = useCallback((index: number, column = 0) => {
    requestAnimationFrame(() => focusCell(root.current, index, column))
  }, [])
  const add = (): void => {
    lines.add()
    focusLine(lines.ids.length)
  }
  const commands = useMemo<LineCommands>(() => ({
    openDialog: (index, name) => setDialog({ index, name }),
    duplicate: (index) => {
      const copy = linesOf(model.doc(), array)[index]
      if (copy) lines.add(copyOf(copy, compiled.manifest.shape.fields[array]?.lineKey))
    },
    remove: (index) => {
      void confirmed({ title: `Line ${index + 1}`, text: 'Are you sure you want to remove this Item?', tone: 'danger' }).then((yes) => {
        if (!yes) return
        lines.remove(index)
        focusLine(Math.max(0, index - 1))
      })
    },
  }), [model, array, compiled, lines, focusLine])

  if (!shape) return null
  const widths = widthsOf(section, columns, canEdit)
  const shared = { model, section, shape, columns, canEdit, commands }
  const onKeyDown = (event: KeyboardEvent): void => {
    if (canEdit) moveByKey(event, root.current, add)
  }
  return (
    <div ref={root} onKeyDown={onKeyDown} data-lines={array}>
      {lines.ids.length === 0 ? (
        <Text c="dimmed" size="sm" py="sm" ta="center">{canEdit ? 'No lines yet. Add the first one.' : 'No lines.'}</Text>
      ) : isPhone ? (
        <div className={classes.cards}>
          {lines.ids.map((id, index) => <LineCard key={id} {...shared} index={index} isOnly={lines.ids.length === 1} isNew={id > lines.stored} />)}
          <Totals {...shared} as="cards" />
        </div>
      ) : (
        <div className={classes.scroll}>
          <table className={classes.table} style={{ minWidth: widths.least }}>
            <colgroup>
              <col style={{ width: 36 }} />
              {columns.map((field) => <col key={field} style={{ width: `calc((100% - ${36 + widths.actions}px) * ${widths.of(field)} / ${widths.total})` }} />)}
              {widths.actions > 0 && <col style={{ width: widths.actions }} />}
            </colgroup>
            <thead>
              <tr>
                <th scope="col"><VisuallyHidden>Line</VisuallyHidden></th>
                {columns.map((field) => <HeadCell key={field} {...shared} field={field} />)}
                {(canEdit || Object.keys(section.dialogs).length > 0) && <th scope="col"><VisuallyHidden>Actions</VisuallyHidden></th>}
              </tr>
            </thead>
            <tbody>
              {lines.ids.map((id, index) => <LineRow key={id} model={model} section={section} shape={shape} columns={columns.join(' ')} index={index} canEdit={canEdit} commands={commands} />)}
            </tbody>
            <Totals {...shared} as="table" />
          </table>
        </div>
      )}
      {error && <Text role="alert" size="sm" c="var(--mantine-color-error)" mt={6} id={`${array}-error`} tabIndex={-1} data-path={array}>{error}</Text>}
      {canEdit && (
        <Group mt="sm" justify="space-between">
          <Button variant="light" size="sm" leftSection={<Icon name="plus" size={16} />} onClick={add}>{section.addLabel}</Button>
          <Text size="xs" c="dimmed" visibleFrom="sm">Enter: next line · Ctrl+Enter: new line</Text>
        </Group>
      )}
      {dialog && section.dialogs[dialog.name] && (
        <LineDialog
          key={`${dialog.index}.${dialog.name}`}
          compiled={compiled} model={model} array={array} index={dialog.index} dialog={dialog.name} canEdit={canEdit}
          title={section.dialogs[dialog.name]?.title ?? ''} fields={section.dialogs[dialog.name]?.fields ?? []}
          onClose={() => setDialog(undefined)}
        />
      )}
    </div>
  )
}

const USUAL_WIDTH = 190
/** How far declared widths may shrink before the table scrolls sideways. */
const SHRINK = 0.72

/** Declared widths are shares of the room there is; a column without one takes the usual share. */
function widthsOf(section: ResolvedSection, columns: string[], canEdit: boolean) {
  const of = (field: string): number => section.columns[field]?.width ?? USUAL_WIDTH
  const total = columns.reduce((sum, field) => sum + of(field), 0)
  const dialogs = Object.keys(section.dialogs).length
  const actions = dialogs + (canEdit ? 1 : 0) === 0 ? 0 : dialogs * 38 + (canEdit ? 84 : 16)
  return { of, total, actions, least: Math.round(total * SHRINK) + 36 + actions }
}

/** Lines have no identity of their own until stored: ids here keep a row's editor with its line when one goes. */
function useLines(model: FormModel, array: string) {
  const count = useLineFigure(model, array, (lines) => lines.length)
  const [stored] = useState(count)
  const ids = useRef<number[]>([])
  const next = useRef(1)
  while (ids.current.length < count) ids.current.push(next.current++)
  if (ids.current.length > count) ids.current.length = count
  const list = ids.current.slice()
  return useMemo(() => ({
    ids: list,
    stored,
    add: (values?: Parameters<FormModel['addLine']>[1]) => model.addLine(array, values),
    remove: (index: number) => {
      ids.current.splice(index, 1)
      model.removeLine(array, index)
    },
    // eslint's rule would want the list itself, which is new each time; its members decide.
  }), [model, array, stored, list.join()])
}

interface Shared { model: FormModel; section: ResolvedSection; shape: ResolvedShape; canEdit: boolean; commands: LineCommands }

const isNumeric = (shape: ResolvedShape, field: string): boolean => shape.fields[field]?.type === 'number' || shape.fields[field]?.type === 'integer'

function HeadCell({ model, section, shape, field, canEdit }: Shared & { field: string }) {
  const state = model.field(`${section.field ?? ''}.0.${field}`)
  const title = section.columns[field]?.title || state.label || shape.fields[field]?.title
  return (
    <th scope="col" data-number={isNumeric(shape, field) || undefined}>
      {title}
      {canEdit && shape.required.includes(field) && <span className={classes.star} aria-hidden="true"> *</span>}
    </th>
  )
}

const LineRow = memo(function LineRow({ model, section, shape, columns, index, canEdit, commands }: Shared & { columns: string; index: number }) {
  const array = section.field ?? ''
  return (
    <tr data-line={index}>
      <td className={classes.count}>{index + 1}</td>
      {columns.split(' ').map((field, column) => (
        <td key={field} data-cell={`${index}:${column}`} data-text={!canEdit || undefined} data-number={isNumeric(shape, field) || undefined}>
          {canEdit ? <LineCell path={`${array}.${index}.${field}`} lineLabel={`line ${index + 1}`} /> : <TextCell model={model} path={`${array}.${index}.${field}`} shape={shape} field={field} />}
        </td>
      ))}
      {(canEdit || Object.keys(section.dialogs).length > 0) && <td data-actions=""><LineActions model={model} section={section} index={index} canEdit={canEdit} commands={commands} /></td>}
    </tr>
  )
})

function TextCell({ model, path, shape, field }: { model: FormModel; path: string; shape: ResolvedShape; field: string }) {
  usePath(model, path)
  const definition = shape.fields[field]
  return definition ? <ValueText field={definition} value={model.value(path)} /> : null
}

/** Sums of the amounts, when there is more than one line to add up. */
function Totals({ model, section, shape, columns, canEdit, as }: Shared & { columns: string[]; as: 'table' | 'cards' }) {
  const { currency } = useFormEnvironment()
  const array = section.field ?? ''
  const money = columns.filter((field) => shape.fields[field]?.money !== undefined)
  const sums = useLineFigure(model, array, (lines) => money.map((field) => formatAmount(totalOf(lines, field))).join('|')).split('|')
  const unitField = money[0] === undefined ? undefined : shape.fields[money[0]]?.money
  usePath(model, unitField || array)
  if (money.length === 0) return null
  const own = unitField ? model.value(unitField) : undefined
  const unit = typeof own === 'string' && own !== '' ? own : currency
  if (as === 'cards') {
    return <Group justify="space-between" className={classes.total}><Text fw={600}>Total</Text><Text fw={650} className="dirisha-numeric">{unit} {sums[0]}</Text></Group>
  }
  const first = columns.indexOf(money[0] ?? '')
  return (
    <tfoot>
      <tr>
        <th scope="row" colSpan={first + 1}>Total {unit}</th>
        {columns.slice(first).map((field) => <td key={field} data-number={money.includes(field) || undefined}>{money.includes(field) ? sums[money.indexOf(field)] : ''}</td>)}
        {(canEdit || Object.keys(section.dialogs).length > 0) && <td />}
      </tr>
    </tfoot>
  )
}

/** Enter and the arrows go to the same column of the next line, Ctrl+Enter makes a line; an open list keeps its keys. */
function moveByKey(event: KeyboardEvent, root: HTMLElement | null, add: () => void): void {
  const target = event.target as HTMLElement
  const cell = target.closest<HTMLElement>('[data-cell]')
  if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
    event.preventDefault()
    event.stopPropagation()
    return add()
  }
  if (!cell || target.tagName === 'BUTTON' || target.getAttribute('aria-expanded') === 'true') return
  const opens = target.hasAttribute('aria-haspopup') && event.key !== 'Enter'
  const step = { Enter: event.shiftKey ? -1 : 1, ArrowDown: 1, ArrowUp: -1 }[event.key]
  if (step === undefined || opens) return
  const [line = 0, column = 0] = (cell.dataset.cell ?? '').split(':').map(Number)
  if (focusCell(root, line + step, column)) event.preventDefault()
}

function focusCell(root: HTMLElement | null, line: number, column: number): boolean {
  const cell = root?.querySelector<HTMLElement>(`[data-cell="${line}:${column}"]`)
  const input = cell?.querySelector<HTMLElement>('input:not([disabled]), textarea, button') ?? root?.querySelector<HTMLElement>(`[data-line="${line}"] input:not([disabled])`)
  input?.focus()
  return input !== null && input !== undefined
}
