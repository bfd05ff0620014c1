import { ActionIcon, Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from 'react-router-dom'
import { API_PREFIX } from '../../../contract/index.ts'
import { t } from '../../../core/index.ts'
import { documentPath } from '../../api/endpoints.ts'
import { fileOf } from '../../form/file-value.ts'
import { fromWire } from '../../form/wire.ts'
import { portalHistory } from '../../navigation/PortalRouter.tsx'
import { cardPath, ErrorState, Icon, recordQuery, Screen, useManifest, usePageKey, usePortal, type ScreenProps } from '../../sdk.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { DownloadButton, FileContents } from '../../ui/file/FileContents.tsx'

/** The file of one field of a record: its pages or picture, download, go back. */
export function FilePage({ page }: ScreenProps) {
  const type = page.type ?? ''
  const key = usePageKey(page) ?? ''
  const manifest = useManifest(type)
  const { bootstrap, titleOf } = usePortal()
  const navigate = useNavigate()
  const { data, error, refetch } = useQuery(recordQuery(manifest, key))
  const value = data && fileOf(fromWire(manifest, data)[page.file ?? ''])
  const file = value?.id === undefined ? undefined : { name: value.fileName, mediaType: value.mediaType, path: `${API_PREFIX}/${documentPath(type, key)}/files/${value.id}` }
  // If opened by a link from elsewhere there is no previous page: goes to the record itself.
  const back = (): void => void (portalHistory.isFirst() ? navigate(cardPath(bootstrap.pages, type, key)) : navigate(-1))
  const title = manifest.shape.fields[page.file ?? '']?.title ?? titleOf(manifest).one
  return (
    <Screen
      page={page}
      title={`${title} ${key}`}
      lead={<ActionIcon variant="subtle" color="gray" size={44} aria-label={t('Back')} onClick={back}><Icon name="arrow-left" size={20} /></ActionIcon>}
      actions={<DownloadButton file={file} variant="filled" />}
    >
      {error && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!error && !data && <Skeleton h={320} />}
      {!error && data && (file === undefined ? <EmptyState title={t('There is no file.')} /> : <FileContents file={file} />)}
    </Screen>
  )
}
