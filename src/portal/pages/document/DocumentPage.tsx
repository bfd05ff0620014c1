import { ActionIcon, Button, Center, Loader } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { lazy, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { t } from '../../../core/index.ts'
import { portalHistory } from '../../navigation/PortalRouter.tsx'
import { cardPath, ErrorState, fetchPrint, Icon, saveBlob, Screen, typeKey, useManifest, usePageKey, usePortal, type ScreenProps } from '../../sdk.ts'
import { LazyBoundary } from '../../ui/LazyBoundary.tsx'

const PdfPages = lazy(() => import('../../ui/pdf/PdfPages.tsx').then((module) => ({ default: module.PdfPages })))
const waiting = <Center h={320}><Loader role="status" aria-label={t('Loading the document')} /></Center>

/** A printed form of a document: view page by page, print, download, go back. */
export function DocumentPage({ page }: ScreenProps) {
  const type = page.type ?? ''
  const key = usePageKey(page) ?? ''
  const manifest = useManifest(type)
  const { bootstrap, titleOf } = usePortal()
  const navigate = useNavigate()
  const print = page.print ?? Object.keys(manifest.print)[0] ?? ''
  const { data, error, refetch } = useQuery({ queryKey: [...typeKey(type), 'print', key, print], queryFn: () => fetchPrint(type, key, print), structuralSharing: false, staleTime: 0 })
  const [paper, setPaper] = useState<'none' | 'drawing' | 'ready'>('none')
  const printOut = (): void => (paper === 'ready' ? window.print() : setPaper('drawing'))
  const printDrawn = (): void => {
    setPaper('ready')
    // In the next frame, when the button no longer shows its loading state.
    if (paper === 'drawing') requestAnimationFrame(() => window.print())
  }
  // If opened by an external link there is no previous page: go to the document itself.
  const back = (): void => void (portalHistory.isFirst() ? navigate(cardPath(bootstrap.pages, type, key)) : navigate(-1))
  return (
    <Screen
      page={page}
      title={`${manifest.print[print]?.title ?? titleOf(manifest).one} ${key}`}
      lead={<ActionIcon variant="subtle" color="gray" size={44} aria-label={t('Back')} onClick={back}><Icon name="arrow-left" size={20} /></ActionIcon>}
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
