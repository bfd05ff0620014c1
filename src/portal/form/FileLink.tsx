import { Anchor } from '@mantine/core'
import { lazy, useState } from 'react'
import { t } from '../../core/index.ts'
import type { Json } from '../../core/index.ts'
import { blobOf, fileOf } from './file-value.ts'
import { useFormEnvironment } from './environment.ts'
import { LazyBoundary } from '../ui/LazyBoundary.tsx'

const FilePreview = lazy(() => import('../pages/card/sections/FilePreview.tsx').then((module) => ({ default: module.FilePreview })))

/** The name of a file; a click opens the preview. */
export function FileLink({ value }: { value: Json | undefined }) {
  const { filePath } = useFormEnvironment()
  const [isShown, setShown] = useState(false)
  const file = fileOf(value)
  if (!file) return null
  const path = file.id === undefined ? undefined : filePath?.(file.id)
  const shown = { name: file.fileName, mediaType: file.mediaType, ...(file.attachment === undefined ? {} : { blob: blobOf(file) }), ...(path === undefined ? {} : { path }) }
  return (
    <>
      <Anchor component="button" type="button" size="sm" title={file.fileName} aria-label={t('Preview {name}', { name: file.fileName })} onClick={() => setShown(true)}>{file.fileName}</Anchor>
      {isShown && <LazyBoundary><FilePreview file={shown} onClose={() => setShown(false)} /></LazyBoundary>}
    </>
  )
}
