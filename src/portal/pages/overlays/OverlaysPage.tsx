import { Button } from '@mantine/core'
import { lazy, useState } from 'react'
import { t } from '../../../core/index.ts'
import { usePortal } from '../../shell/portal-context.ts'
import { Screen, type ScreenProps } from '../../shell/Screen.tsx'
import { Icon } from '../../ui/icons.tsx'
import { ExplainSection } from './ExplainSection.tsx'
import { FilesSection } from './FilesSection.tsx'
import { HistorySection } from './HistorySection.tsx'
import { PublishedSection } from './PublishedSection.tsx'
import type { Draft } from './use-overlay-draft.ts'
import { LazyBoundary } from '../../ui/LazyBoundary.tsx'

const OverlayDialog = lazy(() => import('./OverlayDialog.tsx').then((module) => ({ default: module.OverlayDialog })))

/** How companies, roles and people differ from the modules' manifests, and the origin of every property. */
export function OverlaysPage({ page }: ScreenProps) {
  const { caption } = usePortal()
  const [draft, setDraft] = useState<Draft>()
  return (
    <Screen
      page={page} title={page.title ? caption(page.title) : t('Overlays')} subtitle={t('Changes to document types for companies, roles and people.')}
      actions={<Button leftSection={<Icon name="plus" size={17} />} onClick={() => setDraft({ title: t('New overlay') })}>{t('New overlay')}</Button>}
    >
      <PublishedSection onEdit={setDraft} />
      <FilesSection />
      <ExplainSection />
      <HistorySection onAgain={setDraft} />
      {draft && <LazyBoundary><OverlayDialog draft={draft} onClose={() => setDraft(undefined)} /></LazyBoundary>}
    </Screen>
  )
}
