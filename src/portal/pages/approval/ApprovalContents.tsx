import { Stack } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { lazy, useMemo, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { DECISIONS, wireName, type ResolvedSection } from '../../../core/index.ts'
import type { ApprovalEntry } from '../../../contract/index.ts'
import { FormEnvironmentProvider } from '../../form/environment.ts'
import { FieldSourceProvider } from '../../form/use-field.ts'
import { approvalsKey } from '../../api/queries.ts'
import { usePortal } from '../../sdk.ts'
import { approvalsPath } from '../../shell/links.ts'
import { LazyBoundary } from '../../ui/LazyBoundary.tsx'
import { openEntryOf } from '../../ui/record/approval-entries.ts'
import { useIsPhone } from '../../ui/use-is-phone.ts'
import { aboutCard, decisionText } from '../card/about-card.ts'
import { CardSections } from '../card/CardSections.tsx'
import { environmentOf } from '../card/environment-of.ts'
import { useCard, type Card } from '../card/use-card.ts'
import type { CardData } from '../card/card-data.ts'
import { ApprovalSummary } from './ApprovalSummary.tsx'
import { DecisionBar } from './DecisionBar.tsx'
import { papersOf } from './papers-of.ts'
import { PapersSkeleton } from './PapersSkeleton.tsx'
import classes from './Papers.module.css'

const InputDialog = lazy(() => import('../card/InputDialog.tsx').then((module) => ({ default: module.InputDialog })))
const Papers = lazy(() => import('./Papers.tsx').then((module) => ({ default: module.Papers })))

/** The sections of the view that tell what is asked for, and those that tell how the document came here. */
function sectionsOf(sections: Record<string, ResolvedSection>, view: Card['view']): { told: string[]; past: string[] } {
  const all = Object.values(sections).filter(({ views }) => views.includes(view))
  const isPast = ({ kind }: ResolvedSection): boolean => kind === 'approvals' || kind === 'history'
  return { told: all.filter((one) => !isPast(one)).map(({ name }) => name), past: all.filter(isPast).map(({ name }) => name) }
}

interface ContentsProps {
  data: CardData
  /** `page`: the papers beside the fields if there is room; `pane`: one below the other. */
  place: 'page' | 'pane'
  /** Called after a decision; without it, the approval list opens. */
  onDecided?: (entry: ApprovalEntry) => void
  /** Whether several entries are selected, so that the decision on this one does not come first. */
  yields?: boolean
  /** What is shown if the user has nothing to decide here. */
  otherwise?: React.ReactNode
}

/** A document as its approver reads it: what is asked for, then its fields and papers, and the buttons to decide. */
export function ApprovalContents({ data, place, onDecided, yields, otherwise }: ContentsProps) {
  const portal = usePortal()
  const isPhone = useIsPhone()
  const editable = useCard(data)
  const card = useMemo(() => ({ ...editable, canEdit: false }), [editable])
  const { compiled, references, manifest, record, model, context } = card
  const environment = useMemo(() => environmentOf({ compiled, references, model, record }, context, portal), [compiled, references, model, record, context, portal])
  const papers = useMemo(() => papersOf(card, environment.filePath, place === 'pane' || isPhone), [card, environment, place, isPhone])
  const entry = openEntryOf(record, portal.actor.employee)
  const decisions = DECISIONS.filter((id) => card.allowed.includes(id))
  const approve = manifest.actions['approve']
  const asksInput = approve?.input !== undefined && Object.keys(compiled.askedInput('approve', model.doc(), context()).fields).length > 0
  const [isAsking, setAsking] = useState(false)
  const client = useQueryClient()
  const navigate = useNavigate()
  const done = (): void => {
    void client.invalidateQueries({ queryKey: approvalsKey })
    if (onDecided && entry) onDecided(entry)
    else void navigate(approvalsPath(portal.bootstrap.pages) ?? '/')
  }
  const isDecided = decisions.length === 0 || !entry
  const sheets = papers.length > 0 && record && <LazyBoundary fallback={<PapersSkeleton />}><Papers type={manifest.id} recordKey={String(record[wireName(manifest.shape, manifest.key)] ?? '')} papers={papers} /></LazyBoundary>
  const { told, past } = useMemo(() => sectionsOf(manifest.card.sections, card.view), [manifest, card.view])
  const sections = (names?: string[]) => <Stack gap="md" miw={0}><CardSections card={card} {...(names && { names })} /></Stack>
  const isBelow = place === 'pane' || isPhone
  // A receipt is proof and is read before the fields; a printed form says what they say.
  const isFirst = isPhone || papers.some(({ print }) => print === undefined)
  return (
    <>
      <FieldSourceProvider value={model}>
        <FormEnvironmentProvider value={environment}>
          <Stack gap="md">
            <ApprovalSummary card={card} entry={entry} />
            <div className={place === 'page' ? classes.beside : classes.below} {...(papers.length > 0 ? { 'data-papers': true } : {})}>
              {isBelow ? <>{isFirst && sheets}{sections(told)}{!isFirst && sheets}{sections(past)}</> : <>{sections()}{sheets}</>}
            </div>
            {!isDecided && entry && <DecisionBar manifest={manifest} entry={entry} question={{ text: decisionText(card, portal), detail: approve === undefined ? '' : aboutCard(card, portal, approve) }} decisions={decisions} onDecided={onDecided} yields={yields} isNarrow={place === 'pane'} onApprove={asksInput ? () => setAsking(true) : undefined} />}
            {isAsking && approve && <LazyBoundary><InputDialog card={card} action={approve} saves={false} onDone={done} onClose={() => setAsking(false)} /></LazyBoundary>}
          </Stack>
        </FormEnvironmentProvider>
      </FieldSourceProvider>
      {isDecided && otherwise}
    </>
  )
}
