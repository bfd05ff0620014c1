import { Group, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { t } from '../../../core/index.ts'
import { fileOverlaysQuery } from '../../api/overlays.ts'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { StatusBadge } from '../../ui/StatusBadge.tsx'
import { layerOf } from './layers.ts'
import classes from './Overlays.module.css'
import { Operations, SetAside } from './PublishedSection.tsx'

/** The overlays in the modules' files, with the operations that are not in effect; renders nothing if there are none. */
export function FilesSection() {
  const { data, error, refetch, isFetching } = useQuery(fileOverlaysQuery())
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data || data.length === 0) return null
  return (
    <section className="dirisha-panel" aria-labelledby="overlays-files" aria-busy={isFetching}>
      <Title order={2} size="h4" id="overlays-files" className={classes.heading ?? ''}>{t('From module files')}</Title>
      <ul className={classes.rows}>
        {data.map((row) => (
          <li key={row.file} data-file={row.file}>
            <Group gap="xs">
              <Text fw={600}>{t('{title} for {whom}', { title: row.title, whom: row.whom })}</Text>
              <StatusBadge {...layerOf(row.scope)} />
            </Group>
            <Text size="sm" c="dimmed" className={classes.path ?? ''}>{row.file}</Text>
            <Operations overlay={row.overlay} />
            <SetAside conflicts={row.conflicts} />
          </li>
        ))}
      </ul>
    </section>
  )
}
