import { useLayoutEffect, useRef, useState } from 'react'
import { TextInput } from '@mantine/core'
import { currencySection, SECTION_STYLE } from './ReadonlyWidget.tsx'
import { editNumber, readNumber, showNumber, type NumberKind } from './number-text.ts'
import { inputProps, type WidgetProps } from './widget.ts'

interface NumberInputProps extends WidgetProps { kind: NumberKind; fixed: boolean; currency?: string }

/**
 * A number in a text input: the typed text stays unchanged until the field loses focus, and is then shown with separators. An input of type
 * number would reject "1,250" and change its value when the mouse wheel turns.
 */
function TypedNumberInput(props: NumberInputProps) {
  const { value, onChange, onComplaint, onBlur, kind, fixed, currency } = props
  const [typed, setTyped] = useState<string | null>(null)
  const [isFocused, setFocused] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  // Selects the text after it was rendered in its editable form, so that typing replaces it; an earlier selection would be lost.
  useLayoutEffect(() => {
    if (isFocused) input.current?.select()
  }, [isFocused])
  const number = typeof value === 'number' ? value : undefined
  const shown = number === undefined ? '' : showNumber(number, kind.decimals, fixed)
  // Invalid text stays visible after the field loses focus, so that the user sees what is wrong with it.
  const text = typed ?? (isFocused && number !== undefined ? editNumber(number) : shown)

  const type = (next: string): void => {
    setTyped(next)
    const read = readNumber(next, kind)
    onComplaint(read.kind === 'complaint' ? read.message : undefined)
    if (read.kind === 'number') onChange(read.value)
    else if (number !== undefined) onChange(undefined)
  }

  const leave = (): void => {
    setFocused(false)
    if (typed !== null && readNumber(typed, kind).kind !== 'complaint') setTyped(null)
    onBlur()
  }

  return (
    <TextInput
      {...inputProps(props)}
      inputMode="decimal"
      autoComplete="off"
      value={text}
      {...(currency && !props.bare ? currencySection(currency) : {})}
      styles={{ input: { textAlign: props.bare || currency ? 'right' : 'left', fontVariantNumeric: 'tabular-nums' }, section: SECTION_STYLE }}
      onFocus={() => setFocused(true)}
      ref={input}
      onChange={(event) => type(event.currentTarget.value)}
      onBlur={leave}
    />
  )
}

/** A plain number: whole for integers, otherwise with at most six decimals. Rules check its bounds, with the manifest's messages. */
export function NumberWidget(props: WidgetProps) {
  const { field } = props
  return <TypedNumberInput {...props} kind={{ decimals: field.type === 'integer' ? 0 : 6, negative: true, label: field.title }} fixed={false} />
}

/**
 * An amount: two decimals, thousand separators unless focused. Negative amounts are refused here unless the field declares a minimum, which
 * rules then check.
 */
export function MoneyWidget(props: WidgetProps) {
  const { field } = props
  const currency = typeof props.options.currency === 'string' ? props.options.currency : ''
  return <TypedNumberInput {...props} kind={{ decimals: 2, negative: (field.minimum ?? field.exclusiveMinimum) !== undefined, label: field.title }} fixed currency={currency} />
}
