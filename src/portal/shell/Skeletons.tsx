import { Skeleton, Stack, VisuallyHidden } from '@mantine/core'
import { useState } from 'react'
import { t } from '../../core/index.ts'
import { ProgressBar } from '../ui/ProgressBar.tsx'

/**
 * The portal's frame while its menu loads, as the page itself begins with it (index.html), with the heading that its first script wrote
 * there.
 */
export function ShellSkeleton() {
  // Read before the root is rendered, which removes it.
  const [heading] = useState(() => document.querySelector('.dirisha-outline[data-early] h1')?.textContent)
  return (
    <div className="dirisha-outline">
      <aside />
      <header>{t('ESS')}</header>
      <main><LoadingScreen heading={heading} /></main>
    </div>
  )
}

/** Placeholder for a screen whose code or manifest is loading, with a progress bar along the top of the window. */
export function LoadingScreen({ heading }: { heading?: string | null | undefined }) {
  return (
    <Stack gap="md" aria-busy="true" data-loading>
      <ProgressBar />
      <VisuallyHidden role="status">{t('Loading…')}</VisuallyHidden>
      {heading ? <h1>{heading}</h1> : <Skeleton height={30} width="min(320px, 60%)" radius="sm" />}
      <Skeleton height={72} />
      <Skeleton height={340} />
    </Stack>
  )
}
