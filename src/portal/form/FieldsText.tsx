import { VisuallyHidden } from '@mantine/core'
import { lazy } from 'react'
import { t } from '../../core/index.ts'
import type { Json, ResolvedField } from '../../core/index.ts'
import { useFormEnvironment } from './environment.ts'
import { useFieldText } from './use-field-text.ts'
import { useFieldAt } from './BoundField.tsx'
import { useFieldSource } from './use-field.ts'
import classes from './Form.module.css'
import { LazyBoundary } from '../ui/LazyBoundary.tsx'
import { valueStyle } from '../ui/value-style.ts'

const FileLink = lazy(() => import('./FileLink.tsx').then((module) => ({ default: module.FileLink })))

interface FieldsTextProps { names: string[]; prefix?: string; columns?: number; /** Side by side, as short as they are. */ isRow?: boolean }

/** Read-only fields: values as text, empty ones as a dash. */
export function FieldsText({ names, prefix = '', columns, isRow }: FieldsTextProps) {
  return (
    <dl className={classes.values} data-row={isRow} style={{ '--columns': columns ?? 2 } as React.CSSProperties}>
      {names.map((name) => <FieldText key={name} path={prefix + name} />)}
    </dl>
  )
}

function FieldText({ path }: { path: string }) {
  const source = useFieldSource()
  const field = useFieldAt(path)
  const state = source.field(path)
  if (!state.visible || field.hidden) return null
  return (
    <div className={classes.value} data-wide={(field.widget === 'textarea' || (field.maxLength ?? 0) > 120) || undefined} data-path={path}>
      <dt>{state.label ?? field.title}</dt>
      <dd><FormValue field={field} path={path} value={source.value(path)} currency /></dd>
    </div>
  )
}

/** A value of the form being shown, as text: in closed forms and in lines. (Of a stored record, in lists and the history: RecordValue.) An empty one is a dash, which screen readers read as "empty". */
export function FormValue({ field, path, value, currency }: { field: ResolvedField; /** The value's path, for its colour. */ path?: string; value: Json | undefined; currency?: boolean }) {
  const text = useFieldText(field, value)
  const environment = useFormEnvironment()
  const source = useFieldSource()
  if (field.file && value !== undefined) return <LazyBoundary><FileLink value={value} /></LazyBoundary>
  if (text === '') return <span style={{ color: 'var(--mantine-color-dimmed)' }}>–<VisuallyHidden>{t('empty')}</VisuallyHidden></span>
  const own = field.money ? source.value(field.money) : undefined
  const unit = currency && field.money !== undefined ? `${typeof own === 'string' && own !== '' ? own : environment.currency} ` : ''
  const tone = field.tone === undefined || path === undefined ? undefined : environment.toneOf?.(path)
  if (tone) return <span className={classes.toned} data-tone={tone} style={valueStyle(field)}>{unit}{text}</span>
  return <span style={valueStyle(field)}>{unit}{text}</span>
}
