import { Group, Anchor } from '@mantine/core'
import { useDeferredValue } from 'react'
import { Link } from 'react-router-dom'
import { t } from '../../../core/index.ts'
import type { ApprovalEntry } from '../../../contract/index.ts'
import { ErrorState, Icon, useManifest } from '../../sdk.ts'
import { useEngine } from '../../shell/engine.ts'
import { CardSkeleton } from '../../ui/CardSkeleton.tsx'
import { useCardData } from '../card/use-card-data.ts'
import { useStoredRecord } from '../card/use-stored-record.ts'
import { useMarkRead } from '../card/use-mark-read.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ApprovalContents } from './ApprovalContents.tsx'

/** The document of an entry, beside the queue. */
export function EntryPane({ entry, yields, onDecided }: { entry: ApprovalEntry; /** Whether entries are selected for a decision of their own. */ yields: boolean; /** Called after a decision that was made here. */ onDecided: (entry: ApprovalEntry) => void }) {
  const { documentType: type, documentNo: key } = entry
  useManifest(type)
  const engine = useEngine(type)
  const { data, error, retry } = useCardData(engine, type, key, useStoredRecord(type, key))
  useMarkRead(type, key, data !== undefined)
  // Drawn in slices, as a card is.
  const isDrawn = useDeferredValue(data !== undefined)
  if (error) return <ErrorState error={error} onRetry={retry} />
  if (!data || !isDrawn) return <CardSkeleton isPart />
  return (
    <section aria-label={`${entry.approveForType} ${key}`}>
      <Group justify="flex-end" mb={8}><Anchor component={Link} to={entry.link} size="sm"><Group gap={4} component="span"><Icon name="file-text" size={15} />{t('Open {key} on its own page', { key })}</Group></Anchor></Group>
      <ApprovalContents data={{ ...data, draft: undefined }} place="pane" yields={yields} onDecided={() => onDecided(entry)} otherwise={<EmptyState icon="circle-check" title={t('Nothing to decide here')} text={t('This document has already been decided.')} />} />
    </section>
  )
}
