import type { UseQueryResult } from '@tanstack/react-query'
import { useDeferredValue } from 'react'
import { t } from '../../../core/index.ts'
import { cardPath, decodeOldKey, ErrorState, ApiError, listPath, Screen, useManifest, usePageKey, usePagePlace, usePortal, type ScreenProps } from '../../sdk.ts'
import { useComingEngine } from '../../shell/engine.ts'
import { usePageScope } from '../../shell/use-page-scope.ts'
import { useScreenFrame } from '../../shell/screen-frame.ts'
import { CardBackLink } from './CardScreen.tsx'
import { CardSkeleton } from './CardSkeleton.tsx'
import { CardView } from './CardView.tsx'
import { EarlyCard } from './EarlyCard.tsx'
import { newHeading } from './heading.ts'
import { useCardData, useEarlyData, useStoredRecord } from './use-card-data.ts'
import { useMarkRead } from './use-mark-read.ts'
import type { WireRecord } from '../../../contract/index.ts'
import type { Engine, ResolvedPage } from '../../../core/index.ts'
import { RedirectTo } from '../../navigation/RedirectTo.tsx'

/** The card of a document of any type: view, create, edit and run actions. */
export function CardPage({ page }: ScreenProps) {
  const key = usePageKey(page)
  const line = usePagePlace(page.line)
  const scope = usePageScope(page, useManifest(page.type ?? '').shape)
  return <Opening key={`${key ?? ''} ${line ?? ''} ${key === undefined ? Object.values(scope).join(' ') : ''}`} page={page} recordKey={key} line={line} scope={scope} />
}

interface OpeningProps { page: ResolvedPage; recordKey: string | undefined; line: string | undefined; scope: Record<string, string> }

/** Fetches the record and the manifests of what it references at the same time. */
function Opening(props: OpeningProps) {
  const { page, recordKey } = props
  const type = page.type ?? ''
  const record = useStoredRecord(type, recordKey)
  const engine = useComingEngine(type)
  const title = useTitleWhileOpening(page, recordKey)
  if (engine === undefined) return <Screen page={page} title={title} lead={<CardBackLink type={type} />}><CardSkeleton /></Screen>
  return <CardLoader {...props} engine={engine} stored={record} />
}

function useTitleWhileOpening(page: ResolvedPage, recordKey: string | undefined): string {
  const manifest = useManifest(page.type ?? '')
  const titles = usePortal().titleOf(manifest)
  return recordKey === undefined ? newHeading(titles) : `${manifest.card.views[page.view ?? '']?.title ?? titles.one} ${recordKey}`
}

function CardLoader({ page, recordKey, line, scope, engine, stored }: OpeningProps & { engine: Engine; stored: UseQueryResult<WireRecord> }) {
  const type = page.type ?? ''
  const { bootstrap, titleOf, can } = usePortal()
  const manifest = useManifest(type)
  const carriedText = usePagePlace(page.lines?.from ?? { in: 'query', name: '' })
  const frame = useScreenFrame()
  const { data, error, retry } = useCardData(engine, type, recordKey, stored, { view: page.view, line, scope, lines: page.lines && carriedText !== undefined ? { given: page.lines, text: carriedText } : undefined })
  useMarkRead(type, recordKey, data !== undefined)
  const title = useTitleWhileOpening(page, recordKey)
  // The form is drawn in slices: at once, it would keep a slow phone from answering a touch for half a second.
  const isDrawn = useDeferredValue(data !== undefined) && data !== undefined
  const early = useEarlyData(engine, type, stored, { view: page.view, line }, isDrawn || frame !== undefined)
  // The record is asked for first: that begins when this is mounted.
  const isAsked = useDeferredValue(true, false)
  // Other views exist only for stored records.
  if (recordKey === undefined && page.view !== undefined && frame === undefined && manifest.card.views[page.view]?.adds === undefined) return <RedirectTo to={listPath(bootstrap.pages, type)} />
  if (recordKey === undefined && !can(type, 'create')) {
    return <Screen page={page} title={titleOf(manifest).one} lead={<CardBackLink type={type} />}><ErrorState error={new ApiError(403, 'forbidden', t('You may not create this record.'))} /></Screen>
  }
  if (error) {
    const old = recordKey !== undefined && error instanceof ApiError && error.status === 404 ? decodeOldKey(recordKey) : undefined
    if (old !== undefined) return <RedirectTo to={cardPath(bootstrap.pages, type, old)} />
    return <Screen page={page} title={title} lead={<CardBackLink type={type} />}><ErrorState error={error} onRetry={retry} /></Screen>
  }
  if (isDrawn) return <CardView page={page} data={data} />
  if (early && isAsked) return <EarlyCard page={page} data={early} />
  return <Screen page={page} title={title} lead={<CardBackLink type={type} />}><CardSkeleton /></Screen>
}
