import { Skeleton, Stack, VisuallyHidden } from '@mantine/core'
import { t } from '../../core/index.ts'
import { ProgressBar } from '../ui/ProgressBar.tsx'

/** The portal's frame while its menu loads, as the page itself begins with it (index.html). */
export function ShellSkeleton() {
  return (
    <div className="dirisha-outline">
      <aside />
      <header>{t('ESS')}</header>
      <main><LoadingScreen /></main>
    </div>
  )
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
