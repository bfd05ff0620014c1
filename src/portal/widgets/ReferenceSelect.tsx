import { useMemo, useState } from 'react'
import { Loader, Select } from '@mantine/core'
import { t } from '../../core/index.ts'
import type { Suggestion } from '../../contract/index.ts'
import { useFormEnvironment } from '../form/environment.ts'
import { truncate } from '../ui/format.ts'
import { narrow } from './narrow.ts'
import { useIsCut } from './use-is-cut.ts'
import { useListBelow } from './use-list-below.ts'
import { useOptions } from './use-options.ts'
import { inputProps, type WidgetProps } from './widget.ts'

/** What an external service finds in addition to the existing records. */
export interface Sourced { found: Suggestion[]; isSearching: boolean; onSearch: (text: string) => void; onChoose: (key: string) => void }

/** The select for a type whose manifest is loaded. */
export function ReferenceSelect({ sourced, ...props }: WidgetProps & { sourced?: Sourced }) {
  const type = props.field.ref?.to ?? ''
  const more = sourced?.found
  const { path, field, value, onChange } = props
  const { references, optionAllowed } = useFormEnvironment()
  const [isOpen, setOpen] = useState(props.autoFocus === true)
  const [search, setSearch] = useState<string>()
  const key = typeof value === 'string' ? value : null
  const labelField = field.ref?.label ?? ''
  const keyField = references.manifest(type)?.key ?? ''
  const max = field.ref?.truncate ?? Infinity
  const caption = key === null ? '' : truncate(references.caption(type, key, labelField), max)
  const { found, isLoading, failed } = useOptions(type, isOpen, search === undefined || search === caption ? '' : search)

  const data = useMemo(() => {
    const allowed = isOpen ? found.filter((option) => optionAllowed(path, option)) : []
    const options = allowed.map((option) => String(option[keyField])).map((code) => ({ value: code, label: truncate(references.caption(type, code, labelField), max) }))
    // The current value stays visible even if it can no longer be selected.
    const known = key === null || options.some((option) => option.value === key) ? options : [{ value: key, label: caption }, ...options]
    return more ? [...known, ...more.filter((one) => !known.some(({ value: code }) => code === one.key)).map((one) => ({ value: one.key, label: truncate(one.label, max) }))] : known
  }, [isOpen, found, optionAllowed, path, keyField, type, labelField, key, caption, references, more, max])
  const below = useListBelow()
  const shown = search ?? caption
  const { input, isCut } = useIsCut(shown)
  const isBusy = isLoading || sourced?.isSearching === true

  return (
    <Select
      {...inputProps(props)}
      ref={input}
      // What is chosen can be read in full; a cell says it in its own way.
      {...(isCut && !props.bare && shown === caption ? { inputWrapperOrder: ['label', 'input', 'description', 'error'] as const, description: <><span aria-hidden data-whole>{caption}</span>{props.description && <><br />{props.description}</>}</> } : {})}
      data={data}
      value={key}
      searchable
      // Enter takes the first match; a list that opens by itself would cover the fields below.
      selectFirstOptionOnChange
      openOnFocus={false}
      limit={200}
      searchValue={shown}
      onSearchChange={(text) => {
        setSearch(text)
        sourced?.onSearch(text === caption ? '' : text)
      }}
      onDropdownOpen={() => setOpen(true)}
      // A click places the cursor after the focus selected the text: what is typed replaces the choice.
      onClick={(event) => {
        if (search === undefined || search === caption) event.currentTarget.select()
      }}
      onFocus={(event) => {
        setOpen(true)
        event.currentTarget.select()
      }}
      onChange={(next) => {
        if (sourced && next !== null && !references.ref(type, next)) sourced.onChoose(next)
        else onChange(next ?? undefined)
      }}
      onBlur={() => {
        setSearch(undefined)
        props.onBlur()
      }}
      filter={({ options, search: text }) => narrow(options, text, caption, more)}
      clearable={props.clearable}
      // A cell has room for only one of the two.
      {...(props.bare ? { clearSectionMode: 'clear' as const } : {})}
      clearButtonProps={{ 'aria-label': t('Clear {label}', { label: props.label }), tabIndex: -1 }}
      allowDeselect={false}
      placeholder={props.placeholder ?? (props.bare ? '' : t('Search…'))}
      nothingFoundMessage={isBusy ? t('Searching…') : (failed ?? t('Nothing found'))}
      comboboxProps={{ width: props.bare ? 320 : 'target', position: 'bottom-start', ...below }}
      {...(isBusy ? { rightSection: <Loader size={14} /> } : {})}
    />
  )
}
