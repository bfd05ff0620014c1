import { Stack, Text } from '@mantine/core'
import type { UseQueryResult } from '@tanstack/react-query'
import { lazy, useDeferredValue, useEffect, useMemo, useState } from 'react'
import { t } from '../../../core/index.ts'
import { FormEnvironmentProvider } from '../../form/environment.ts'
import { FieldSourceProvider } from '../../form/use-field.ts'
import { BackLink, cardPath, decodeOldKey, ErrorState, ApiError, listPath, printPath, Screen, StatusBadge, useManifest, usePageKey, usePagePlace, usePortal, type ScreenProps } from '../../sdk.ts'
import { useComingEngine } from '../../shell/engine.ts'
import { usePageScope } from '../../shell/use-page-scope.ts'
import { useScreenFrame } from '../../shell/screen-frame.ts'
import { useLeaveGuard } from '../../shell/use-leave-guard.ts'
import { actionsPlace } from './actions.ts'
import { ActionBar, viewLinks } from './ActionBar.tsx'
import { CardSummary, fetchInputWidgets } from './card-code.ts'
import classes from './Card.module.css'
import { CardNotices, loadProblems } from './CardNotices.tsx'
import { CardSections } from './CardSections.tsx'
import { CardSkeleton } from './CardSkeleton.tsx'
import { nameOf, newHeading } from './heading.ts'
import { environmentOf } from './environment-of.ts'
import { loadLineDialog } from '../../form/line-table/LineTable.tsx'
import { useCard, type Card } from './use-card.ts'
import { useCarried } from './use-carried.ts'
import { useCardData, useStoredRecord, type CardData } from './use-card-data.ts'
import { useMarkRead } from './use-mark-read.ts'
import type { WireRecord } from '../../../contract/index.ts'
import type { Engine, ResolvedAction, ResolvedCardView, ResolvedPage } from '../../../core/index.ts'
import { SubmitForm } from '../../ui/SubmitForm.tsx'
import { LazyBoundary } from '../../ui/LazyBoundary.tsx'
import { RedirectTo } from '../../navigation/RedirectTo.tsx'
import { stateIn } from '../../ui/wire-record.ts'

const loadInputDialog = () => import('./InputDialog.tsx')
const loadStaleDialog = () => import('./StaleDialog.tsx')
const InputDialog = lazy(() => loadInputDialog().then((module) => ({ default: module.InputDialog })))
const StaleDialog = lazy(() => loadStaleDialog().then((module) => ({ default: module.StaleDialog })))
const CalculatorBar = lazy(() => import('./CalculatorBar.tsx').then((module) => ({ default: module.CalculatorBar })))
const KEPT_QUESTION = t('You have unsaved changes. Leave this page? They are kept in this browser and restored when you come back.')
/**
 * Milliseconds after which the dialogs' code is loaded: after the card, but before it is needed, so that a lost network does not block
 * them.
 */
const DIALOGS_AFTER = 1500

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
  const isDrawn = useDeferredValue(data !== undefined)
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
  if (!data || !isDrawn) return <Screen page={page} title={title} lead={<CardBackLink type={type} />}><CardSkeleton /></Screen>
  return <CardView page={page} data={data} />
}

function CardView({ page, data }: { page: ResolvedPage; data: CardData }) {
  const portal = usePortal()
  const card = useCard(data)
  useCarried(page, data)
  const frame = useScreenFrame()
  const [asking, setAsking] = useState<{ action: ResolvedAction; saves: boolean }>()
  const { manifest, model, record, references } = card
  useLeaveGuard({ isGuarded: card.isDirty && card.canEdit, isLeaving: card.isLeaving, question: KEPT_QUESTION })
  useEffect(() => {
    // Code that failed to load is requested again when its dialog opens.
    const timer = setTimeout(() => void Promise.allSettled([loadLineDialog(), loadProblems(), loadInputDialog(), loadStaleDialog(), fetchInputWidgets(Object.values(manifest.actions), references)]), DIALOGS_AFTER)
    return () => clearTimeout(timer)
  }, [manifest, references])

  const { compiled, context, openInLines } = card
  const environment = useMemo(() => environmentOf({ compiled, references, model, record, openInLines }, context, portal), [compiled, references, model, record, openInLines, context, portal])
  const standing = stateIn(manifest, record)
  const titles = portal.titleOf(manifest)
  const view = manifest.card.views[card.view]
  // Links to other pages appear only on a full page, not in a dialog.
  const isLinked = record !== undefined && frame === undefined
  const links = isLinked && card.keyOf !== undefined ? viewLinks(card, portal.bootstrap.pages) : []
  const prints = isLinked && card.keyOf !== undefined
    ? Object.values(manifest.print)
        .filter((print) => print.place.includes('card') && (print.when === undefined || card.compiled.test(print.when, model.doc(), card.context())))
        .flatMap((print) => {
          const path = printPath(portal.bootstrap.pages, manifest.id, card.keyOf ?? '', print.name)
          return path === undefined ? [] : [{ title: print.title, path }]
        })
    : []

  const run = async (action: ResolvedAction): Promise<void> => {
    if (action.saves) return card.save()
    const begun = await card.begin(action)
    if (!begun) return
    if (action.input) {
      await fetchInputWidgets([action], references)
      return setAsking({ action, ...begun })
    }
    await card.act(action, begun)
  }
  const place = actionsPlace(card.compiled.manifest, portal)
  const bar = <ActionBar card={card} prints={prints} links={links} place={place} onRun={(action) => void run(action)} />

  return (
    <Screen
      page={page}
      title={headingOf(card, view, titles)}
      lead={<CardBackLink type={manifest.id} {...(view && card.keyOf !== undefined ? { card: card.keyOf } : {})} />}
      aside={<>{view === undefined && record && nameOf(manifest, record) !== undefined && <Text span c="dimmed" size="sm">{card.keyOf}</Text>}{standing && <StatusBadge state={standing.state} label={standing.label} />}</>}
    >
      <FieldSourceProvider value={model}>
        <FormEnvironmentProvider value={environment}>
          <SubmitForm>
            {place === 'top' && bar}
            {/* The form is inert while a call runs: nothing can change between the request and the response. */}
            <Stack gap="md" className={classes.content ?? ''} inert={card.busy !== undefined} aria-busy={card.busy !== undefined} data-rev={record?._rev}>
              {record && frame === undefined && <CardSummary card={card} />}
              <CardNotices card={card} />
              <CardSections card={card} />
            </Stack>
            {view?.adds && <LazyBoundary><CalculatorBar card={card} adds={view.adds} /></LazyBoundary>}
            {place === 'bottom' && bar}
          </SubmitForm>
          {asking && <LazyBoundary><InputDialog card={card} {...asking} onClose={() => setAsking(undefined)} /></LazyBoundary>}
        </FormEnvironmentProvider>
      </FieldSourceProvider>
      {card.isStale && <LazyBoundary><StaleDialog card={card} /></LazyBoundary>}
    </Screen>
  )
}

function headingOf({ record, keyOf, manifest }: Card, view: ResolvedCardView | undefined, titles: { one: string; new: string }): string {
  if (record) return `${view?.title ?? titles.one} ${(view === undefined ? nameOf(manifest, record) : undefined) ?? keyOf ?? ''}`
  return view?.adds ? view.title : newHeading(titles)
}

/** The button back to a type's list or, from a view of a record, to its card. */
function CardBackLink({ type, card }: { type: string; card?: string }) {
  const { bootstrap } = usePortal()
  const path = card === undefined ? listPath(bootstrap.pages, type) : cardPath(bootstrap.pages, type, card)
  return <BackLink to={path} label={card === undefined ? t('Back to the list') : t('Back to {card}', { card })} />
}
