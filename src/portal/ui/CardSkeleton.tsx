import { Paper, SimpleGrid, Skeleton, Stack } from '@mantine/core'
import { t } from '../../core/index.ts'

/** The card's outline while it loads. */
export function CardSkeleton({ isPart = false }: { /** Beside other contents of the screen, which stay. */ isPart?: boolean }) {
  return (
    <Stack gap="md" aria-busy="true" aria-label={t('Loading')} data-loading={!isPart || undefined}>
      <Paper className="dirisha-panel" p="lg">
        <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="lg">
          {[0, 1, 2, 3].map((index) => <Stack key={index} gap={8}><Skeleton h={12} w={110} /><Skeleton h={36} /></Stack>)}
        </SimpleGrid>
      </Paper>
      <Paper className="dirisha-panel" p="lg"><Stack gap="sm"><Skeleton h={14} w={140} /><Skeleton h={36} /><Skeleton h={36} /></Stack></Paper>
    </Stack>
  )
}
