import { ActionIcon, Center, Loader, Popover, TextInput } from '@mantine/core'
import { lazy, useRef, useState, type FocusEvent, type KeyboardEvent } from 'react'
import { t } from '../../core/index.ts'
import { Icon } from '../ui/icons.tsx'
import { formatDate } from '../ui/format.ts'
import { localToday, readDate } from './date-text.ts'
import { inputProps, type WidgetProps } from './widget.ts'
import { LazyBoundary } from '../ui/LazyBoundary.tsx'

const Calendar = lazy(() => import('./Calendar.tsx').then((module) => ({ default: module.Calendar })))

interface DateFieldProps extends Omit<WidgetProps, 'value' | 'onChange'> {
  /** `YYYY-MM-DD`. */
  value: string | undefined
  onChange: (day: string | undefined) => void
}

/** A date as free text (15/6/2026, 15 Jun, today), with a calendar one key or tap away. */
export function DateField(props: DateFieldProps) {
  const { value, onChange, onComplaint, options, label, disabled } = props
  const [typed, setTyped] = useState<string>()
  const [isOpen, setOpen] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const dropdown = useRef<HTMLDivElement>(null)
  const today = typeof options.today === 'string' ? options.today : localToday()

  /** Applies the typed text; an invalid date stays visible with an error. */
  const commit = (): void => {
    if (typed === undefined) return
    const day = typed.trim() === '' ? undefined : readDate(typed, today)
    onComplaint(day === null ? t('{label}: enter a date, for example 15/6/2026.', { label }) : undefined)
    if (day === null) return
    setTyped(undefined)
    if (day !== value) onChange(day)
  }
  const pick = (day: string | undefined): void => {
    onComplaint(undefined)
    setTyped(undefined)
    setOpen(false)
    onChange(day)
    input.current?.focus()
  }
  const leave = (event: FocusEvent): void => {
    if (dropdown.current?.contains(event.relatedTarget) || event.relatedTarget === input.current) return
    setOpen(false)
    commit()
    props.onBlur()
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'Enter' && typed !== undefined) {
      commit()
      // What forbids the day is said at once, as when the field is left.
      props.onBlur()
    }
    // In the line table a plain arrow key moves to the next line.
    if (event.key !== 'ArrowDown' || (props.bare && !event.altKey)) return
    event.preventDefault()
    event.stopPropagation()
    setOpen(true)
  }

  return (
    <Popover opened={isOpen} onChange={setOpen} position="bottom-start" withinPortal shadow="md" returnFocus withRoles={false}>
      <Popover.Target>
        <TextInput
          {...inputProps(props)}
          ref={input}
          autoComplete="off"
          placeholder={props.placeholder ?? (props.bare ? '' : t('DD/MM/YYYY'))}
          value={typed ?? formatDate(value)}
          onChange={(event) => setTyped(event.currentTarget.value)}
          onFocus={(event) => event.currentTarget.select()}
          onBlur={leave}
          onKeyDown={onKeyDown}
          rightSection={
            <ActionIcon variant="subtle" color="gray" size={30} tabIndex={-1} disabled={disabled} aria-label={t('Open the calendar')} aria-haspopup="dialog" aria-expanded={isOpen} onMouseDown={(event) => event.preventDefault()} onClick={() => setOpen(!isOpen)}>
              <Icon name="calendar" size={17} />
            </ActionIcon>
          }
        />
      </Popover.Target>
      <Popover.Dropdown ref={dropdown} role="dialog" aria-label={label} onBlur={leave}>
        <LazyBoundary fallback={<Center w={252} h={264}><Loader size="sm" aria-label={t('Loading the calendar')} /></Center>}>
          <Calendar value={value ?? null} onPick={pick} today={today} {...limit('min', options.minDate)} {...limit('max', options.maxDate)} {...(props.unavailable ? { unavailable: props.unavailable } : {})} />
        </LazyBoundary>
      </Popover.Dropdown>
    </Popover>
  )
}

const limit = (name: 'min' | 'max', bound: unknown): { min?: string; max?: string } => (typeof bound === 'string' ? { [name]: bound } : {})

/** A date, typed or picked from a calendar; the value is `YYYY-MM-DD`. */
export function DateWidget(props: WidgetProps) {
  const { value } = props
  return <DateField {...props} value={typeof value === 'string' && value !== '' ? value.slice(0, 10) : undefined} />
}
