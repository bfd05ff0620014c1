/** Overlays, for those who keep them. */
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { Answer, ExplainAnswer, FileOverlayRow, ListAnswer, OverlayEvent, OverlayPreview, OverlayRow, OverlayTargets } from '../../contract/index.ts'
import type { JsonObject } from '../../core/index.ts'
import { call } from './client.ts'

/** Everything about overlays starts with this key. */
export const overlaysKey = ['admin', 'overlays'] as const

/** Those that are published. */
export const overlaysQuery = () =>
  queryOptions({ queryKey: [...overlaysKey, 'list'] as const, queryFn: async ({ signal }) => (await call<Answer<OverlayRow[]>>({ method: 'GET', path: 'admin/overlays', signal })).data })

/** Those in files of the modules. */
export const fileOverlaysQuery = () =>
  queryOptions({ queryKey: [...overlaysKey, 'files'] as const, queryFn: async ({ signal }) => (await call<Answer<FileOverlayRow[]>>({ method: 'GET', path: 'admin/overlays/files', signal })).data })

/** Of what and for whom one may be published; of the people the first whose name, e-mail or id holds the words. */
export const overlayTargetsQuery = (search = '') =>
  queryOptions({
    queryKey: [...overlaysKey, 'targets', search] as const,
    queryFn: async ({ signal }) => (await call<Answer<OverlayTargets>>({ method: 'GET', path: 'admin/overlays/targets', query: { search }, signal })).data,
    staleTime: 60_000,
    placeholderData: keepPreviousData,
  })

const PAGE = 10

/** What was published and withdrawn, newest first. */
export const overlayHistoryQuery = () =>
  infiniteQueryOptions({
    queryKey: [...overlaysKey, 'history'] as const,
    queryFn: ({ signal, pageParam }) => call<ListAnswer<OverlayEvent>>({ method: 'GET', path: 'admin/overlays/history', query: { limit: PAGE, cursor: pageParam }, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => last.page.next ?? undefined,
  })

/** `layer` and `name` say for whom: a company, a role in the company of the session, or a person with all that they are. */
export interface ExplainQuestion { type: string; layer: string; name: string; search: string; differs: boolean }

/** Where the properties of a type come from; the answer before stays on screen while the next is fetched. */
export const explainQuery = ({ type, layer, name, search, differs }: ExplainQuestion) =>
  queryOptions({
    queryKey: [...overlaysKey, 'explain', type, layer, name, search, differs] as const,
    queryFn: ({ signal }) => call<ExplainAnswer>({ method: 'GET', path: 'admin/explain', query: { type, [layer]: name, search, ...(differs && { differs: 1 }) }, signal }),
    enabled: type !== '',
    placeholderData: keepPreviousData,
  })

const query = (replaces: number | undefined) => (replaces === undefined ? {} : { query: { replaces } })

/** What an overlay would change, and what is wrong with it. */
export async function previewOverlay(overlay: JsonObject, replaces: number | undefined): Promise<OverlayPreview> {
  return (await call<Answer<OverlayPreview>>({ method: 'POST', path: 'admin/overlays/preview', body: overlay, ...query(replaces) })).data
}

/** Publishes an overlay, in the place of another when one is given: 409 when that is gone. */
export async function publishOverlay(overlay: JsonObject, replaces: number | undefined): Promise<Answer<{ id: number }>> {
  return call({ method: 'POST', path: 'admin/overlays', body: overlay, ...query(replaces) })
}

/** Withdraws one. */
export async function withdrawOverlay(id: number): Promise<Answer> {
  return call({ method: 'DELETE', path: `admin/overlays/${id}` })
}
