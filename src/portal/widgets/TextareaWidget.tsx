import { Textarea } from '@mantine/core'
import { inputProps, type WidgetProps } from './widget.ts'

const MAX_ROWS = 8

/** Whether the browser gives a text the height of its lines. Otherwise Mantine measures it, which lays out the whole form once more before it is painted. */
const SIZES_ITSELF = CSS.supports('field-sizing', 'content')

/** The height of so many lines, with what is around them. */
const heightOf = (rows: number): string => `calc(${rows}lh + 2 * var(--input-padding-y) + 2px)`

/** Several lines of text that grow with the input; shows a counter near the maximum length. */
export function TextareaWidget(props: WidgetProps) {
  const { field, value, onChange } = props
  const text = typeof value === 'string' ? value : ''
  const shared = inputProps(props)
  const counter = field.maxLength && text.length > field.maxLength * 0.6 ? `${text.length} / ${field.maxLength}` : undefined
  const description = [shared.description, counter].filter(Boolean).join(' · ')
  const rows = rowsOf(props)
  return (
    <Textarea
      {...shared}
      {...(description ? { description } : {})}
      {...(field.maxLength ? { maxLength: field.maxLength } : {})}
      {...(SIZES_ITSELF ? { styles: { input: { fieldSizing: 'content', minHeight: heightOf(rows), maxHeight: heightOf(MAX_ROWS) } } } : { autosize: true, minRows: rows, maxRows: MAX_ROWS })}
      value={text}
      onChange={(event) => onChange(event.currentTarget.value === '' ? undefined : event.currentTarget.value)}
    />
  )
}

/** A cell starts at the height of its row. */
function rowsOf({ bare, options }: WidgetProps): number {
  if (bare) return 1
  return typeof options.rows === 'number' ? options.rows : 2
}
