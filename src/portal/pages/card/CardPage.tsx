import { useQuery, useQueryClient } from '@tanstack/react-query'
import { openingHeading } from '../../../contract/index.ts'
import { listsQuery, Screen, useManifest, usePageKey, usePagePlace, usePortal, type ScreenProps } from '../../sdk.ts'
import { closureQuery } from '../../shell/closure.ts'
import { usePageScope } from '../../shell/use-page-scope.ts'
import type { ResolvedPage } from '../../../core/index.ts'
import { CardBackLink } from './CardBackLink.tsx'
import type { CardLoaderProps } from './CardLoader.tsx'
import { CardSkeleton } from '../../ui/CardSkeleton.tsx'
import { useStoredRecord } from './use-stored-record.ts'

/** The card of a document of any type: view, create, edit and run actions. */
export function CardPage({ page, Body }: ScreenProps & Pick<CardLoaderProps, 'Body'>) {
  const key = usePageKey(page)
  const line = usePagePlace(page.line)
  const scope = usePageScope(page, useManifest(page.type ?? '').shape)
  return <CardAt key={`${key ?? ''} ${line ?? ''} ${key === undefined ? Object.values(scope).join(' ') : ''}`} page={page} recordKey={key} line={line} scope={scope} Body={Body} />
}

/** The card of the record with this key, or of a new one with these first values. Fetches the code of the form, the record, the manifests of what it references and the rows that its rules look up at the same time. */
export function CardAt(props: Omit<CardLoaderProps, 'stored' | 'title'>) {
  const { page, recordKey } = props
  const type = page.type ?? ''
  const client = useQueryClient()
  const { bootstrap } = usePortal()
  const manifest = useManifest(type)
  const stored = useStoredRecord(type, recordKey)
  useQuery(closureQuery(client, bootstrap, type))
  useQuery({ ...listsQuery(type), enabled: Object.keys(manifest.lists).length > 0 })
  const title = useTitleWhileOpening(page, recordKey)
  const { data: CardLoader } = useQuery({ queryKey: ['card-loader'], queryFn: async () => (await import('./CardLoader.tsx')).CardLoader, staleTime: Infinity, gcTime: Infinity, structuralSharing: false, throwOnError: true })
  if (CardLoader === undefined) return <Screen page={page} title={title} lead={<CardBackLink type={type} />}><CardSkeleton /></Screen>
  return <CardLoader {...props} stored={stored} title={title} />
}

function useTitleWhileOpening(page: ResolvedPage, recordKey: string | undefined): string {
  const manifest = useManifest(page.type ?? '')
  return openingHeading(manifest, usePortal().titleOf(manifest), { view: page.view, key: recordKey })
}
