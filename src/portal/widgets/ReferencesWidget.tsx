import { useMemo, useState, useSyncExternalStore } from 'react'
import { Avatar, Loader, MultiSelect } from '@mantine/core'
import { keysIn, t } from '../../core/index.ts'
import { useFormEnvironment } from '../form/environment.ts'
import { initials } from '../ui/format.ts'
import { narrow } from './narrow.ts'
import { TagsWidget } from './TagsWidget.tsx'
import { useListBelow } from './use-list-below.ts'
import { useOptions } from './use-options.ts'
import { inputProps, type WidgetProps } from './widget.ts'
import classes from './Widgets.module.css'

/** Several records of another type, by their codes: chosen from a list that searches on the server where there are many, shown by their labels. */
export function ReferencesWidget(props: WidgetProps) {
  const { references } = useFormEnvironment()
  // A type that the current user may not see cannot be searched; codes can still be typed, and the server decides.
  return references.manifest(props.field.ref?.to ?? '') ? <ReferencesSelect {...props} /> : <TagsWidget {...props} />
}

function ReferencesSelect(props: WidgetProps) {
  const { path, field, value, onChange } = props
  const type = field.ref?.to ?? ''
  const labelField = field.ref?.label ?? ''
  const { references, optionAllowed } = useFormEnvironment()
  useSyncExternalStore(references.subscribe, references.version)
  const [isOpen, setOpen] = useState(props.autoFocus === true)
  const [search, setSearch] = useState('')
  const keyField = references.manifest(type)?.key ?? ''
  const keys = useMemo(() => keysIn(value), [value])
  const { found, isLoading, failed } = useOptions(type, isOpen, search)
  const below = useListBelow()

  const captionOf = (key: string): string => references.caption(type, key, labelField)
  const nameOf = (key: string): string => {
    const label = references.ref(type, key)?.[labelField]
    return typeof label === 'string' && label !== '' ? label : key
  }
  // What may be chosen depends on the rest of the form, which is the same while the list is open.
  const offered = useMemo(() => (isOpen ? found.filter((option) => optionAllowed(path, option)).map((option) => String(option[keyField])) : []), [isOpen, found, optionAllowed, path, keyField])
  const data = [...new Set([...keys, ...offered])].map((key) => ({ value: key, label: captionOf(key) }))
  const isFull = field.maxItems !== undefined && keys.length >= field.maxItems

  return (
    <MultiSelect
      {...inputProps(props)}
      data={data}
      value={keys}
      onChange={(next) => onChange(next.length > 0 ? next : undefined)}
      searchable
      searchValue={search}
      onSearchChange={setSearch}
      onDropdownOpen={() => setOpen(true)}
      onFocus={() => setOpen(true)}
      openOnFocus={false}
      onBlur={() => {
        setSearch('')
        props.onBlur()
      }}
      hidePickedOptions
      limit={200}
      {...(field.maxItems === undefined ? {} : { maxValues: field.maxItems })}
      filter={({ options, search: text }) => narrow(options, text, '')}
      clearable={props.clearable}
      clearButtonProps={{ 'aria-label': t('Clear {label}', { label: props.label }), tabIndex: -1 }}
      placeholder={keys.length > 0 ? '' : (props.placeholder ?? (props.bare ? '' : t('Search…')))}
      nothingFoundMessage={nothingFound({ isLoading, failed, isFull, max: field.maxItems })}
      renderPill={({ value: key, onRemove, disabled }) => (
        <span className={classes.pill} data-disabled={disabled || undefined}>
          <span className={classes.pillText} title={captionOf(String(key))}>{nameOf(String(key))}</span>
          {disabled !== true && <button type="button" className={classes.pillRemove} aria-label={t('Remove {label}', { label: nameOf(String(key)) })} tabIndex={-1} onMouseDown={(event) => event.preventDefault()} onClick={onRemove}>×</button>}
        </span>
      )}
      renderOption={({ option }) => (
        <span className={classes.option}>
          <Avatar size={26} radius="xl" color="primary" aria-hidden>{initials(nameOf(option.value))}</Avatar>
          <span className={classes.optionText}>{nameOf(option.value)}</span>
          {nameOf(option.value) !== option.value && <span className={classes.optionKey}>{option.value}</span>}
        </span>
      )}
      comboboxProps={{ position: 'bottom-start', ...below }}
      {...(isLoading ? { rightSection: <Loader size={14} /> } : {})}
    />
  )
}

function nothingFound({ isLoading, failed, isFull, max }: { isLoading: boolean; failed: string | undefined; isFull: boolean; max: number | undefined }): string {
  if (isFull && max !== undefined) return t('No more than {max} can be chosen.', { max })
  return isLoading ? t('Searching…') : (failed ?? t('Nothing found'))
}
