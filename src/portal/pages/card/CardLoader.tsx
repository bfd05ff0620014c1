import type { UseQueryResult } from '@tanstack/react-query'
import { useDeferredValue, useState, type ComponentType } from 'react'
import type { WireRecord } from '../../../contract/index.ts'
import { t } from '../../../core/index.ts'
import type { Engine, ResolvedPage } from '../../../core/index.ts'
import { RedirectTo } from '../../navigation/RedirectTo.tsx'
import { cardPath, decodeOldKey, ErrorState, ApiError, listPath, Screen, useManifest, usePagePlace, usePortal } from '../../sdk.ts'
import { useComingEngine } from '../../shell/engine.ts'
import { wizardPageOf } from '../../shell/links.ts'
import { useScreenFrame } from '../../shell/screen-frame.ts'
import type { PageScope } from '../../shell/use-page-scope.ts'
import { CardBackLink } from './CardBackLink.tsx'
import { CardSkeleton } from '../../ui/CardSkeleton.tsx'
import { InTurns } from '../../ui/InTurns.tsx'
import { CardView } from './CardView.tsx'
import { EarlyCard } from './EarlyCard.tsx'
import { FoundBy } from './FoundBy.tsx'
import type { CardData } from './card-data.ts'
import { useCardData, useEarlyData } from './use-card-data.ts'
import { useMarkRead } from './use-mark-read.ts'

export interface CardLoaderProps {
  page: ResolvedPage
  recordKey: string | undefined
  line: string | undefined
  scope: PageScope
  stored: UseQueryResult<WireRecord>
  /** The heading until the record is there. */
  title: string
  /** What shows the record instead of its card, once it is there. */
  Body?: ComponentType<{ page: ResolvedPage; data: CardData }> | undefined
}

/** A card with the engine of its type. In a file apart, with everything that fills in forms, so that the screen's heading need not wait for it. */
export function CardLoader(props: CardLoaderProps) {
  const { page, title } = props
  const engine = useComingEngine(page.type ?? '')
  if (engine === undefined) return <Screen page={page} title={title} lead={<CardBackLink type={page.type ?? ''} />}><CardSkeleton /></Screen>
  return <LoadedCard {...props} engine={engine} />
}

/** The card of a record as far as it has arrived. */
function LoadedCard({ page, recordKey, line, scope, engine, stored, title, Body = CardView }: CardLoaderProps & { engine: Engine }) {
  const type = page.type ?? ''
  const { bootstrap, titleOf, can } = usePortal()
  const manifest = useManifest(type)
  const carriedText = usePagePlace(page.lines?.from ?? { in: 'query', name: '' })
  const frame = useScreenFrame()
  const isRead = recordKey !== undefined && page.view === undefined && Body === CardView && wizardPageOf(bootstrap.pages, type, 'stored') !== undefined
  const { data, error, retry } = useCardData(engine, type, recordKey, stored, { view: page.view, line, isRead, scope, lines: page.lines && carriedText !== undefined ? { given: page.lines, text: carriedText } : undefined })
  // What is there already does not shrink to grow again, nor does a dialog.
  const [wasSeen] = useState(stored.data !== undefined && !stored.isFetchedAfterMount)
  const isWhole = wasSeen || frame !== undefined || Body !== CardView
  useMarkRead(type, recordKey, data !== undefined)
  // The form is drawn in slices: at once, it would keep a slow phone from answering a touch for half a second.
  const isDrawn = useDeferredValue(data !== undefined) && data !== undefined
  const early = useEarlyData(engine, type, stored, { view: page.view, line, isRead }, isDrawn || frame !== undefined || Body !== CardView)
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
    const isSought = page.keyField !== undefined && recordKey !== undefined && error instanceof ApiError && error.status === 404
    return (
      <Screen page={page} title={title} lead={<CardBackLink type={type} />}>
        {isSought ? <FoundBy type={type} field={page.keyField ?? ''} value={recordKey} error={error} onRetry={retry} /> : <ErrorState error={error} title={manifest.messages['unfetched']} onRetry={retry} />}
      </Screen>
    )
  }
  if (isDrawn) return isWhole ? <Body page={page} data={data} /> : <InTurns><CardView page={page} data={data} /></InTurns>
  if (early && isAsked) return <EarlyCard page={page} data={early} />
  return <Screen page={page} title={title} lead={<CardBackLink type={type} />}><CardSkeleton /></Screen>
}
