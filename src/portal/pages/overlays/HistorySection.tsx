import { Button, Group, Skeleton, Stack, Text, Title } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { t } from '../../../core/index.ts'
import { overlayHistoryQuery } from '../../api/overlays.ts'
import { showMore } from '../../api/show-more.ts'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { formatDateTime } from '../../ui/format.ts'
import { StatusBadge } from '../../ui/StatusBadge.tsx'
import classes from './Overlays.module.css'
import { Operations } from './PublishedSection.tsx'
import type { Draft } from './use-overlay-draft.ts'

/** Published and withdrawn overlays; a withdrawn one can be viewed and published again. */
export function HistorySection({ onAgain }: { onAgain: (draft: Draft) => void }) {
  const answer = useInfiniteQuery(overlayHistoryQuery())
  const events = answer.data?.pages.flatMap((page) => page.data) ?? []
  const body = () => {
    if (answer.isPending) return <Stack gap="sm" p="md" aria-hidden><Skeleton height={44} /><Skeleton height={44} /></Stack>
    if (answer.isError && events.length === 0) return <ErrorState error={answer.error} onRetry={() => void answer.refetch()} />
    if (events.length === 0) return <p className={classes.empty}>{t('Nothing was published yet.')}</p>
    return (
      <>
        <ol className={classes.rows} aria-label={t('Newest first')}>
          {events.map((event) => (
            <li key={event.id}>
              <Group justify="space-between" gap="sm" align="flex-start">
                <div className={classes.main}>
                  <Group gap="xs">
                    <Text size="sm" fw={600}>{t('{title} for {whom}', { title: event.title, whom: event.whom })}</Text>
                    <StatusBadge {...(event.kind === 'published' ? { label: t('Published'), tone: 'success' } : { label: t('Withdrawn'), tone: 'neutral' })} />
                  </Group>
                  <Text size="sm" c="dimmed">{event.by}, {formatDateTime(event.at)}</Text>
                </div>
                {event.kind === 'withdrawn' && event.isOurs && (
                  <Button variant="default" size="xs" className={classes.button ?? ''} aria-label={t('Publish again {title} for {whom}', { title: event.title, whom: event.whom })} onClick={() => onAgain({ overlay: event.overlay, title: t('Publish again: {title} for {whom}', { title: event.title, whom: event.whom }) })}>
                    {t('Publish again')}
                  </Button>
                )}
              </Group>
              <Operations overlay={event.overlay} />
            </li>
          ))}
        </ol>
        {answer.isFetchNextPageError && <ErrorState error={answer.error} onRetry={() => void showMore(answer)} />}
        {answer.hasNextPage && !answer.isFetchNextPageError && (
          <div className={classes.foot}><Button variant="default" size="sm" loading={answer.isFetchingNextPage} onClick={() => void showMore(answer)}>{t('Show older')}</Button></div>
        )}
      </>
    )
  }
  return (
    <section className="dirisha-panel" aria-labelledby="overlays-history" aria-busy={answer.isFetching}>
      <Title order={2} size="h4" id="overlays-history" className={classes.heading ?? ''}>{t('History')}</Title>
      {body()}
    </section>
  )
}
