import { Button, Center, Loader } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { lazy, useState } from 'react'
import { t } from '../../../core/index.ts'
import { ErrorState, fetchPrint, Icon, saveBlob, Screen, typeKey, useManifest, usePageKey, usePortal, type ScreenProps } from '../../sdk.ts'
import { BackButton } from '../../shell/BackButton.tsx'
import { LazyBoundary } from '../../ui/LazyBoundary.tsx'

const PdfPages = lazy(() => import('../../ui/pdf/PdfPages.tsx').then((module) => ({ default: module.PdfPages })))
const waiting = <Center h={320}><Loader role="status" aria-label={t('Loading the document')} /></Center>

/** A printed form of a document: view page by page, print, download, go back. */
export function DocumentPage({ page }: ScreenProps) {
  const type = page.type ?? ''
  const key = usePageKey(page) ?? ''
  const manifest = useManifest(type)
  const { titleOf } = usePortal()
  const print = page.print ?? Object.keys(manifest.print)[0] ?? ''
  const { data, error, refetch } = useQuery({ queryKey: [...typeKey(type), 'print', key, print], queryFn: () => fetchPrint(type, key, print), structuralSharing: false, staleTime: 0 })
  const [paper, setPaper] = useState<'none' | 'drawing' | 'ready'>('none')
  const printOut = (): void => (paper === 'ready' ? window.print() : setPaper('drawing'))
  const printDrawn = (): void => {
    setPaper('ready')
    // In the next frame, when the button no longer shows its loading state.
    if (paper === 'drawing') requestAnimationFrame(() => window.print())
  }
  return (
    <Screen
      page={page}
      title={`${manifest.print[print]?.title ?? titleOf(manifest).one} ${key}`}
      lead={<BackButton type={type} recordKey={key} />}
      actions={
        <>
          <Button variant="default" leftSection={<Icon name="printer" size={17} />} disabled={!data} loading={paper === 'drawing'} onClick={printOut}>{t('Print')}</Button>
          <Button leftSection={<Icon name="download" size={17} />} disabled={!data} onClick={() => data && saveBlob(data.blob, data.fileName)}>{t('Download')}</Button>
        </>
      }
    >
      {error && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!error && (data ? <LazyBoundary fallback={waiting}><PdfPages blob={data.blob} paper={paper === 'none' ? 'coarse' : 'fine'} onPaperReady={printDrawn} /></LazyBoundary> : waiting)}
    </Screen>
  )
}
