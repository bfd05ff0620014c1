import { Stack, ActionIcon } from '@mantine/core'
import { lazy, useMemo } from 'react'
import { useQuery } from '@tanstack/react-query'
import { useParams, Link } from 'react-router-dom'
import { DECISIONS, wireName, type Doc, type ResolvedPage, type ResolvedShape } from '../../../core/index.ts'
import { FormEnvironmentProvider, type FormEnvironment } from '../../form/environment.ts'
import { fileOf, type FileValue } from '../../form/file-value.ts'
import { linesOf } from '../../form/line-table/line-paths.ts'
import { FieldSourceProvider } from '../../form/use-field.ts'
import { approvalEntriesQuery, ErrorState, Screen, StatusBadge, useManifest, usePortal, approvalsPath, Icon, type ScreenProps } from '../../sdk.ts'
import { useEngine } from '../../shell/engine.ts'
import { usePageKey } from '../../shell/use-page-key.ts'
import { CardSections } from '../card/CardSections.tsx'
import { CardSkeleton } from '../card/CardSkeleton.tsx'
import { environmentOf } from '../card/environment-of.ts'
import { useCard, type Card } from '../card/use-card.ts'
import { useCardData, type CardData } from '../card/use-card-data.ts'
import { useMarkRead } from '../card/use-mark-read.ts'
import { READING } from '../../shell/links.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { useQueryParams } from '../../ui/use-query-params.ts'
import { DecisionBar } from './DecisionBar.tsx'
import { MismatchDialog } from './MismatchDialog.tsx'
import { oldAddress } from './old-address.ts'
import { openEntryOf } from '../../ui/record/approval-entries.ts'
import type { Paper } from './Papers.tsx'
import classes from './Papers.module.css'
import { LazyBoundary } from '../../ui/LazyBoundary.tsx'
import { RedirectTo } from '../../navigation/RedirectTo.tsx'
import { stateIn } from '../../ui/wire-record.ts'

const Papers = lazy(() => import('./Papers.tsx').then((module) => ({ default: module.Papers })))

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
  if (!bootstrap.types[type]) return <Screen page={page} title="Approval" lead={<ApprovalsBackLink />}><MismatchDialog /></Screen>
  return <Loaded page={page} type={type} recordKey={recordKey} titleOf={titleOf} />
}

/** Redirects from an address of the earlier portal to the document, for its approvers. */
function OldAddress({ page, documentNo, approver }: { page: ResolvedPage; documentNo: string; approver: string }) {
  const { actor } = usePortal()
  const entries = useQuery(approvalEntriesQuery({ documentNo }))
  if (entries.isPending) return <Screen page={page} title="Approval" lead={<ApprovalsBackLink />}><CardSkeleton /></Screen>
  const found = entries.data?.find((entry) => entry.status === 'Open' && (entry.approverID === actor.employee || entry.onBehalfOf !== null)) ?? entries.data?.find((entry) => entry.approverID === approver)
  if (found === undefined) return <Screen page={page} title={documentNo} lead={<ApprovalsBackLink />}><MismatchDialog /></Screen>
  return <RedirectTo to={found.link} />
}

function Loaded({ page, type, recordKey, titleOf }: { page: ResolvedPage; type: string; recordKey: string; titleOf: ReturnType<typeof usePortal>['titleOf'] }) {
  const manifest = useManifest(type)
  const engine = useEngine(type)
  const { data, error, retry } = useCardData(engine, type, recordKey)
  useMarkRead(type, recordKey, data !== undefined)
  const title = `${titleOf(manifest).one} ${recordKey}`
  const isReading = useIsReading()
  const isRefused = error !== null && 'status' in error && (error.status === 404 || error.status === 403)
  if (isRefused) return <Screen page={page} title={title} lead={<ApprovalsBackLink />}>{isReading ? <NoLongerShown /> : <MismatchDialog />}</Screen>
  if (error) return <Screen page={page} title={title} lead={<ApprovalsBackLink />}><ErrorState error={error} onRetry={retry} /></Screen>
  if (!data) return <Screen page={page} title={title} lead={<ApprovalsBackLink />}><CardSkeleton /></Screen>
  return <ApprovalView page={page} data={{ ...data, draft: undefined }} title={title} />
}

function ApprovalView({ page, data, title }: { page: ResolvedPage; data: CardData; title: string }) {
  const portal = usePortal()
  const editable = useCard(data)
  const card = useMemo(() => ({ ...editable, canEdit: false }), [editable])
  const { compiled, references, manifest, record, model, context } = card
  const environment = useMemo(() => environmentOf({ compiled, references, model, record }, context, portal), [compiled, references, model, record, context, portal])
  const papers = useMemo(() => papersOf(card, environment.filePath), [card, environment])
  const entry = openEntryOf(record, portal.actor.employee)
  const decisions = DECISIONS.filter((id) => card.allowed.includes(id))
  const standing = stateIn(manifest, record)
  const sender = entry?.senderName ?? entry?.senderID
  const isDecided = decisions.length === 0 || !entry
  const isReading = useIsReading()
  return (
    <Screen
      page={page}
      title={title}
      lead={<ApprovalsBackLink />}
      aside={standing && <StatusBadge state={standing.state} label={standing.label} />}
      {...(sender ? { subtitle: `Made By ${sender}` } : {})}
    >
      <FieldSourceProvider value={model}>
        <FormEnvironmentProvider value={environment}>
          <Stack gap="md">
            <div className={classes.beside} {...(papers.length > 0 ? { 'data-papers': true } : {})}>
              <Stack gap="md" miw={0}><CardSections card={card} /></Stack>
              {papers.length > 0 && record && <LazyBoundary><Papers type={manifest.id} recordKey={String(record[wireName(manifest.shape, manifest.key)] ?? '')} papers={papers} /></LazyBoundary>}
            </div>
            {!isDecided && entry && <DecisionBar manifest={manifest} entry={entry} decisions={decisions} />}
          </Stack>
        </FormEnvironmentProvider>
      </FieldSourceProvider>
      {isDecided && !isReading && <MismatchDialog />}
    </Screen>
  )
}

/** Whether the document was opened to be read, such as from the approver's history. */
function useIsReading(): boolean {
  return useQueryParams()[0].has(READING)
}

function NoLongerShown() {
  return <div className="dirisha-panel"><EmptyState icon="file" title="This document can no longer be opened" text="It was deleted, or is no longer shown to you." /></div>
}

/** Stored files in fields of lines, such as receipts. */
function filesOfLines({ fields }: ResolvedShape, doc: Doc): FileValue[] {
  return Object.values(fields).flatMap(({ name, line }) => {
    const inner = Object.values(line?.fields ?? {}).filter(({ file }) => file !== undefined)
    return inner.length === 0 ? [] : linesOf(doc, name).flatMap((one) => inner.flatMap((field) => fileOf(one[field.name]) ?? []))
  }).filter(({ id }) => id !== undefined)
}

/** The document's printed forms, its attachments and the files of its lines. */
function papersOf({ compiled, manifest, context, model, stored }: Card, pathOf: FormEnvironment['filePath']): Paper[] {
  const doc = model.doc()
  const prints = Object.values(manifest.print).filter(({ when }) => when === undefined || compiled.test(when, doc, context()))
  return [
    ...prints.map((print): Paper => ({ id: `print ${print.name}`, title: print.title, mediaType: 'application/pdf', print: print.name })),
    ...stored.map((file): Paper => ({ id: file.id, title: file.fileName, mediaType: file.mediaType, path: file.attachment })),
    ...filesOfLines(manifest.shape, doc).map(({ id = '', fileName, mediaType }): Paper => ({ id, title: fileName, mediaType, path: pathOf?.(id) ?? '' })),
  ]
}

/** The button back to the approval list. */
function ApprovalsBackLink() {
  const { bootstrap } = usePortal()
  return (
    <ActionIcon component={Link} to={approvalsPath(bootstrap.pages) ?? '/'} variant="subtle" color="gray" size={40} aria-label="Back to the approval list">
      <Icon name="arrow-left" size={20} />
    </ActionIcon>
  )
}
