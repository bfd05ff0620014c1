import { ActionIcon, Button, Center, Loader } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { useNavigate } from 'react-router-dom'
import { cardPath, ErrorState, fetchPrint, Icon, saveBlob, Screen, typeKey, useManifest, usePageKey, usePortal, type ScreenProps } from '../../sdk.ts'

const PdfPages = lazy(() => import('./PdfPages.tsx').then((module) => ({ default: module.PdfPages })))
const waiting = <Center h={320}><Loader aria-label="Loading the document" /></Center>

/** A printed form of a document: read page by page, downloaded, left again. */
export function DocumentPage({ page }: ScreenProps) {
  const type = page.type ?? ''
  const key = usePageKey(page) ?? ''
  const manifest = useManifest(type)
  const { bootstrap, titleOf } = usePortal()
  const navigate = useNavigate()
  const print = page.print ?? Object.keys(manifest.print)[0] ?? ''
  const { data, error, refetch } = useQuery({ queryKey: [...typeKey(type), 'print', key, print], queryFn: () => fetchPrint(type, key, print), structuralSharing: false, staleTime: 0 })
  // Opened by a link from elsewhere there is nothing to go back to but the document itself.
  const back = (): void => void (window.history.length > 1 && (window.history.state as { idx?: number } | null)?.idx !== 0 ? navigate(-1) : navigate(cardPath(bootstrap.pages, type, key)))
  return (
    <Screen
      page={page}
      title={`${manifest.print[print]?.title ?? titleOf(manifest).one} ${key}`}
      lead={<ActionIcon variant="subtle" color="gray" size={44} aria-label="Back" onClick={back}><Icon name="arrow-left" size={20} /></ActionIcon>}
      actions={
        <>
          <Button variant="default" onClick={back}>Back</Button>
          <Button leftSection={<Icon name="download" size={17} />} disabled={!data} onClick={() => data && saveBlob(data.blob, data.fileName)}>Download</Button>
        </>
      }
    >
      {error && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!error && (data ? <Suspense fallback={waiting}><PdfPages blob={data.blob} /></Suspense> : waiting)}
    </Screen>
  )
}
