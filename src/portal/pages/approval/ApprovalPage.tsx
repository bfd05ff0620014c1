import { useQuery } from '@tanstack/react-query'
import { useDeferredValue } from 'react'
import { useParams } from 'react-router-dom'
import { t } from '../../../core/index.ts'
import type { ResolvedPage } from '../../../core/index.ts'
import { approvalEntriesQuery, approvalsPath, BackLink, ErrorState, Screen, useManifest, usePortal, type ScreenProps } from '../../sdk.ts'
import { useEngine } from '../../shell/engine.ts'
import { usePageKey } from '../../shell/use-page-key.ts'
import { CardSkeleton } from '../../ui/CardSkeleton.tsx'
import type { CardData } from '../card/card-data.ts'
import { useCardData } from '../card/use-card-data.ts'
import { useStoredRecord } from '../card/use-stored-record.ts'
import { useMarkRead } from '../card/use-mark-read.ts'
import { READING } from '../../shell/links.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { fetched } from '../../ui/fetched.tsx'
import { useQueryParams } from '../../ui/use-query-params.ts'
import { ApprovalContents } from './ApprovalContents.tsx'
import { oldAddress } from './old-address.ts'
import { openEntryOf } from '../../ui/record/approval-entries.ts'
import { RedirectTo } from '../../navigation/RedirectTo.tsx'

const MismatchDialog = fetched(() => import('./MismatchDialog.tsx').then((module) => module.MismatchDialog), () => null)

/** A document that waits for a decision: read-only, with the approver's decision buttons. */
export function ApprovalPage({ page }: ScreenProps) {
  const { type = page.type ?? '' } = useParams()
  const key = usePageKey(page) ?? ''
  return <ApprovalLoader key={`${type}/${key}`} page={page} type={type} recordKey={key} />
}

function ApprovalLoader({ page, type, recordKey }: { page: ResolvedPage; type: string; recordKey: string }) {
  const { bootstrap, titleOf } = usePortal()
  const old = bootstrap.types[type] === undefined ? oldAddress(type, recordKey) : undefined
  if (old !== undefined) return <OldAddress page={page} {...old} />
  // A type that the current user may not see gets the same refusal, not a crash.
  if (!bootstrap.types[type]) return <Screen page={page} title={t('Approval')} lead={<ApprovalsBackLink />}><MismatchDialog /></Screen>
  return <Loaded page={page} type={type} recordKey={recordKey} titleOf={titleOf} />
}

/** Redirects from an address of the earlier portal to the document, for its approvers. */
function OldAddress({ page, documentNo, approver }: { page: ResolvedPage; documentNo: string; approver: string }) {
  const { actor } = usePortal()
  const entries = useQuery(approvalEntriesQuery({ documentNo }))
  if (entries.isPending) return <Screen page={page} title={t('Approval')} lead={<ApprovalsBackLink />}><CardSkeleton /></Screen>
  const found = entries.data?.find((entry) => entry.status === 'Open' && (entry.approverID === actor.employee || entry.onBehalfOf !== null)) ?? entries.data?.find((entry) => entry.approverID === approver)
  if (found === undefined) return <Screen page={page} title={documentNo} lead={<ApprovalsBackLink />}><MismatchDialog /></Screen>
  return <RedirectTo to={found.link} />
}

function Loaded({ page, type, recordKey, titleOf }: { page: ResolvedPage; type: string; recordKey: string; titleOf: ReturnType<typeof usePortal>['titleOf'] }) {
  const manifest = useManifest(type)
  const engine = useEngine(type)
  const { data, error, retry } = useCardData(engine, type, recordKey, useStoredRecord(type, recordKey))
  useMarkRead(type, recordKey, data !== undefined)
  // Drawn in slices, as a card is.
  const isDrawn = useDeferredValue(data !== undefined)
  const title = `${titleOf(manifest).one} ${recordKey}`
  const isReading = useIsReading()
  const isRefused = error !== null && 'status' in error && (error.status === 404 || error.status === 403)
  if (isRefused) return <Screen page={page} title={title} lead={<ApprovalsBackLink />}>{isReading ? <NoLongerShown /> : <MismatchDialog />}</Screen>
  if (error) return <Screen page={page} title={title} lead={<ApprovalsBackLink />}><ErrorState error={error} onRetry={retry} /></Screen>
  if (!data || !isDrawn) return <Screen page={page} title={title} lead={<ApprovalsBackLink />}><CardSkeleton /></Screen>
  return <ApprovalView page={page} data={{ ...data, draft: undefined }} title={title} />
}

function ApprovalView({ page, data, title }: { page: ResolvedPage; data: CardData; title: string }) {
  const { actor } = usePortal()
  const isReading = useIsReading()
  const entry = openEntryOf(data.record, actor.employee)
  const sender = entry?.senderName ?? entry?.senderID
  return (
    <Screen page={page} title={title} lead={<ApprovalsBackLink />} {...(sender ? { subtitle: t('Made By {sender}', { sender }) } : {})}>
      <ApprovalContents data={data} place="page" otherwise={!isReading && <MismatchDialog />} />
    </Screen>
  )
}

/** Whether the document was opened to be read, such as from the approver's history. */
function useIsReading(): boolean {
  return useQueryParams()[0].has(READING)
}

function NoLongerShown() {
  return <div className="dirisha-panel"><EmptyState icon="file" title={t('You can no longer open this document')} text={t('It was deleted, or you no longer have access to it.')} /></div>
}

/** The button back to the approval list. */
function ApprovalsBackLink() {
  const { bootstrap } = usePortal()
  return <BackLink to={approvalsPath(bootstrap.pages) ?? '/'} label={t('Back to the approval list')} />
}
