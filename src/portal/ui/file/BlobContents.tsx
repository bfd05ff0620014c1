import { Text } from '@mantine/core'
import { lazy, useEffect, useState, type ReactNode } from 'react'
import { t } from '../../../core/index.ts'
import { LazyBoundary } from '../LazyBoundary.tsx'

/** Fetches the code that draws PDF pages; call it ahead of need. */
export const loadPdfPages = () => import('../pdf/PdfPages.tsx').then((module) => ({ default: module.PdfPages }))
const PdfPages = lazy(loadPdfPages)

// SVG may contain scripts, so it is only ever downloaded.
const IMAGES = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp'])

/** Whether the portal shows files of the media type: pictures and PDF. */
export const isShownHere = (mediaType: string): boolean => mediaType === 'application/pdf' || IMAGES.has(mediaType)

interface Props { blob: Blob; mediaType: string; name: string; className: string | undefined; waiting: ReactNode }

/** Shows a picture, with the class, or the pages of a PDF; of other files it says that they have no preview. */
export function BlobContents({ blob, mediaType, name, className, waiting }: Props) {
  const [address, setAddress] = useState<string>()
  useEffect(() => {
    const made = URL.createObjectURL(blob)
    setAddress(made)
    return () => URL.revokeObjectURL(made)
  }, [blob])
  if (!isShownHere(mediaType)) return <NoPreview />
  if (!IMAGES.has(mediaType)) return <LazyBoundary fallback={waiting}><PdfPages blob={blob} /></LazyBoundary>
  return address === undefined ? waiting : <img src={address} alt={name} className={className} />
}

export function NoPreview() {
  return <Text c="dimmed" ta="center" py="xl">{t('This kind of file has no preview. Download it to look at it.')}</Text>
}
