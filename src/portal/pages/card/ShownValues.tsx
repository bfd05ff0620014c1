import type { Json, ResolvedShownValue } from '../../../core/index.ts'
import { usePath, useFieldSource } from '../../form/use-field.ts'
import { formatDate, formatMoney, formatNumber, usePortal } from '../../sdk.ts'
import classes from './ShownValues.module.css'

/** What a dialog calculates from what is entered so far (`shows` of the action); nothing for a value that is still empty. */
export function ShownValues({ shows, valueOf }: { shows: Record<string, ResolvedShownValue>; /** Evaluates an expression over the input as it is now. */ valueOf: (expression: string) => Json | undefined }) {
  const { company: { currency } } = usePortal()
  // Any field may be read.
  usePath(useFieldSource(), '')
  const shown = Object.entries(shows).flatMap(([name, { title, value, format }]) => {
    const text = textOf(valueOf(value), format, currency)
    return text === '' ? [] : [{ name, title, text }]
  })
  return <dl className={classes.shown} aria-live="polite">{shown.map(({ name, title, text }) => <div key={name}><dt>{title}</dt><dd>{text}</dd></div>)}</dl>
}

function textOf(value: Json | undefined, format: ResolvedShownValue['format'], currency: string): string {
  if (typeof value === 'number') return format === 'money' ? formatMoney(value, currency) : formatNumber(value)
  if (typeof value !== 'string') return ''
  return format === 'date' ? formatDate(value) : value
}
