import { Skeleton, Stack, VisuallyHidden } from '@mantine/core'
import { ProgressBar } from '../ui/ProgressBar.tsx'

/** Stands in for a screen whose code or manifest is on its way, with a progress bar along the top of the window. */
export function LoadingScreen() {
  return (
    <Stack gap="md" aria-busy="true" data-loading>
      <ProgressBar />
      <VisuallyHidden role="status">Loading…</VisuallyHidden>
      <Skeleton height={30} width="min(320px, 60%)" radius="sm" />
      <Skeleton height={72} />
      <Skeleton height={340} />
    </Stack>
  )
}
