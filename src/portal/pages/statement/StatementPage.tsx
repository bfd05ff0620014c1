import { Button, Center, Group, Loader, Skeleton } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { lazy } from 'react'
import { t } from '../../../core/index.ts'
import type { Answer, StatementAnswer } from '../../../contract/index.ts'
import { call, ErrorState, Icon, saveBlob, Screen, usePortal, type ScreenProps } from '../../sdk.ts'
import { useAddress } from '../../ui/use-address.ts'
import { LazyBoundary } from '../../ui/LazyBoundary.tsx'

const PdfPages = lazy(() => import('../../ui/pdf/PdfPages.tsx').then((module) => ({ default: module.PdfPages })))
const DateRange = lazy(() => import('../../ui/DateRange.tsx').then((module) => ({ default: module.DateRange })))
const waiting = <Center h={320}><Loader role="status" aria-label={t('Loading the statement')} /></Center>

/** A printed statement of what the current user received, accounted for and was paid in a period. */
export function StatementPage({ page }: ScreenProps) {
  const { caption, today, actor } = usePortal()
  const [address, change] = useAddress(['from', 'to'])
  const from = address.from === '' ? `${today.slice(0, 4)}-01-01` : address.from
  const to = address.to === '' ? today : address.to
  const { data, error, refetch, isFetching } = useQuery({
    queryKey: ['statement', from, to],
    queryFn: async ({ signal }) => read((await call<Answer<StatementAnswer>>({ method: 'GET', path: 'hrmis/employee_statement', query: { no: actor.employee, from, to }, signal })).data),
    placeholderData: keepPreviousData, structuralSharing: false, staleTime: 0,
  })
  return (
    <Screen page={page} title={page.title ? caption(page.title) : t('My Statement')}
      actions={<Button leftSection={<Icon name="download" size={17} />} disabled={!data} onClick={() => data && saveBlob(data.blob, data.fileName)}>{t('Download')}</Button>}>
      <Group mb="md" aria-busy={isFetching}>
        <LazyBoundary fallback={<Skeleton height={36} width={260} />}>
          <DateRange title={t('Days of the statement')} from={from} to={to} max={today} onCommit={(start = '', end = '') => change({ from: start, to: end })} />
        </LazyBoundary>
      </Group>
      {error && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!error && (data ? <LazyBoundary fallback={waiting}><PdfPages blob={data.blob} paper="coarse" /></LazyBoundary> : waiting)}
    </Screen>
  )
}

function read({ statementB64, fileName }: StatementAnswer): { blob: Blob; fileName: string } {
  const bytes = Uint8Array.from(atob(statementB64), (character) => character.charCodeAt(0))
  return { blob: new Blob([bytes], { type: 'application/pdf' }), fileName: fileName ?? 'statement.pdf' }
}
