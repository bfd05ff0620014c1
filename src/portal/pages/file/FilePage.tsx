import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { API_PREFIX } from '../../../contract/index.ts'
import { t } from '../../../core/index.ts'
import { documentPath } from '../../api/endpoints.ts'
import { fileOf } from '../../form/file-value.ts'
import { fromWire } from '../../form/wire.ts'
import { ErrorState, recordQuery, Screen, useManifest, usePageKey, usePortal, type ScreenProps } from '../../sdk.ts'
import { BackButton } from '../../shell/BackButton.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { DownloadButton, FileContents } from '../../ui/file/FileContents.tsx'

/** The file of one field of a record: its pages or picture, download, go back. */
export function FilePage({ page }: ScreenProps) {
  const type = page.type ?? ''
  const key = usePageKey(page) ?? ''
  const manifest = useManifest(type)
  const { titleOf } = usePortal()
  const { data, error, refetch } = useQuery(recordQuery(manifest, key))
  const value = data && fileOf(fromWire(manifest, data)[page.file ?? ''])
  const file = value?.id === undefined ? undefined : { name: value.fileName, mediaType: value.mediaType, path: `${API_PREFIX}/${documentPath(type, key)}/files/${value.id}` }
  const title = manifest.shape.fields[page.file ?? '']?.title ?? titleOf(manifest).one
  return (
    <Screen
      page={page}
      title={`${title} ${key}`}
      lead={<BackButton type={type} recordKey={key} />}
      actions={<DownloadButton file={file} variant="filled" />}
    >
      {error && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!error && !data && <Skeleton h={320} />}
      {!error && data && (file === undefined ? <EmptyState title={t('There is no file.')} /> : <FileContents file={file} />)}
    </Screen>
  )
}
