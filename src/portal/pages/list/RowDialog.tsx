import { Modal, Skeleton, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { t } from '../../../core/index.ts'
import type { ClientManifest, WireRecord } from '../../../contract/index.ts'
import type { ResolvedListDialog, ResolvedSection } from '../../../core/index.ts'
import { recordQuery } from '../../api/queries.ts'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { RecordValue } from '../../ui/RecordValue.tsx'
import { ApprovalsSection } from '../../ui/record/ApprovalsSection.tsx'
import { HistorySection } from '../../ui/record/HistorySection.tsx'
import { useListRules } from './use-list-rules.ts'

interface RowDialogProps { manifest: ClientManifest; dialog: ResolvedListDialog; recordKey: string; onClose: () => void }

/** Sections of a record's card, read-only in a dialog over the list. */
export function RowDialog({ manifest, dialog, recordKey, onClose }: RowDialogProps) {
  const { data, error, refetch } = useQuery({ ...recordQuery(manifest, recordKey), staleTime: 0 })
  const sections = dialog.sections.flatMap((name) => manifest.card.sections[name] ?? [])
  return (
    <Modal opened onClose={onClose} title={`${dialog.label}: ${recordKey}`} centered size="lg" closeButtonProps={{ 'aria-label': t('Close') }}>
      {error && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!error && !data && <Stack gap="xs" aria-busy="true"><Skeleton h={16} w="70%" /><Skeleton h={16} w="50%" /></Stack>}
      {data && <Stack gap="lg">{sections.map((section) => <Read key={section.name} manifest={manifest} section={section} record={data} recordKey={recordKey} />)}</Stack>}
    </Modal>
  )
}

function Read({ manifest, section, record, recordKey }: { manifest: ClientManifest; section: ResolvedSection; record: WireRecord; recordKey: string }) {
  const { holds } = useListRules(manifest)
  if (section.kind === 'approvals') return <ApprovalsSection record={record} manifest={manifest} hasComments={holds(section.comments, record)} />
  if (section.kind === 'history') return <HistorySection manifest={manifest} recordKey={recordKey} rev={record._rev} fields={section.fields} />
  return (
    <Stack gap="sm">
      {section.fields.map((field) => (
        <div key={field}>
          <Text size="sm" c="dimmed">{manifest.shape.fields[field]?.title}</Text>
          <Text component="div" style={{ whiteSpace: 'pre-line' }}><RecordValue manifest={manifest} field={field} record={record} /></Text>
        </div>
      ))}
    </Stack>
  )
}
