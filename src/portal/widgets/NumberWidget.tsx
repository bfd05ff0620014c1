import { useLayoutEffect, useRef, useState } from 'react'
import { TextInput } from '@mantine/core'
import { currencySection, SECTION_STYLE } from './ReadonlyWidget.tsx'
import { editNumber, readNumber, showNumber, type NumberKind } from './number-text.ts'
import { inputProps, type WidgetProps } from './widget.ts'

interface NumberInputProps extends WidgetProps { kind: NumberKind; fixed: boolean; currency?: string }

/**
 * A number as text: what is typed stays as typed until the field is left, then it is shown with separators.
 * An input of type number would swallow "1,250" and change the value when the wheel turns.
 */
function TypedNumberInput(props: NumberInputProps) {
  const { value, onChange, onComplaint, onBlur, kind, fixed, currency } = props
  const [typed, setTyped] = useState<string | null>(null)
  const [isFocused, setFocused] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  // Once it is shown as it is typed, for the selection would not outlive that: what is typed takes its place.
  useLayoutEffect(() => {
    if (isFocused) input.current?.select()
  }, [isFocused])
  const number = typeof value === 'number' ? value : undefined
  const shown = number === undefined ? '' : showNumber(number, kind.decimals, fixed)
  // A complaint keeps the text on show after leaving, so that the person sees what is wrong with it.
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

/** A plain number: whole for integers, at most six decimals otherwise. Its bounds are the rules' to speak of, in the manifest's words. */
export function NumberWidget(props: WidgetProps) {
  const { field } = props
  return <TypedNumberInput {...props} kind={{ decimals: field.type === 'integer' ? 0 : 6, negative: true, label: field.title }} fixed={false} />
}

/** An amount: two decimals, thousand separators when not typed in; one without bounds is refused below zero, of others the rules speak. */
export function MoneyWidget(props: WidgetProps) {
  const { field } = props
  const currency = typeof props.options.currency === 'string' ? props.options.currency : ''
  return <TypedNumberInput {...props} kind={{ decimals: 2, negative: (field.minimum ?? field.exclusiveMinimum) !== undefined, label: field.title }} fixed currency={currency} />
}
