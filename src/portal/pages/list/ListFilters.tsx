import { Button, Indicator, NativeSelect, Skeleton, TextInput } from '@mantine/core'
import { lazy, useState, type ReactNode } from 'react'
import type { ClientManifest } from '../../../contract/index.ts'
import { rangeParameters, stateOfWire, wireStates, wireName, t } from '../../../core/index.ts'
import { Icon } from '../../ui/icons.tsx'
import { SearchField } from '../../ui/SearchField.tsx'
import type { FilterOptions } from './list-rules.ts'
import { drawnFilters, isByTilesOrTabs, otherStates, TAB } from './list-state.ts'
import { useListRules } from './use-list-rules.ts'
import type { ListState } from './use-list-state.ts'
import classes from './ListPage.module.css'
import { LazyBoundary } from '../../ui/LazyBoundary.tsx'

/** The calendar loads after the rows. */
const DateRange = lazy(() => import('../../ui/DateRange.tsx').then((module) => ({ default: module.DateRange })))
// Lazy: few masters have that many records.
const SearchedFilter = lazy(() => import('./SearchedFilter.tsx').then((module) => ({ default: module.SearchedFilter })))

interface FilterProps { manifest: ClientManifest; state: ListState }
interface ListFiltersProps extends FilterProps { isPhone: boolean; /** Whether the rows are on screen, or could not be fetched. */ hasAnswer: boolean; /** The menu of the list. */ menu: ReactNode }

/** The search box and the declared filters; on a phone the filters are behind a button, so that the rows come first. */
export function ListFilters({ manifest, state, isPhone, hasAnswer, menu }: ListFiltersProps) {
  const [isOpen, setOpen] = useState(false)
  const rules = useListRules(manifest, hasAnswer)
  // An active filter is shown even if it is not offered: otherwise nothing would reveal it.
  const filters = drawnFilters(manifest, state).filter(([field]) => state.scope[field] === undefined && (rules.offers(field) || isSet(manifest, state, field)))
  const isSearchable = manifest.list.search.length > 0
  const isFilterable = filters.length > 0 || state.hasOthers
  const isFolding = isPhone && isSearchable && isFilterable
  const isShown = !isFolding || isOpen
  return (
    <div className={classes.filters} role="search" data-folding={isFolding || undefined}>
      {isSearchable && <SearchField className={classes.search ?? ''} value={state.search} placeholder={t('Search')} onSearch={(text) => state.set({ q: text }, { replaces: true })} />}
      {isFolding && (
        <Indicator label={state.filtersSet} disabled={state.filtersSet === 0} size={18} zIndex={1}>
          <Button variant="default" px="sm" leftSection={<Icon name="filter" size={16} />} aria-expanded={isOpen} aria-label={state.filtersSet === 0 ? t('Filters') : t('Filters, {count} set', { count: state.filtersSet })} onClick={() => setOpen(!isOpen)}>{t('Filters')}</Button>
        </Indicator>
      )}
      {isShown && filters.map(([field, kind]) => (kind === 'range'
        ? <RangeFilter key={field} field={field} manifest={manifest} state={state} />
        : <EqualsFilter key={field} field={field} manifest={manifest} state={state} offered={rules.options[field]} isComing={rules.areComing && manifest.shape.fields[field]?.ref !== undefined} />))}
      {isShown && state.hasOthers && <Button px="sm" variant={state.isMine ? 'light' : 'default'} aria-pressed={state.isMine} onClick={() => state.set({ mine: state.isMine ? undefined : '1' })}>{t('Mine only')}</Button>}
      {isShown && <Button className={classes.clear ?? ''} px="xs" variant="subtle" color="gray" data-idle={!state.isNarrowed || undefined} onClick={state.clear}>{t('Clear')}</Button>}
      <span className={classes.menuOfList}>{menu}</span>
    </div>
  )
}

function isSet(manifest: ClientManifest, state: ListState, field: string): boolean {
  const wire = wireName(manifest.shape, field)
  return [wire, `${wire}_from`, `${wire}_to`].some((name) => state.query[name] !== undefined)
}

type FieldFilterProps = FilterProps & { field: string }

function RangeFilter({ field, manifest, state }: FieldFilterProps) {
  const definition = manifest.shape.fields[field]
  const ends = rangeParameters(wireName(manifest.shape, field))
  const title = manifest.list.columns[field]?.title ?? definition?.title ?? field
  const from = state.value(ends.from)
  const to = state.value(ends.to)
  if (definition?.type === 'number' || definition?.type === 'integer') {
    return (
      <>
        <NumberEnd title={t('{title} from', { title })} value={from} onCommit={(text) => state.set({ [ends.from]: text })} />
        <NumberEnd title={t('{title} to', { title })} value={to} onCommit={(text) => state.set({ [ends.to]: text })} />
      </>
    )
  }
  return (
    <LazyBoundary fallback={<Skeleton height={36} className={classes.range ?? ''} />}>
      <DateRange className={classes.range ?? ''} title={title} from={from} to={to} onCommit={(start, end) => state.set({ [ends.from]: start, [ends.to]: end })} />
    </LazyBoundary>
  )
}

function NumberEnd({ title, value, onCommit }: { title: string; value: string; onCommit: (text: string) => void }) {
  return (
    <TextInput key={value} w={150} type="number" aria-label={title} placeholder={title} defaultValue={value}
      onBlur={(event) => event.currentTarget.value !== value && onCommit(event.currentTarget.value)} onKeyDown={(event) => event.key === 'Enter' && onCommit(event.currentTarget.value)} />
  )
}

function EqualsFilter({ field, manifest, state, offered, isComing }: FieldFilterProps & { offered: FilterOptions | undefined; isComing: boolean }) {
  const definition = manifest.shape.fields[field]
  const wire = wireName(manifest.shape, field)
  const title = manifest.list.columns[field]?.title ?? definition?.title ?? field
  const value = state.value(wire)
  const set = (next: string): void => state.set({ [wire]: next })
  if (offered && 'find' in offered) return <LazyBoundary fallback={<Skeleton height={36} className={classes.filter ?? ''} />}><SearchedFilter name={`${manifest.hash} ${field}`} className={classes.filter ?? ''} title={title} value={value} search={offered} onChange={set} /></LazyBoundary>
  const options = isComing ? [{ value, label: value }] : (offered?.all ?? optionsOf(manifest, field))
  if (field === manifest.stateField && isByTilesOrTabs(manifest)) return <OtherStates manifest={manifest} state={state} />
  if (options.length === 0) {
    return <TextInput key={value} className={classes.filter ?? ''} aria-label={title} placeholder={title} defaultValue={value}
      onBlur={(event) => event.currentTarget.value !== value && set(event.currentTarget.value.trim())} onKeyDown={(event) => event.key === 'Enter' && set(event.currentTarget.value.trim())} />
  }
  return (
    // Disabled until the options are loaded: an earlier choice would be lost when they arrive.
    <NativeSelect className={classes.filter ?? ''} aria-label={title} disabled={isComing} data={[{ value: '', label: t('{title}: all', { title }) }, ...options.filter((one) => one.value !== '')]} value={value}
      onChange={(event) => set(event.currentTarget.value)} />
  )
}

/** Narrows the list to one of the states that its tiles and tabs do not reach. */
function OtherStates({ manifest, state }: FilterProps) {
  const { stateField, list, shape } = manifest
  const wire = wireName(shape, stateField)
  const others = otherStates(manifest)
  const options = others.map((one) => ({ value: one, label: stateOfWire(manifest, one)?.label ?? one }))
  return (
    <NativeSelect className={classes.filter ?? ''} aria-label={list.columns[stateField]?.title ?? shape.fields[stateField]?.title ?? stateField} data={[{ value: '', label: t('More statuses') }, ...options]}
      value={others.includes(state.value(wire)) ? state.value(wire) : ''} onChange={(event) => state.set({ [TAB]: undefined, [wire]: event.currentTarget.value })} />
  )
}

function optionsOf(manifest: ClientManifest, field: string): { value: string; label: string }[] {
  if (field === manifest.stateField) return wireStates(manifest).map((wire) => ({ value: wire, label: stateOfWire(manifest, wire)?.label ?? wire }))
  const definition = manifest.shape.fields[field]
  if (definition?.type === 'boolean') return [{ value: 'true', label: t('{title}: yes', { title: definition.title }) }, { value: 'false', label: t('{title}: no', { title: definition.title }) }]
  return (definition?.enum ?? []).map((value) => ({ value: String(value), label: definition?.enumTitles?.[String(value)] ?? String(value) }))
}
