import { choicesOf, enumTitle } from '../../core/index.ts'
import { usePortal } from '../shell/portal-context.ts'
import { OptionSelect, SelectWidget } from './OptionSelect.tsx'
import { TextWidget } from './TextWidget.tsx'
import type { WidgetProps } from './widget.ts'

/** One of the texts that a setting lists; while it lists none, free text or any value that the manifest lists. */
export function ChoiceWidget(props: WidgetProps) {
  const { field, value, onChange } = props
  const choices = choicesOf(field, usePortal().settings)
  if (choices.length === 0) return field.enum === undefined ? <TextWidget {...props} /> : <SelectWidget {...props} />
  const chosen = typeof value === 'string' && value !== '' ? value : null
  // A value chosen before the setting changed stays visible.
  const shown = chosen === null || choices.includes(chosen) ? choices : [chosen, ...choices]
  return <OptionSelect widget={props} options={shown.map((choice) => ({ value: choice, label: enumTitle(field, choice) }))} value={chosen} onChoose={onChange} />
}
