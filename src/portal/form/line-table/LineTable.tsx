import { Button, Group, Text } from '@mantine/core'
import { lazy, useCallback, useMemo, useRef, useState, type KeyboardEvent } from 'react'
import { t } from '../../../core/index.ts'
import type { CompiledType, Json, ResolvedSection, ResolvedShape } from '../../../core/index.ts'
import { confirmed, Icon } from '../../sdk.ts'
import type { FormModel } from '../form-model.ts'
import { usePath } from '../use-field.ts'
import type { LineCommands } from './LineActions.tsx'
import { LineCards } from './LineCards.tsx'
import { loadLineDialog } from './line-dialog.ts'
import { LineGrid } from './LineGrid.tsx'
import { actionsWidth, columnWidths, COUNT_WIDTH } from './column-widths.ts'
import { copyOf, linesOf, readColumns, visibleLineColumns, useLineFigure } from './line-paths.ts'
import { focusCell, moveByKey } from './move-by-key.ts'
import { useLines } from './use-lines.ts'
import classes from './LineTable.module.css'
import { LazyBoundary } from '../../ui/LazyBoundary.tsx'
import { useIsPhone } from '../../ui/use-is-phone.ts'
import { useWidth } from '../../ui/use-width.ts'

const LineDialog = lazy(() => loadLineDialog().then((module) => ({ default: module.LineDialog })))

const SharedValues = lazy(() => import('./SharedValues.tsx').then((module) => ({ default: module.SharedValues })))

export interface LineTableProps {
  compiled: CompiledType
  model: FormModel
  section: ResolvedSection
  canEdit: boolean
  /** Some fields of the lines may be changed, but lines cannot be added or removed. */
  isPartiallyEditable?: boolean
  /** Shows only the lines whose field has this value; a new line gets it. */
  only?: { field: string; value: Json }
}

/** The lines of a document, edited in place; on a phone, each line is a card. */
export function LineTable(props: LineTableProps) {
  const shape = props.compiled.manifest.shape.fields[props.section.field ?? '']?.line
  return shape ? <Lines {...props} shape={shape} /> : null
}

function Lines({ compiled, model, section, canEdit, isPartiallyEditable = false, shape, only }: LineTableProps & { shape: ResolvedShape }) {
  const array = section.field ?? ''
  const lineKey = compiled.manifest.shape.fields[array]?.lineKey
  const lines = useLines(model, array)
  const chosen = useLineFigure(model, array, (all) => all.flatMap((line, index) => (only === undefined || line[only.field] === only.value ? [index] : [])).join(' '))
  const indexes = useMemo(() => (chosen === '' ? [] : chosen.split(' ').map(Number)), [chosen])
  const joined = useLineFigure(model, array, (all) => {
    const visible = visibleLineColumns(model, section, lines.ids.length)
    return (canEdit ? [visible, []] : readColumns(all, visible, shape)).map((names) => names.join(' ')).join('|')
  })
  const [columns = [], shared = []] = useMemo(() => joined.split('|').map((names) => names.split(' ').filter(Boolean)), [joined])
  const [dialog, setDialog] = useState<{ index: number; name: string }>()
  const root = useRef<HTMLDivElement>(null)
  usePath(model, array)
  const error = model.error(array)

  const focusLine = useCallback((index: number, column = 0) => {
    requestAnimationFrame(() => focusCell(root.current, index, column))
  }, [])
  const add = (): void => focusLine(lines.add(only && { [only.field]: only.value }))
  const canArrange = canEdit && !isPartiallyEditable
  const commands = useMemo<LineCommands>(() => ({
    canArrange,
    openDialog: (index, name) => setDialog({ index, name }),
    duplicate: (index) => {
      const copy = linesOf(model.doc(), array)[index]
      if (copy) focusLine(lines.add(copyOf(copy, lineKey)))
    },
    remove: (index) => {
      void confirmed({ title: t('Line {number}', { number: indexes.indexOf(index) + 1 }), text: compiled.message(`${array}.confirm`, {}), tone: 'danger', acceptLabel: t('Remove'), rejectLabel: t('Keep it') }).then((yes) => {
        if (!yes) return
        lines.remove(index)
        focusLine(Math.max(0, index - 1))
      })
    },
  }), [compiled, model, array, lineKey, lines, indexes, focusLine, canArrange])

  const onKeyDown = (event: KeyboardEvent): void => {
    // The dialog of a line is inside the table only in React's tree: its key events must not move between cells.
    if (canEdit && event.target instanceof Node && root.current?.contains(event.target)) moveByKey(event, root.current, canArrange ? add : () => undefined)
  }
  const opened = dialog && section.dialogs[dialog.name]
  return (
    <div ref={root} onKeyDown={onKeyDown} data-lines={array}>
      {shared.length > 0 && <LazyBoundary><SharedValues model={model} section={section} shape={shape} names={shared} /></LazyBoundary>}
      <LinesBody empty={compiled.message(`${array}.empty`, {})} model={model} section={section} shape={shape} columns={columns} lines={lines} indexes={indexes} isPart={only !== undefined} canEdit={canEdit} commands={commands} />
      {error && <Text role="alert" size="sm" c="var(--mantine-color-error)" mt={6} id={`${array}-error`} tabIndex={-1} data-path={array}>{error}</Text>}
      {canArrange && (
        <Group mt="sm" justify="space-between">
          <Button variant="light" size="sm" leftSection={<Icon name="plus" size={16} />} onClick={add} className={classes.add ?? ''}>{section.addLabel}</Button>
          <Text size="xs" c="dimmed" visibleFrom="sm">{t('Enter: next line · Ctrl+Enter: new line')}</Text>
        </Group>
      )}
      {dialog && opened && (
        <LazyBoundary>
          <LineDialog
            key={`${dialog.index}.${dialog.name}`}
            compiled={compiled} model={model} array={array} index={dialog.index} dialog={dialog.name} canEdit={canEdit}
            title={opened.title} fields={opened.fields} onClose={() => setDialog(undefined)}
          />
        </LazyBoundary>
      )}
    </div>
  )
}

interface LinesBodyProps { empty: string; model: FormModel; section: ResolvedSection; shape: ResolvedShape; columns: string[]; lines: ReturnType<typeof useLines>; /** Indexes of the lines to show. */ indexes: number[]; /** Whether other lines are shown elsewhere. */ isPart: boolean; canEdit: boolean; commands: LineCommands }

function LinesBody({ empty, lines, indexes, isPart, ...shared }: LinesBodyProps) {
  const isPhone = useIsPhone()
  const { ref, width } = useWidth()
  if (indexes.length === 0) return <Text c="dimmed" size="sm" py="sm" ta="center">{empty}</Text>
  // Read-only lines are shown as cards rather than in a table that scrolls sideways, for example beside a document's attachments.
  const least = columnWidths(shared.columns.flatMap((name) => shared.shape.fields[name] ?? []), {}, 0)
  const isNarrow = !shared.canEdit && width > 0 && width < least.reduce((sum, one) => sum + one, COUNT_WIDTH + actionsWidth(shared.section, false))
  const body = { ...shared, indexes, hasTotals: !isPart }
  // Measured only where the width decides: that lays out the whole form before it is painted.
  return <div ref={isPhone ? null : ref}>{isPhone || isNarrow ? <LineCards {...body} lines={lines} /> : <LineGrid {...body} ids={lines.ids} />}</div>
}
