import { memo, useRef, useState } from 'react'
import { widgetFor } from '../../widgets/registry.ts'
import { fieldId, useIsReadOnly, useWidgetProps } from '../BoundField.tsx'
import { useFormEnvironment } from '../environment.ts'
import { useFieldSource } from '../use-field.ts'
import { useFieldText } from '../use-field-text.ts'
import { valueStyle } from '../../ui/value-style.ts'
import { textWidth } from './content-widths.ts'
import classes from './LineTable.module.css'

/** Pixels around the text of a resting cell, and the maximum width of a letter: text that certainly fits is not measured. */
const AROUND = 26
const MAX_LETTER_WIDTH_PX = 14

interface LineCellProps { path: string; lineLabel: string; /** The width of its column, in pixels. */ width: number }

/**
 * A cell. At rest it is a plain input that shows the value; the real editor replaces it while it has the focus. So two hundred lines open
 * at once, and a keystroke re-renders one cell.
 */
export const LineCell = memo(function LineCell({ path, lineLabel, width }: LineCellProps) {
  const source = useFieldSource()
  const props = useWidgetProps({ path, bare: true, labelSuffix: lineLabel })
  const [isActive, setActive] = useState(false)
  const hasComplaint = useRef(false)
  const isEntered = useRef(false)
  const isReadOnly = useIsReadOnly(path)
  const { visible, enabled } = source.field(path)
  if (!visible) return null

  // A file is chosen with a button: a resting cell would not show that it takes one.
  const rests = !isActive && !hasComplaint.current && props.field.file === undefined
  if (isReadOnly || !enabled || rests) {
    return <RestingCell {...props} isReadOnly={isReadOnly} width={width} onActivate={() => setActive(true)} />
  }
  const Widget = widgetFor(props.field)
  /** As in any table, typing into a cell that was just entered replaces its value. */
  const enter = (target: Element): void => {
    setActive(true)
    if (!isEntered.current && (target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement)) target.select()
    isEntered.current = true
  }
  return (
    <div className={classes.editor} onFocus={(event) => enter(event.target)}>
      <Widget
        {...props}
        autoFocus={isActive}
        onComplaint={(message) => {
          hasComplaint.current = message !== undefined
          props.onComplaint(message)
        }}
        onBlur={() => {
          props.onBlur()
          isEntered.current = false
          // Text that is not a valid value stays in its editor; the document does not contain it.
          setActive(false)
        }}
      />
      <Remark {...props} />
    </div>
  )
})

type Resting = ReturnType<typeof useWidgetProps> & { isReadOnly: boolean; width: number; onActivate: () => void }

function RestingCell({ id, label, field, value, error, hint, remark, required, disabled, isReadOnly, width, onActivate, path }: Resting) {
  const text = useFieldText(field, value)
  const { toneOf } = useFormEnvironment()
  const tone = isReadOnly && field.tone !== undefined ? toneOf?.(path) : undefined
  if (field.type === 'boolean' && !isReadOnly && !disabled) return <BooleanCell path={path} label={label} />
  const canEdit = !isReadOnly && !disabled
  const isNumber = field.type === 'number' || field.type === 'integer'
  const isLong = !isNumber && width > 0 && text.length * MAX_LETTER_WIDTH_PX > width - AROUND && textWidth(text) > width - AROUND
  // A text longer than its column wraps.
  const Rest = isLong ? 'textarea' : 'input'
  const isOff = disabled && !isReadOnly
  const describedBy = [error && `${id}-error`, hint && `${id}-hint`, remark && `${id}-remark`].filter(Boolean).join(' ')
  return (
    <>
      <Rest
        id={id}
        className={classes.resting}
        style={valueStyle(field)}
        {...(isLong ? { rows: 2 } : {})}
        readOnly
        disabled={isOff}
        value={text}
        title={(isOff ? hint : text) || undefined}
        aria-label={label}
        aria-required={(required && canEdit) || undefined}
        aria-invalid={error !== undefined || undefined}
        {...(describedBy ? { 'aria-describedby': describedBy } : {})}
        data-path={path}
        data-number={isNumber || undefined}
        data-read-only={isReadOnly || undefined}
        data-tone={tone || undefined}
        data-picks={(canEdit && (field.ref !== undefined || field.enum !== undefined)) || undefined}
        onFocus={canEdit ? onActivate : undefined}
      />
      {/* The reason why a cell is disabled is not repeated visibly in each line: it is a tooltip and a description for screen readers. */}
      {hint && <div id={`${id}-hint`} className={classes.hint} hidden={isOff} data-number={isNumber || undefined}>{hint}</div>}
      {error && <div id={`${id}-error`} className={classes.error}>{error}</div>}
      <Remark id={id} remark={remark} />
    </>
  )
}

function Remark({ id, remark }: { id: string; remark?: string | undefined }) {
  return remark === undefined ? null : <div id={`${id}-remark`} className={classes.remark}>{remark}</div>
}

/** A checkbox needs no separate editor. */
function BooleanCell({ path, label }: { path: string; label: string }) {
  const source = useFieldSource()
  const { idPrefix } = useFormEnvironment()
  return (
    <input
      type="checkbox"
      id={fieldId(idPrefix, path)}
      aria-label={label}
      checked={source.value(path) === true}
      onChange={(event) => source.set(path, event.currentTarget.checked)}
    />
  )
}
