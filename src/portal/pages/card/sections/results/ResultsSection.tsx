import { Progress, SegmentedControl, Text } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { ClientManifest, JobResult, WireRecord } from '../../../../../contract/index.ts'
import { t, wireName, type ResolvedField } from '../../../../../core/index.ts'
import { AdminList, EmptyAdminList, type AdminColumn } from '../../../../ui/admin-list/AdminList.tsx'
import { formatNumber } from '../../../../ui/format.ts'
import { textOf } from '../../../../ui/RecordValue.tsx'
import { StatusBadge } from '../../../../ui/StatusBadge.tsx'
import { stateIn } from '../../../../ui/wire-record.ts'
import { usePortal } from '../../../../shell/portal-context.ts'
import classes from './Results.module.css'
import { resultsQuery } from './results-query.ts'

const OUTCOMES = {
  posted: { tone: 'success' as const, label: t('Posted'), tried: t('Would be posted') },
  skipped: { tone: 'neutral' as const, label: t('Skipped'), tried: t('Would be skipped') },
  failed: { tone: 'danger' as const, label: t('Failed'), tried: t('Would fail') },
}

interface ResultsSectionProps { manifest: ClientManifest; record: WireRecord | undefined }

/** How far a run of a job is, and what it did for each item, or would do. It follows the run: the record changes with every batch. */
export function ResultsSection({ manifest, record }: ResultsSectionProps) {
  const { job } = manifest
  const { company } = usePortal()
  const [outcome, setOutcome] = useState('')
  const state = (record && stateIn(manifest, record)?.state?.name) ?? ''
  const isDry = job !== undefined && (state === job.states.trying || state === job.states.tried)
  const figure = (name: string | undefined): number => Number(record?.[wireName(manifest.shape, name ?? '')] ?? 0)
  const answer = useInfiniteQuery(resultsQuery(manifest.id, String(record?.[wireName(manifest.shape, manifest.key)] ?? ''), outcome, record?._rev ?? 0))
  if (job === undefined || record === undefined) return null
  const { figures, states } = job
  const [total, done] = [figure(figures.total), figure(figures.done)]
  const isUnderWay = state === states.running || state === states.trying
  const counted = (['posted', 'skipped', 'failed'] as const).map((name): [string, string, number] => [name, labelOf(name, isDry), figure(figures[name])])
  const rows = answer.data?.pages.flatMap((page) => page.data)
  const share = total === 0 ? 100 : Math.min(100, (done / total) * 100)
  return (
    <div className={classes.root}>
      <div className={classes.progress} aria-live="polite">
        <Progress value={share} size="lg" animated={isUnderWay} {...(state === states.stopped && { color: 'yellow' })} aria-label={t('Progress')} />
        <Text size="sm">{t('{done} of {total} processed', { done: formatNumber(done), total: formatNumber(total) })}</Text>
      </div>
      <dl className={classes.figures}>
        {counted.map(([name, label, value]) => <div key={name} data-outcome={name} data-some={value > 0 || undefined}><dt>{label}</dt><dd>{formatNumber(value)}</dd></div>)}
      </dl>
      <AdminList<JobResult>
        page={`${manifest.id}.results`} label={t('Results')} columns={columnsOf(manifest, isDry, company.currency)} keyOf={({ number }) => String(number)} nameOf={({ number }) => String(number)}
        list={{ rows, error: answer.error, isFetching: answer.isFetching, retry: () => void answer.refetch(), isLoadingMore: answer.isFetchingNextPage, count: '', more: answer.hasNextPage ? () => void answer.fetchNextPage() : undefined }}
        filters={<SegmentedControl aria-label={t('Which results')} value={outcome} onChange={setOutcome} data={[{ value: '', label: t('All') }, ...counted.map(([value, label]) => ({ value, label }))]} />}
        empty={<EmptyAdminList isNarrowed={outcome !== ''} title={isUnderWay ? t('Nothing to report yet') : t('Nothing to report')} text={isDry ? t('What would be posted is listed here.') : t('What was posted is in its ledger; what was refused or left out is listed here.')} onClear={() => setOutcome('')} />}
      />
    </div>
  )
}

/** The fields of an item that people see, then what came of it. */
function columnsOf({ shape, job }: ClientManifest, isDry: boolean, currency: string): AdminColumn<JobResult>[] {
  const fields = Object.values(shape.fields[job?.items ?? '']?.line?.fields ?? {}).filter(({ hidden }) => !hidden)
  // Whose it is comes first, figures last.
  const place = ({ ref, type }: ResolvedField): number => (ref === undefined ? Number(type === 'number') * 2 : 1)
  const ordered = fields.toSorted((a, b) => place(a) - place(b))
  return [
    ...ordered.map((field): AdminColumn<JobResult> => ({ id: field.name, title: field.title, render: ({ line }) => textOf(field, line, { currency }) })),
    { id: 'outcome', title: t('Outcome'), render: ({ outcome }) => <StatusBadge tone={OUTCOMES[outcome].tone} label={labelOf(outcome, isDry)} /> },
    { id: 'reason', title: t('Why'), isWide: true, render: ({ reason }) => reason },
  ]
}

function labelOf(outcome: keyof typeof OUTCOMES, isDry: boolean): string {
  return isDry ? OUTCOMES[outcome].tried : OUTCOMES[outcome].label
}
