import { Button, Group, Skeleton, Stack, Text, Title } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { t } from '../../../core/index.ts'
import type { OverlayRow } from '../../../contract/index.ts'
import { messageOf } from '../../api/client.ts'
import { overlaysKey, overlaysQuery, withdrawOverlay } from '../../api/overlays.ts'
import { bootstrapQuery } from '../../api/queries.ts'
import { confirmed } from '../../ui/confirm.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { formatDateTime } from '../../ui/format.ts'
import { StatusBadge } from '../../ui/StatusBadge.tsx'
import { toast } from '../../ui/toasts.ts'
import { layerOf } from './layers.ts'
import { changesIn, operationsIn } from './arrange/words.ts'
import classes from './Overlays.module.css'
import type { Draft } from './use-overlay-draft.ts'

/** The overlays in effect, each with its operations, its author, and the operations that could not be applied. */
export function PublishedSection({ onEdit }: { onEdit: (draft: Draft) => void }) {
  const client = useQueryClient()
  const { data, error, refetch, isFetching } = useQuery(overlaysQuery())
  const withdrawal = useMutation({
    mutationFn: ({ id }: OverlayRow) => withdrawOverlay(id),
    onSuccess: ({ message }) => toast.success(message),
    onError: (failure) => toast.warning(messageOf(failure)),
    // Also after a failure: another user may have withdrawn the overlay.
    onSettled: () => Promise.all([overlaysKey, bootstrapQuery().queryKey].map((queryKey) => client.invalidateQueries({ queryKey }))),
  })
  const withdraw = async (row: OverlayRow) => {
    const yes = await confirmed({ text: t('Withdraw this overlay of {title} for {whom}? It can be published again from the history.', { title: row.title, whom: row.whom }), acceptLabel: t('Withdraw'), rejectLabel: t('Cancel'), tone: 'danger' })
    if (yes) withdrawal.mutate(row)
  }
  const body = () => {
    if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />
    if (!data) return <Stack gap="sm" p="md" aria-hidden><Skeleton height={64} /><Skeleton height={64} /></Stack>
    if (data.length === 0) return <EmptyState icon="layers" title={t('Nothing is published')} text={t('Everyone uses the document types as the modules and their files define them.')} />
    return (
      <ul className={classes.rows}>
        {data.map((row) => (
          <Row key={row.id} row={row} isBusy={withdrawal.isPending && withdrawal.variables.id === row.id} onWithdraw={() => void withdraw(row)}
            onEdit={() => onEdit({ id: row.id, overlay: row.overlay, title: t('Overlay of {title} for {whom}', { title: row.title, whom: row.whom }) })} />
        ))}
      </ul>
    )
  }
  return (
    <section className="dirisha-panel" aria-labelledby="overlays-published" aria-busy={isFetching}>
      <Title order={2} size="h4" id="overlays-published" className={classes.heading ?? ''}>{t('Published')}</Title>
      {body()}
    </section>
  )
}

function Row({ row, isBusy, onEdit, onWithdraw }: { row: OverlayRow; isBusy: boolean; onEdit: () => void; onWithdraw: () => void }) {
  const name = t('{title} for {whom}', { title: row.title, whom: row.whom })
  return (
    <li data-overlay={row.id}>
      <Group justify="space-between" gap="sm" align="flex-start">
        <div className={classes.main}>
          <Group gap="xs">
            <Text fw={600}>{name}</Text>
            <StatusBadge {...layerOf(row.scope)} />
          </Group>
          <Text size="sm" c="dimmed">{row.author}, {formatDateTime(row.publishedAt)}</Text>
        </div>
        {row.isOurs && (
          <Group gap="xs">
            <Button variant="default" size="xs" className={classes.button ?? ''} aria-label={t('Edit {name}', { name })} onClick={onEdit}>{t('Edit')}</Button>
            <Button variant="default" size="xs" className={classes.button ?? ''} c="var(--dirisha-danger-fg)" aria-label={t('Withdraw {name}', { name })} loading={isBusy} onClick={onWithdraw}>{t('Withdraw')}</Button>
          </Group>
        )}
      </Group>
      <Operations overlay={row.overlay} />
      {!row.isOurs && <Text size="sm" c="dimmed" mt={6}>{t('It also applies to companies you do not administer, so you cannot change it.')}</Text>}
      <SetAside conflicts={row.conflicts} />
    </li>
  )
}

/** The operations of an overlay that could not be applied and are not in effect. */
export function SetAside({ conflicts }: Pick<OverlayRow, 'conflicts'>) {
  if (conflicts.length === 0) return null
  return (
    <ul className={classes.conflicts} aria-label={t('Not applied')}>
      {conflicts.map(({ code, path, message, expected, seen }) => (
        <li key={`${code} ${path}`}>
          <StatusBadge label={t('Not applied')} tone="warning" /> <span>{message}</span>
          <Text size="xs" c="dimmed" className={classes.path ?? ''}>{[code, path, comparedText(code, seen, expected)].filter((part) => part !== '').join(' · ')}</Text>
        </li>
      ))}
    </ul>
  )
}

/** Compares the base with the overlay: what it was written against if the base has changed, otherwise what would be possible. */
function comparedText(code: string, seen: string | undefined, expected: string | undefined): string {
  if (seen === undefined || expected === undefined) return ''
  return code === 'E604' ? t('written against {expected}, now {seen}', { expected, seen }) : t('has {seen}; expected: {expected}', { seen, expected })
}

/** What an overlay changes, one change per line. */
export function Operations({ overlay }: { overlay: OverlayRow['overlay'] }) {
  return (
    <ul className={classes.operations}>
      {changesIn(operationsIn(overlay)).map(({ text, indexes }) => <li key={indexes.join()}>{text}</li>)}
    </ul>
  )
}
