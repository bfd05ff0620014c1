import { Button, Group, NativeSelect, Skeleton, Stack, Switch, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { t } from '../../../core/index.ts'
import type { Explained, ExplainedChange } from '../../../core/index.ts'
import { explainQuery, overlayTargetsQuery } from '../../api/overlays.ts'
import { usePortal } from '../../shell/portal-context.ts'
import { useAddress } from '../../ui/use-address.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { formatNumber } from '../../ui/format.ts'
import { SearchField } from '../../ui/SearchField.tsx'
import { StatusBadge } from '../../ui/StatusBadge.tsx'
import { LAYERS, partsOf } from './layers.ts'
import { shortValue } from './operations.ts'
import classes from './Overlays.module.css'
import { WhomSelect } from './WhomSelect.tsx'

const STEP = 30
/** The scopes that the address may name. */
const ASKABLE = /^(company|role|user):/

/** Every property of a document type with its value for a given scope, and the layer and author that set it. */
export function ExplainSection() {
  const { company } = usePortal()
  const targets = useQuery(overlayTargetsQuery())
  const [{ type: asked, whom, search, all }, change] = useAddress(['type', 'whom', 'search', 'all'])
  const [shown, setShown] = useState(STEP)
  const types = targets.data?.types ?? []
  const type = types.some(({ id }) => id === asked) ? asked : (types[0]?.id ?? '')
  const scope = ASKABLE.test(whom) ? whom : `company:${company.code}`
  const { layer, name } = partsOf(scope)
  const answer = useQuery(explainQuery({ type, layer, name, search, differs: all === '' }))
  const narrow = (changes: Parameters<typeof change>[0]) => {
    setShown(STEP)
    change(changes)
  }
  const body = () => {
    const error = targets.error ?? answer.error
    if (error && !answer.data) return <ErrorState error={error} onRetry={() => void (targets.error ? targets.refetch() : answer.refetch())} />
    if (!answer.data) return <Stack gap="sm" p="md" aria-hidden>{[0, 1, 2, 3].map((row) => <Skeleton key={row} height={30} />)}</Stack>
    const { data, count } = answer.data
    if (count === 0) return <Nothing isSearched={search !== ''} isAll={all !== ''} onClear={() => narrow({ search: '' })} onAll={() => narrow({ all: '1' })} />
    return (
      <>
        <ul className={classes.properties} aria-label={t('Properties')}>{data.slice(0, shown).map((one) => <Property key={one.path} property={one} />)}</ul>
        <Group justify="space-between" className={classes.foot ?? ''}>
          <Text size="sm" c="dimmed" role="status">{countText(Math.min(shown, data.length), count, count > data.length && shown >= data.length)}</Text>
          {shown < data.length && <Button variant="default" size="sm" onClick={() => setShown(shown + STEP)}>{t('Show more')}</Button>}
        </Group>
      </>
    )
  }
  return (
    <section className="dirisha-panel" aria-labelledby="overlays-explained" aria-busy={answer.isFetching}>
      <Title order={2} size="h4" id="overlays-explained" className={classes.heading ?? ''}>{t('Effective values and where they come from')}</Title>
      <div className={classes.filters} role="search" aria-label={t('Properties')}>
        <NativeSelect label={t('Document type')} data={types.map(({ id, title }) => ({ value: id, label: title }))} value={type} onChange={({ currentTarget: { value } }) => narrow({ type: value })} />
        <WhomSelect label={t('For')} targets={targets.data} value={scope} hasRoles onChange={(next) => narrow({ whom: next })} />
        <SearchField value={search} placeholder={t('Property or value')} className={classes.search ?? ''} onSearch={(text) => narrow({ search: text })} />
        <Switch className={classes.switch ?? ''} label={t('Include unchanged values')} checked={all !== ''} onChange={({ currentTarget: { checked } }) => narrow({ all: checked ? '1' : '' })} />
      </div>
      {body()}
    </section>
  )
}

function countText(shown: number, all: number, isCut: boolean): string {
  const values = { shown: formatNumber(shown), all: formatNumber(all) }
  return isCut ? t('{shown} of {all}: search to see the others', values) : t('{shown} of {all}', values)
}

function Nothing({ isSearched, isAll, onClear, onAll }: { isSearched: boolean; isAll: boolean; onClear: () => void; onAll: () => void }) {
  if (isSearched) return <EmptyState icon="search" title={t('Nothing matches')} text={t('No property or value contains these words.')} action={<Button variant="default" onClick={onClear}>{t('Clear the search')}</Button>} />
  return <EmptyState icon="layers" title={t('No overlay touches this')} text={t('Every value is the module’s own.')} {...(isAll ? {} : { action: <Button variant="default" onClick={onAll}>{t('Show all properties')}</Button> })} />
}

function Property({ property: { path, value, layer, author, history } }: { property: Explained }) {
  return (
    <li>
      <code className={classes.path}>{path}</code>
      <span className={classes.value}>{value === undefined ? t('removed') : shortValue(value)}</span>
      <span className={classes.decided}><StatusBadge {...LAYERS[layer]} />{author !== undefined && <Text size="xs" c="dimmed">{author}</Text>}</span>
      {history.some((one) => one.layer !== 'base') && (
        <details className={classes.history}>
          <summary>{t('Value at each layer')}</summary>
          <ol>{history.map((one, index) => <ChangeRow key={index} change={one} />)}</ol>
        </details>
      )}
    </li>
  )
}

function ChangeRow({ change: { layer, name, source, author, do: does, value, reason, applied } }: { change: ExplainedChange }) {
  const who = [LAYERS[layer].label, name].filter((part) => part !== undefined).join(' ')
  return (
    <li>
      <b>{who}</b>{does !== undefined && ` (${does})`}{value !== undefined && <>: {shortValue(value)}</>}{!applied && `, ${t('not applied')}`}{reason !== undefined && ` (${t('reason: {reason}', { reason })})`}
      <Text size="xs" c="dimmed" className={classes.path ?? ''}>{[author, source].filter((part) => part !== undefined).join(' · ')}</Text>
    </li>
  )
}
