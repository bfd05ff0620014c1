import { Button, Center, Group, Loader, Modal, Stack, Text } from '@mantine/core'
import { lazy, useEffect, useState } from 'react'
import { t } from '../../../../core/index.ts'
import { useFocusReturn } from '../../../form/use-focus-return.ts'
import { ErrorState, fetchAttachment, Icon, messageOf, saveBlob, toast } from '../../../sdk.ts'
import classes from '../Card.module.css'
import { LazyBoundary } from '../../../ui/LazyBoundary.tsx'
import { useIsPhone } from '../../../ui/use-is-phone.ts'

const PdfPages = lazy(() => import('../../../ui/pdf/PdfPages.tsx').then((module) => ({ default: module.PdfPages })))

/** A stored file by its path, or one that is not uploaded yet. */
export interface Previewed { name: string; mediaType: string; path?: string; blob?: Blob }

// SVG may contain scripts, so it is only ever downloaded.
const IMAGES = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp'])

/** Whether the file may be shown; that of an unknown kind is fetched to find out. */
const hasPreview = ({ mediaType }: Previewed): boolean => mediaType === '' || mediaType === 'application/pdf' || IMAGES.has(mediaType)

/** Shows images and PDF pages; other files can be downloaded. */
export function FilePreview({ file, onClose }: { file: Previewed; onClose: () => void }) {
  useFocusReturn()
  const isPhone = useIsPhone()
  const [blob, setBlob] = useState(file.blob)
  const [failure, setFailure] = useState<unknown>()
  const [address, setAddress] = useState<string>()
  useEffect(() => {
    if (file.blob || file.path === undefined || !hasPreview(file)) return
    let isCurrent = true
    fetchAttachment(file.path, { inline: true }).then((answer) => isCurrent && setBlob(answer.blob), (error: unknown) => isCurrent && setFailure(error))
    return () => {
      isCurrent = false
    }
  }, [file])
  useEffect(() => {
    if (!blob) return
    const made = URL.createObjectURL(blob)
    setAddress(made)
    return () => URL.revokeObjectURL(made)
  }, [blob])

  // A stored file is fetched again: its history tells downloads from views.
  const download = async (): Promise<void> => {
    try {
      const saved = file.path === undefined ? blob : (await fetchAttachment(file.path)).blob
      if (saved) saveBlob(saved, file.name)
    } catch (error) {
      toast.warning(messageOf(error))
    }
  }

  return (
    <Modal opened onClose={onClose} title={file.name} size="xl" fullScreen={isPhone} closeButtonProps={{ 'aria-label': t('Close the preview') }}>
      <Stack gap="md">
        <Content file={file} blob={blob} address={address} failure={failure} />
        <Group justify="flex-end">
          <Button variant="default" disabled={!blob && file.path === undefined} leftSection={<Icon name="download" size={17} />} onClick={() => void download()}>{t('Download')}</Button>
        </Group>
      </Stack>
    </Modal>
  )
}

const waiting = <Center h={240}><Loader role="status" aria-label={t('Loading')} /></Center>

function Content({ file, blob, address, failure }: { file: Previewed; blob: Blob | undefined; address: string | undefined; failure: unknown }) {
  if (failure !== undefined) return <ErrorState error={failure} />
  if (!hasPreview(file)) return <Text c="dimmed" ta="center" py="xl">{t('This kind of file has no preview. Download it to look at it.')}</Text>
  if (!blob || !address) return waiting
  const mediaType = file.mediaType || blob.type
  if (IMAGES.has(mediaType)) return <img src={address} alt={file.name} className={classes.preview} />
  if (mediaType === 'application/pdf') return <LazyBoundary fallback={waiting}><PdfPages blob={blob} /></LazyBoundary>
  return <Text c="dimmed" ta="center" py="xl">{t('This kind of file has no preview. Download it to look at it.')}</Text>
}
