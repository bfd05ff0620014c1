import { Skeleton, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ClientManifest } from '../../../contract/index.ts'
import { isAbsentOnWire, stateOfWire, wireName, type Json, type JsonObject, t } from '../../../core/index.ts'
import { eventsQuery } from '../../api/queries.ts'
import { ErrorState } from '../ErrorState.tsx'
import { RecordValue } from '../RecordValue.tsx'
import { formatDateTime } from '../format.ts'
import { Icon } from '../icons.tsx'
import classes from './Record.module.css'

interface HistorySectionProps {
  manifest: ClientManifest
  recordKey: string | undefined
  rev: number | undefined
  /** The fields whose new value each event shows. */
  fields: string[]
}

/** The history of a record, newest first. */
export function HistorySection({ manifest, recordKey, rev, fields }: HistorySectionProps) {
  const { data, error, refetch } = useQuery({ ...eventsQuery(manifest.id, recordKey ?? ''), enabled: recordKey !== undefined, staleTime: 0, meta: { rev } })
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data) return <Stack gap="xs" aria-busy="true"><Skeleton h={16} w="60%" /><Skeleton h={16} w="45%" /></Stack>
  if (data.length === 0) return <Text size="sm" c="dimmed">{t('Nothing happened yet.')}</Text>
  return (
    <ol className={classes.entries}>
      {[...data].sort((a, b) => text(b, 'at').localeCompare(text(a, 'at'))).map((event, index) => <Event key={index} event={event} manifest={manifest} fields={fields} />)}
    </ol>
  )
}

function Event({ event, manifest, fields }: { event: JsonObject; manifest: ClientManifest; fields: string[] }) {
  const label = (wire: string): string => stateOfWire(manifest, wire)?.label ?? wire
  const [from, to] = [text(event, 'from', 'fromState'), text(event, 'to', 'toState')]
  const move = from !== to && to !== '' ? [from && label(from), label(to)].filter(Boolean).join(' → ') : ''
  const kind = text(event, 'kind', 'action', 'event')
  const reason = text(event, 'reason', 'comment')
  const became = fields.map((field) => [field, becameOf(event, wireName(manifest.shape, field))] as const).filter(([, value]) => !isAbsentOnWire(value))
  return (
    <li className={classes.entry}>
      <span className={classes.dot}><Icon name="history" size={16} /></span>
      <div>
        <Text size="sm" fw={600}>{[labelOf(manifest, kind), move].filter(Boolean).join(': ')}</Text>
        <Text size="sm" c="dimmed">{[text(event, 'actorName', 'userName', 'actor', 'by'), formatDateTime(text(event, 'at', 'createdAt'))].filter(Boolean).join(' · ')}</Text>
        {became.map(([field, value]) => (
          <Text key={field} size="sm" className={classes.became ?? ''}>{manifest.shape.fields[field]?.title}: <RecordValue manifest={manifest} field={field} record={{ [wireName(manifest.shape, field)]: value ?? null }} /></Text>
        ))}
        {reason && <blockquote className={classes.comment}>{reason}</blockquote>}
      </div>
    </li>
  )
}

/** The value that the event changed the field to; undefined if it did not change or was emptied. */
function becameOf({ changes }: JsonObject, name: string): Json | undefined {
  const change = typeof changes === 'object' && changes !== null && !Array.isArray(changes) ? changes[name] : undefined
  return typeof change === 'object' && change !== null && !Array.isArray(change) ? change['to'] : undefined
}

const text = (event: JsonObject, ...names: string[]): string => String(names.map((name) => event[name]).find((value) => typeof value === 'string' && value !== '') ?? '')

function labelOf(manifest: ClientManifest, kind: string): string {
  const words = manifest.actions[kind]?.label.text ?? kind.replace(/[-_.]/g, ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}
