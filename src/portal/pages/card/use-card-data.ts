import { useQuery, useQueryClient, type UseQueryResult } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import type { ClientManifest, WireRecord } from '../../../contract/index.ts'
import { MAIN_VIEW, wireName } from '../../../core/index.ts'
import type { CompiledType, Engine, ResolvedPage } from '../../../core/index.ts'
import { readDraft, type DraftPlace } from '../../drafts/draft-store.ts'
import { refsIn, typesOfFields } from '../../form/named-records.ts'
import { References } from '../../form/references.ts'
import { fromWire } from '../../form/wire.ts'
import { inSlices } from '../../ui/in-slices.ts'
import { listsQuery, lookupsQuery, useManifest, usePortal, type Portal } from '../../sdk.ts'
import type { PageScope } from '../../shell/use-page-scope.ts'
import { carriedLines } from './carried-lines.ts'
import { redactedOf } from '../../ui/wire-record.ts'
import { fetchCardCode } from './card-code.ts'
import type { CardData } from './card-data.ts'
import { opening } from './opening.ts'
import type { CardType } from './redacted-view.ts'

/** What the address specifies besides the record's key. */
export interface Shown { view?: string | undefined; line?: string | undefined; isRead?: boolean | undefined; scope?: PageScope; lines?: { given: NonNullable<ResolvedPage['lines']>; text: string } | undefined }

const NO_SCOPE: PageScope = {}

const draftPlace = ({ user, company }: Portal, type: string, key: string | undefined, kind = ''): DraftPlace =>
  ({ user: user.id, company: company.code, type, key, ...(kind === '' ? {} : { kind }) })

/** Loads the masters that the record's rules look up, the records that it references and a draft. */
export function useCardData(engine: Engine, type: string, key: string | undefined, record: UseQueryResult<WireRecord>, shown: Shown = {}) {
  const portal = usePortal()
  const client = useQueryClient()
  const manifest = useManifest(type)
  const references = useMemo(() => new References(engine, client), [engine, client])
  const scope = shown.scope ?? NO_SCOPE
  // A draft of one kind of new record, such as a purchase, must not be restored into another, such as a request from the store.
  const kind = key === undefined ? Object.values(scope).join(' ') : ''
  const place = useMemo(() => draftPlace(portal, type, key, kind), [portal, type, key, kind])

  const redacted = redactedOf(record.data ?? {})
  // Another user's change may change what is redacted: an open, perhaps edited card continues with the fields it opened with.
  const [opened, setOpened] = useState<string[]>()
  // A fetch that failed counts as one after mounting, and leaves the data of an earlier visit.
  if (opened === undefined && record.data !== undefined && record.isFetchedAfterMount && record.error === null) setOpened(redacted)
  const isFresh = key === undefined || opened !== undefined
  const view = useCardType(engine, manifest, key === undefined ? manifest.hidden.onNew : (opened ?? redacted))
  const needsLists = Object.keys(manifest.lists).length > 0
  const lists = useQuery({ ...listsQuery(type), enabled: needsLists })
  const needsLookups = Object.keys(manifest.lookups).length > 0 && (key === undefined || (record.data !== undefined && isOwn(manifest, record.data, portal)))
  const lookups = useQuery({ ...lookupsQuery(type), enabled: needsLookups })
  const names = useQuery({
    // Once per opening: after a save the card continues with its data, without a second skeleton. The key includes the references instance:
    // a card and the approval of the same record each need their own.
    queryKey: ['card-names', type, key ?? null, references.id, view.hidden, kind],
    enabled: isFresh,
    queryFn: async () => {
      const draft = await readDraft(place, manifest.renamedFrom)
      const doc = draft?.doc ?? (record.data ? fromWire(manifest, record.data) : scope)
      const wanted = refsIn(manifest.shape, doc)
      await Promise.all([fetchCardCode(manifest, references, key !== undefined), ...[...new Set(wanted.map((ref) => ref.type))].map((one) => references.loadAll(one).catch(() => undefined))])
      await references.loadRecords(wanted)
      const carried = key === undefined && shown.lines ? await carriedLines(references, manifest, shown.lines) : undefined
      return { draft, carried }
    },
    gcTime: 0,
    staleTime: Infinity,
    structuralSharing: false,
  })

  // Not the error of an earlier visit, while the record is fetched again.
  const error = (record.isFetchedAfterMount ? record.error : null) ?? lists.error ?? lookups.error ?? view.error ?? names.error
  const isReady = isFresh && (!needsLists || lists.data !== undefined) && (!needsLookups || lookups.data !== undefined) && names.data !== undefined
  const ready: CardData | undefined = isReady && view.data
    ? { ...view.data, references, record: record.data, draft: names.data.draft, carried: names.data.carried, scope, place, view: shown.view ?? MAIN_VIEW, line: shown.line, isRead: shown.isRead, lists: (lists.data ?? {}), lookups: needsLookups ? lookups.data : undefined, follow: (next) => setOpened(redactedOf(next)) }
    : undefined
  // Evaluated apart from drawing the card: both at once would keep a slow phone from answering a touch.
  const begun = useQuery({
    queryKey: ['card-opened', type, key ?? null, references.id, view.hidden, kind],
    enabled: ready !== undefined,
    queryFn: async () => (ready ? [await inSlices(opening({ data: ready, portal }))] : []),
    throwOnError: true,
    gcTime: 0,
    staleTime: Infinity,
    structuralSharing: false,
  })
  const data = ready && begun.data ? { ...ready, opened: begun.data } : undefined
  const retry = () => {
    void record.refetch()
    if (view.error) view.refetch()
    if (names.error) void names.refetch()
    if (needsLists) void lists.refetch()
    if (needsLookups) void lookups.refetch()
  }
  return { data, error: data ? null : error, retry }
}

/**
 * A stored record as an earlier visit left it in the cache, with what the cache has for it, to be read until the record as it is now has
 * been fetched and `isOver`. Undefined if the cache lacks anything, and from then on; what is fetched, kept or filled in uses other objects.
 */
export function useEarlyData(engine: Engine, type: string, record: UseQueryResult<WireRecord>, shown: Pick<Shown, 'view' | 'line' | 'isRead'>, isOver: boolean): CardData | undefined {
  const portal = usePortal()
  const client = useQueryClient()
  const manifest = useManifest(type)
  const [cached, setCached] = useState(record.isFetchedAfterMount ? undefined : record.data)
  const redacted = redactedOf(cached ?? {})
  // Nothing is shown any longer that is redacted meanwhile.
  if (cached !== undefined && (isOver || redactedOf(record.data ?? {}).join(' ') !== redacted.join(' '))) setCached(undefined)
  const { data: cardType } = useCardType(engine, manifest, redacted)
  const { view = MAIN_VIEW, line, isRead } = shown
  return useMemo(() => {
    if (!cached || !cardType) return undefined
    const lists = Object.keys(manifest.lists).length > 0 ? client.getQueryData(listsQuery(type).queryKey) : {}
    const needsLookups = Object.keys(manifest.lookups).length > 0 && isOwn(manifest, cached, portal)
    const lookups = needsLookups ? client.getQueryData(lookupsQuery(type).queryKey) : undefined
    if (!lists || (needsLookups && !lookups)) return undefined
    const references = new References(engine, client)
    references.takeCached(refsIn(manifest.shape, fromWire(manifest, cached)))
    const key = String(cached[wireName(manifest.shape, manifest.key)])
    return { ...cardType, references, record: cached, draft: undefined, carried: undefined, scope: NO_SCOPE, place: draftPlace(portal, type, key), view, line, isRead, lists, lookups, follow: () => undefined }
  }, [cached, cardType, manifest, client, type, portal, engine, view, line, isRead])
}

function isOwn(manifest: ClientManifest, record: WireRecord, { actor }: Portal): boolean {
  const { owner } = manifest
  return owner !== undefined && actor.employee !== undefined && record[wireName(manifest.shape, owner)] === actor.employee
}

/** The type as this record shows it: without the redacted fields. */
function useCardType(engine: Engine, manifest: ClientManifest, hidden: string[]) {
  const isWhole = hidden.length === 0
  const whole = useMemo<CardType>(() => ({ compiled: engine.type(manifest.id), manifest }), [engine, manifest])
  const view = useQuery({
    queryKey: ['card-type', manifest.id, manifest.hash, hidden],
    queryFn: async () => (await import('./redacted-view.ts')).redactedView(engine, manifest, hidden),
    enabled: !isWhole,
    staleTime: Infinity,
    structuralSharing: false,
  })
  return { data: isWhole ? whole : view.data, error: isWhole ? null : view.error, refetch: () => void view.refetch(), hidden: hidden.join(' ') }
}

/** Loads the small masters that the form's selects need, before they are opened. */
export function prefetchMasters(compiled: CompiledType, references: References): Promise<unknown> {
  return Promise.all(typesOfFields(compiled.manifest.shape).map((type) => references.loadAll(type).catch(() => undefined)))
}
