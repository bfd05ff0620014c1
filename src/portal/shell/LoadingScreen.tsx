import { completeNavigationProgress, startNavigationProgress } from '@mantine/nprogress'
import { Skeleton, Stack, VisuallyHidden } from '@mantine/core'
import { useEffect } from 'react'

/** Stands in for a screen whose code or manifest is on its way, and runs the progress bar meanwhile. */
export function LoadingScreen() {
  useEffect(() => {
    startNavigationProgress()
    return () => completeNavigationProgress()
  }, [])
  return (
    <Stack gap="md" aria-busy="true" data-loading>
      <VisuallyHidden role="status">Loading…</VisuallyHidden>
      <Skeleton height={30} width="min(320px, 60%)" radius="sm" />
      <Skeleton height={72} />
      <Skeleton height={340} />
    </Stack>
  )
}
