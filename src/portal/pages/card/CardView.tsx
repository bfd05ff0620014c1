import { Stack } from '@mantine/core'
import { lazy, useEffect, useState } from 'react'
import { t } from '../../../core/index.ts'
import type { ResolvedAction, ResolvedPage } from '../../../core/index.ts'
import { confirmed, usePortal } from '../../sdk.ts'
import { loadLineDialog } from '../../form/line-table/line-dialog.ts'
import { useLeaveGuard } from '../../shell/use-leave-guard.ts'
import { LazyBoundary } from '../../ui/LazyBoundary.tsx'
import classes from './Card.module.css'
import { fetchInputWidgets } from './card-code.ts'
import { loadProblems } from './CardNotices.tsx'
import { CardContents, CardScreen } from './CardScreen.tsx'
import { KEPT_QUESTION } from './kept-question.ts'
import { useCard } from './use-card.ts'
import { useIsOpenedOver } from './use-is-opened-over.ts'
import type { CardData } from './card-data.ts'
import { useCarried } from './use-carried.ts'

const loadInputDialog = () => import('./InputDialog.tsx')
const loadStaleDialog = () => import('./StaleDialog.tsx')
const InputDialog = lazy(() => loadInputDialog().then((module) => ({ default: module.InputDialog })))
const StaleDialog = lazy(() => loadStaleDialog().then((module) => ({ default: module.StaleDialog })))
const OpeningDialog = lazy(() => import('./OpeningDialog.tsx').then((module) => ({ default: module.OpeningDialog })))
const CalculatorBar = lazy(() => import('./CalculatorBar.tsx').then((module) => ({ default: module.CalculatorBar })))
/**
 * Milliseconds after which the dialogs' code is loaded: after the card, but before it is needed, so that a lost network does not block
 * them.
 */
const DIALOGS_AFTER = 1500

/** A card whose record has been fetched: the form, its actions and their dialogs. */
export function CardView({ page, data }: { page: ResolvedPage; data: CardData }) {
  const card = useCard(data)
  const { caption } = usePortal()
  useCarried(page, data)
  const isOver = useIsOpenedOver()
  const [asking, setAsking] = useState<{ action: ResolvedAction; saves: boolean }>()
  const { manifest, record, references } = card
  useLeaveGuard({ isGuarded: card.isDirty && card.canEdit, isLeaving: card.isLeaving, question: KEPT_QUESTION })
  useEffect(() => {
    // Code that failed to load is requested again when its dialog opens.
    const timer = setTimeout(() => void Promise.allSettled([loadLineDialog(), loadProblems(), loadInputDialog(), loadStaleDialog(), fetchInputWidgets(Object.values(manifest.actions), references)]), DIALOGS_AFTER)
    return () => clearTimeout(timer)
  }, [manifest, references])

  const run = async (action: ResolvedAction): Promise<void> => {
    if (action.saves) return card.save()
    const begun = await card.begin(action)
    if (!begun) return
    if (action.input && Object.keys(card.compiled.askedInput(action.id, card.docFor(begun.saves), card.context()).fields).length === 0) {
      // Its dialog is where people think again; without one, a slip of the finger would be enough.
      if (!action.confirm && !(await confirmed({ title: caption(action.label), text: t('{action} {no}?', { action: caption(action.label), no: card.keyOf ?? '' }), acceptLabel: caption(action.label), rejectLabel: t('Cancel') }))) return
    } else if (action.input) {
      await fetchInputWidgets([action], references)
      return setAsking({ action, ...begun })
    }
    await card.act(action, begun)
  }
  const adds = manifest.card.views[card.view]?.adds
  const dialogs = (
    <>
      {asking && <LazyBoundary><InputDialog card={card} {...asking} onClose={() => setAsking(undefined)} /></LazyBoundary>}
      {record && isOver && <LazyBoundary><OpeningDialog card={card} record={record} /></LazyBoundary>}
      {card.isStale && <LazyBoundary><StaleDialog card={card} /></LazyBoundary>}
    </>
  )
  return (
    <CardScreen page={page} card={card} onRun={(action) => void run(action)} dialogs={dialogs}>
      {/* The form is inert while a call runs: nothing can change between the request and the response. */}
      <Stack gap="md" className={classes.content ?? ''} inert={card.busy !== undefined} aria-busy={card.busy !== undefined} data-rev={record?._rev}>
        <CardContents card={card} />
      </Stack>
      {adds && <LazyBoundary><CalculatorBar card={card} adds={adds} /></LazyBoundary>}
    </CardScreen>
  )
}
