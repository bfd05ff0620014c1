import { Stack } from '@mantine/core'
import { useMemo } from 'react'
import { useParams } from 'react-router-dom'
import { DECISIONS, type ResolvedPage } from '../../../core/index.ts'
import { FormEnvironmentProvider } from '../../form/environment.ts'
import { FieldSourceProvider } from '../../form/use-field.ts'
import { ErrorState, Screen, StatusBadge, useManifest, usePortal, type ScreenProps } from '../../sdk.ts'
import { useEngine } from '../../shell/engine.ts'
import { usePageKey } from '../../shell/use-page-key.ts'
import { CardSections } from '../card/CardSections.tsx'
import { CardSkeleton } from '../card/CardSkeleton.tsx'
import { environmentOf } from '../card/environment-of.ts'
import { useCard } from '../card/use-card.ts'
import { useCardData, type CardData } from '../card/use-card-data.ts'
import { useMarkTold } from '../card/use-mark-told.ts'
import { ApprovalsBackLink } from './ApprovalsBackLink.tsx'
import { DecisionBar } from './DecisionBar.tsx'
import { MismatchDialog } from './MismatchDialog.tsx'
import { openEntryOf } from './open-entry.ts'

/** A document waiting for a decision: read-only, with what the approver may decide. */
export function ApprovalPage({ page }: ScreenProps) {
  const { type = page.type ?? '' } = useParams()
  const key = usePageKey(page) ?? ''
  return <ApprovalLoader key={`${type}/${key}`} page={page} type={type} recordKey={key} />
}

function ApprovalLoader({ page, type, recordKey }: { page: ResolvedPage; type: string; recordKey: string }) {
  const { bootstrap, titleOf } = usePortal()
  // A type that this person may not see at all is no crash but the same refusal.
  if (!bootstrap.types[type]) return <Screen page={page} title="Approval" lead={<ApprovalsBackLink />}><MismatchDialog /></Screen>
  return <Loaded page={page} type={type} recordKey={recordKey} titleOf={titleOf} />
}

function Loaded({ page, type, recordKey, titleOf }: { page: ResolvedPage; type: string; recordKey: string; titleOf: ReturnType<typeof usePortal>['titleOf'] }) {
  const manifest = useManifest(type)
  const engine = useEngine(type)
  const { data, error, retry } = useCardData(engine, type, recordKey)
  useMarkTold(type, recordKey, data !== undefined)
  const title = `${titleOf(manifest).one} ${recordKey}`
  const isRefused = error !== null && 'status' in error && (error.status === 404 || error.status === 403)
  if (isRefused) return <Screen page={page} title={title} lead={<ApprovalsBackLink />}><MismatchDialog /></Screen>
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
  const entry = openEntryOf(record, portal.actor.employee)
  const decisions = DECISIONS.filter((id) => card.allowed.includes(id))
  const state = String(record?.[manifest.shape.fields[manifest.stateField]?.wire ?? manifest.stateField] ?? '')
  const sender = entry?.senderName ?? entry?.senderID
  const isDecided = decisions.length === 0 || !entry
  return (
    <Screen
      page={page}
      title={title}
      lead={<ApprovalsBackLink />}
      aside={state !== '' && <StatusBadge state={manifest.states[state]} label={manifest.states[state]?.label ?? state} />}
      {...(sender ? { subtitle: `Made by ${sender}` } : {})}
    >
      <FieldSourceProvider value={model}>
        <FormEnvironmentProvider value={environment}>
          <Stack gap="md">
            <CardSections card={card} />
            {!isDecided && entry && <DecisionBar manifest={manifest} entry={entry} decisions={decisions} />}
          </Stack>
        </FormEnvironmentProvider>
      </FieldSourceProvider>
      {isDecided && <MismatchDialog />}
    </Screen>
  )
}
