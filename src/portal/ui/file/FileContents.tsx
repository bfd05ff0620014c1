import { Button, Center, Loader, Text } from '@mantine/core'
import { lazy, useEffect, useState } from 'react'
import { t } from '../../../core/index.ts'
import { ErrorState, fetchAttachment, Icon, messageOf, saveBlob, toast } from '../../sdk.ts'
import { LazyBoundary } from '../LazyBoundary.tsx'
import classes from './File.module.css'

const PdfPages = lazy(() => import('../pdf/PdfPages.tsx').then((module) => ({ default: module.PdfPages })))

/** A stored file by its path, or one that is not uploaded yet. */
export interface Previewed { name: string; mediaType: string; path?: string; blob?: Blob }

// SVG may contain scripts, so it is only ever downloaded.
const IMAGES = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp'])

/** Whether the file may be shown; that of an unknown kind is fetched to find out. */
const hasPreview = ({ mediaType }: Previewed): boolean => mediaType === '' || mediaType === 'application/pdf' || IMAGES.has(mediaType)

const waiting = <Center h={240}><Loader role="status" aria-label={t('Loading')} /></Center>

/** Shows images and PDF pages; of other files it says that they have no preview. */
export function FileContents({ file }: { file: Previewed }) {
  const { path } = file
  const isShown = hasPreview(file)
  const [blob, setBlob] = useState(file.blob)
  const [failure, setFailure] = useState<unknown>()
  const [address, setAddress] = useState<string>()
  useEffect(() => {
    if (file.blob || path === undefined || !isShown) return
    let isCurrent = true
    fetchAttachment(path, { inline: true }).then((answer) => isCurrent && setBlob(answer.blob), (error: unknown) => isCurrent && setFailure(error))
    return () => {
      isCurrent = false
    }
  }, [file.blob, path, isShown])
  useEffect(() => {
    if (!blob) return
    const made = URL.createObjectURL(blob)
    setAddress(made)
    return () => URL.revokeObjectURL(made)
  }, [blob])
  if (failure !== undefined) return <ErrorState error={failure} />
  if (!isShown) return <NoPreview />
  if (!blob || !address) return waiting
  const mediaType = file.mediaType || blob.type
  if (IMAGES.has(mediaType)) return <img src={address} alt={file.name} className={classes.preview} />
  return mediaType === 'application/pdf' ? <LazyBoundary fallback={waiting}><PdfPages blob={blob} /></LazyBoundary> : <NoPreview />
}

function NoPreview() {
  return <Text c="dimmed" ta="center" py="xl">{t('This kind of file has no preview. Download it to look at it.')}</Text>
}

/** Saves the file. A stored one is fetched again: its history tells downloads from views. */
export function DownloadButton({ file, variant = 'default' }: { file: Previewed | undefined; variant?: 'default' | 'filled' }) {
  const download = async (): Promise<void> => {
    if (file === undefined) return
    try {
      const saved = file.path === undefined ? file.blob : (await fetchAttachment(file.path)).blob
      if (saved) saveBlob(saved, file.name)
    } catch (error) {
      toast.warning(messageOf(error))
    }
  }
  return <Button variant={variant} disabled={file === undefined || (file.path === undefined && file.blob === undefined)} leftSection={<Icon name="download" size={17} />} onClick={() => void download()}>{t('Download')}</Button>
}
