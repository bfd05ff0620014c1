import { Button, Center, Loader } from '@mantine/core'
import { useEffect, useState } from 'react'
import { t } from '../../../core/index.ts'
import { ErrorState, fetchAttachment, Icon, messageOf, saveBlob, toast } from '../../sdk.ts'
import { BlobContents, isShownHere, NoPreview } from './BlobContents.tsx'
import classes from './File.module.css'

/** A stored file by its path, or one that is not uploaded yet. */
export interface Previewed { name: string; mediaType: string; path?: string; blob?: Blob }

const waiting = <Center h={240}><Loader role="status" aria-label={t('Loading')} /></Center>

/** Shows images and PDF pages; of other files it says that they have no preview. One of an unknown kind is fetched to find out. */
export function FileContents({ file }: { file: Previewed }) {
  const { path } = file
  const isShown = file.mediaType === '' || isShownHere(file.mediaType)
  const [blob, setBlob] = useState(file.blob)
  const [failure, setFailure] = useState<unknown>()
  useEffect(() => {
    if (file.blob || path === undefined || !isShown) return
    let isCurrent = true
    fetchAttachment(path, { inline: true }).then((answer) => isCurrent && setBlob(answer.blob), (error: unknown) => isCurrent && setFailure(error))
    return () => {
      isCurrent = false
    }
  }, [file.blob, path, isShown])
  if (failure !== undefined) return <ErrorState error={failure} />
  if (!isShown) return <NoPreview />
  return blob ? <BlobContents blob={blob} mediaType={file.mediaType || blob.type} name={file.name} className={classes.preview} waiting={waiting} /> : waiting
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
