import { Skeleton, Stack, VisuallyHidden } from '@mantine/core'
import { t } from '../../core/index.ts'
import { Frame } from './Frame.tsx'
import { ProgressBar } from '../ui/ProgressBar.tsx'

/** The portal's frame while its menu loads. */
export function ShellSkeleton() {
  const drawer = (
    <Stack gap="md" p="md">
      <Skeleton height={36} />
      <Skeleton height={24} width="80%" />
      <Skeleton height={24} width="70%" />
      <Skeleton height={24} width="75%" />
    </Stack>
  )
  return <Frame drawer={drawer}><LoadingScreen /></Frame>
}

/** Placeholder for a screen whose code or manifest is loading, with a progress bar along the top of the window. */
export function LoadingScreen() {
  return (
    <Stack gap="md" aria-busy="true" data-loading>
      <ProgressBar />
      <VisuallyHidden role="status">{t('Loading…')}</VisuallyHidden>
      <Skeleton height={30} width="min(320px, 60%)" radius="sm" />
      <Skeleton height={72} />
      <Skeleton height={340} />
    </Stack>
  )
}
