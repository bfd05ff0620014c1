/** Overlays, for administrators of overlays. */
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { Answer, ExplainAnswer, FileOverlayRow, ListAnswer, OverlayEvent, OverlayOutline, OverlayPreview, OverlayRow, OverlayTargets } from '../../contract/index.ts'
import type { JsonObject } from '../../core/index.ts'
import { call } from './client.ts'

/** The prefix of every cache key for overlays. */
export const overlaysKey = ['admin', 'overlays'] as const

/** Published overlays. */
export const overlaysQuery = () =>
  queryOptions({ queryKey: [...overlaysKey, 'list'] as const, queryFn: async ({ signal }) => (await call<Answer<OverlayRow[]>>({ method: 'GET', path: 'admin/overlays', signal })).data })

/** Overlays in the modules' files. */
export const fileOverlaysQuery = () =>
  queryOptions({ queryKey: [...overlaysKey, 'files'] as const, queryFn: async ({ signal }) => (await call<Answer<FileOverlayRow[]>>({ method: 'GET', path: 'admin/overlays/files', signal })).data })

/**
 * The types and scopes that an overlay can be published for. Of the people, the first ones whose name, e-mail or id contains the search
 * text.
 */
export const overlayTargetsQuery = (search = '') =>
  queryOptions({
    queryKey: [...overlaysKey, 'targets', search] as const,
    queryFn: async ({ signal }) => (await call<Answer<OverlayTargets>>({ method: 'GET', path: 'admin/overlays/targets', query: { search }, signal })).data,
    staleTime: 60_000,
    placeholderData: keepPreviousData,
  })

const PAGE = 10

/** Published and withdrawn overlays, newest first. */
export const overlayHistoryQuery = () =>
  infiniteQueryOptions({
    queryKey: [...overlaysKey, 'history'] as const,
    queryFn: ({ signal, pageParam }) => call<ListAnswer<OverlayEvent>>({ method: 'GET', path: 'admin/overlays/history', query: { limit: PAGE, cursor: pageParam }, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => last.page.next ?? undefined,
  })

/** `layer` and `name` select the scope: a company, a role in the session's company, or a person with all their roles. */
export interface ExplainQuestion { type: string; layer: string; name: string; search: string; differs: boolean }

/** The origin of each property of a type. The previous result stays on screen while the next one is fetched. */
export const explainQuery = ({ type, layer, name, search, differs }: ExplainQuestion) =>
  queryOptions({
    queryKey: [...overlaysKey, 'explain', type, layer, name, search, differs] as const,
    queryFn: ({ signal }) => call<ExplainAnswer>({ method: 'GET', path: 'admin/explain', query: { type, [layer]: name, search, ...(differs && { differs: 1 }) }, signal }),
    enabled: type !== '',
    placeholderData: keepPreviousData,
  })

/** The fields of a type and where they stand for a scope, without the overlay that is to be replaced. */
export const overlayOutlineQuery = ({ type, layer, name, replaces }: { type: string; layer: string; name: string; replaces: number | undefined }) =>
  queryOptions({
    queryKey: [...overlaysKey, 'outline', type, layer, name, replaces] as const,
    queryFn: async ({ signal }) => (await call<Answer<OverlayOutline>>({ method: 'GET', path: 'admin/overlays/outline', query: { type, [layer]: name, replaces }, signal })).data,
    enabled: type !== '' && name !== '',
  })

const query = (replaces: number | undefined) => (replaces === undefined ? {} : { query: { replaces } })

/** What an overlay would change, and its errors. */
export async function previewOverlay(overlay: JsonObject, replaces: number | undefined): Promise<OverlayPreview> {
  return (await call<Answer<OverlayPreview>>({ method: 'POST', path: 'admin/overlays/preview', body: overlay, ...query(replaces) })).data
}

/** Publishes an overlay, optionally replacing another: 409 if that one no longer exists. */
export async function publishOverlay(overlay: JsonObject, replaces: number | undefined): Promise<Answer<{ id: number }>> {
  return call({ method: 'POST', path: 'admin/overlays', body: overlay, ...query(replaces) })
}

/** Withdraws an overlay. */
export async function withdrawOverlay(id: number): Promise<Answer> {
  return call({ method: 'DELETE', path: `admin/overlays/${id}` })
}
