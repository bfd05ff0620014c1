import { Button } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { lazy, useRef, useState, type FocusEvent, type ReactNode } from 'react'
import { t } from '../../../core/index.ts'
import type { ApprovalEntry } from '../../../contract/index.ts'
import { CardSkeleton } from '../../ui/CardSkeleton.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { fetched, useFetchWhenIdle } from '../../ui/fetched.tsx'
import { LazyBoundary } from '../../ui/LazyBoundary.tsx'
import { useIsPhone } from '../../ui/use-is-phone.ts'
import { useKeysDialog } from '../../ui/use-keys-dialog.ts'
import { EntryCards } from './EntryCards.tsx'
import { EntryQueue } from './EntryQueue.tsx'
import { EntryTable } from './EntryTable.tsx'
import { ONE_TYPE } from './EntryParts.tsx'
import type { EntryTarget } from './entries.ts'
import { useCurrent } from './use-current.ts'
import { INBOX_KEYS, useInboxKeys } from './use-inbox-keys.ts'
import { useSelection } from './use-selection.ts'
import classes from './ApprovalsPage.module.css'
import queue from './Queue.module.css'
import { bottomBar } from '../../ui/bottom-bar.ts'

const EntryPane = lazy(() => import('../approval/EntryPane.tsx').then((module) => ({ default: module.EntryPane })))
const loadDialogs = () => import('./dialogs.ts')
const Nothing = () => null
const BulkDialog = fetched(() => loadDialogs().then((module) => module.BulkDialog), Nothing)
const KeysDialog = fetched(() => loadDialogs().then((module) => module.KeysDialog), Nothing)
const RejectDialog = fetched(() => loadDialogs().then((module) => module.RejectDialog), Nothing)
const fetchDialogs = () => Promise.all([BulkDialog.fetch(), KeysDialog.fetch(), RejectDialog.fetch()])

interface EntriesProps {
  entries: ApprovalEntry[]
  target: EntryTarget
  /** Whether the page is limited to one type and has its columns. */
  hasColumns: boolean
  /** The empty state. */
  nothing: { icon: string; title: string; text: string }
  /** What loads further entries. */
  more: ReactNode
}

/**
 * The entries of a tab: those to decide as a queue, beside it the current document if there is room; all others as a table. Stays mounted
 * when the last entry is gone: the user may still be reading the results of a bulk approval.
 */
export function Entries({ entries, target, hasColumns, nothing, more }: EntriesProps) {
  const isToDecide = target === 'decision'
  const isQueue = isToDecide && !hasColumns
  const isPhone = useIsPhone()
  const isWide = useMediaQuery('(min-width: 75em)', undefined, { getInitialValueInEffect: false }) ?? false
  const isSplit = isQueue && isWide && entries.length > 0
  const selection = useSelection(entries, isToDecide)
  const [approving, setApproving] = useState<ApprovalEntry[]>()
  const [rejecting, setRejecting] = useState<ApprovalEntry>()
  const list = useRef<HTMLDivElement>(null)
  const current = useCurrent(list, entries, isSplit)
  const help = useKeysDialog(isToDecide)
  useFetchWhenIdle(fetchDialogs)
  const keys = {
    select: selection.toggle,
    approve: (entry: ApprovalEntry) => isToDecide && entry.status === 'Open' && setApproving(selection.chosen.length > 0 ? selection.chosen : [entry]),
    reject: (entry: ApprovalEntry) => isToDecide && entry.status === 'Open' && setRejecting(entry),
  }
  useInboxKeys(list, entries, current.entry, approving === undefined && rejecting === undefined && !help.isOpen, keys)
  const { chosen } = selection
  const done = (decided: ApprovalEntry[]): void => {
    setApproving(undefined)
    setRejecting(undefined)
    if (decided.length > 0) current.goOn(decided)
    else current.focus()
  }
  const comeTo = ({ target: focused }: FocusEvent): void => {
    const row = focused instanceof Element ? focused.closest<HTMLElement>('[data-entry]') : null
    const entry = row && entries.find(({ entryNo }) => String(entryNo) === row.dataset['entry'])
    if (entry) current.come(entry)
  }
  const shown = () => {
    if (entries.length === 0) return <EmptyState {...nothing} />
    if (isQueue) return <EntryQueue entries={entries} selection={selection} shown={current.entry} isSplit={isSplit} onCome={current.come} onApprove={(entry) => setApproving([entry])} onReject={setRejecting} onHelp={help.open} />
    return isPhone ? <EntryCards entries={entries} target={target} selection={selection} /> : <EntryTable entries={entries} target={target} selection={selection} hasColumns={hasColumns} />
  }
  return (
    <div className={isSplit ? queue.split : undefined}>
      <div ref={list} className={queue.list} onFocus={comeTo}>
        {shown()}
        {more}
      </div>
      {chosen.length > 0 && (
        <div ref={bottomBar} className={classes.bar} role="toolbar" aria-label={t('Selected')}>
          <div aria-live="polite">
            <span className={classes.counted}>{t('{count} selected', { count: chosen.length })}</span>
            {/* A new element each time, which is announced again. */}
            {selection.refusals > 0 && <div key={selection.refusals} className={classes.why}>{ONE_TYPE}</div>}
          </div>
          <Button variant="subtle" color="gray" onClick={() => selection.remove(chosen)}>{t('Clear')}</Button>
          <Button onClick={() => setApproving(chosen)}>{t('Approve selected')}</Button>
        </div>
      )}
      {isSplit && current.entry && <div className={queue.pane}><LazyBoundary key={current.entry.entryNo} fallback={<CardSkeleton isPart />}><EntryPane entry={current.entry} yields={chosen.length > 0} onDecided={(entry) => current.goOn([entry])} /></LazyBoundary></div>}
      {approving && <BulkDialog entries={approving} onClose={(approved) => { done(approved); selection.remove(approved) }} />}
      {rejecting && <RejectDialog entry={rejecting} onClose={(isRejected) => done(isRejected ? [rejecting] : [])} />}
      {help.isOpen && <KeysDialog keys={INBOX_KEYS} onClose={help.close} />}
    </div>
  )
}
