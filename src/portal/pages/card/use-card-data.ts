import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import type { ClientManifest, LookupsAnswer, WireRecord } from '../../../contract/index.ts'
import { MAIN_VIEW } from '../../../core/index.ts'
import type { CompiledType, Engine, JsonObject, ResolvedPage } from '../../../core/index.ts'
import { readDraft, type Draft, type DraftPlace } from '../../drafts/draft-store.ts'
import { refsIn, referredTypes } from '../../form/named-records.ts'
import { References } from '../../form/references.ts'
import { fromWire } from '../../form/wire.ts'
import { listsQuery, lookupsQuery, recordQuery, useManifest, usePortal, type Portal } from '../../sdk.ts'
import type { Carried } from './carried-lines.ts'
import { wireName, redactedOf } from '../../ui/wire-record.ts'
import { fetchCardCode } from './card-code.ts'
import type { CardType } from './redacted-view.ts'

/** Everything a document's screen needs before it can be drawn. */
export interface CardData {
  compiled: CompiledType
  /** The same type by its manifest: without the fields that this record keeps from the person. */
  manifest: ClientManifest
  references: References
  record: WireRecord | undefined
  draft: Draft | undefined
  place: DraftPlace
  /** The view of the card that is shown; `main` is the card itself. */
  view: string
  /** The key of the one line to which grouped lines are narrowed. */
  line?: string | undefined
  /** What the address gives a new record to begin with. */
  scope: Record<string, string>
  carried: Carried | undefined
  lists: Record<string, JsonObject[]>
  /** The person's own figures; absent of records of others, where rules must not read them. */
  lookups: LookupsAnswer | undefined
  /** Draws the fields that this answer shows, once nothing of an open card would be lost by it. */
  follow: (record: WireRecord) => void
}

/** What the address says beside the record's key. */
export interface Shown { view?: string | undefined; line?: string | undefined; scope?: Record<string, string>; lines?: { given: NonNullable<ResolvedPage['lines']>; text: string } | undefined }

const NO_SCOPE: Record<string, string> = {}

/** Loads the record, what its rules look through, the records it names and an unfinished draft. */
export function useCardData(engine: Engine, type: string, key: string | undefined, shown: Shown = {}) {
  const portal = usePortal()
  const client = useQueryClient()
  const manifest = useManifest(type)
  const references = useMemo(() => new References(engine, client), [engine, client])
  const scope = shown.scope ?? NO_SCOPE
  // An unfinished purchase is not what somebody goes on with who asks for something from the store.
  const kind = key === undefined ? Object.values(scope).join(' ') : ''
  const place = useMemo<DraftPlace>(() => ({ user: portal.user.id, company: portal.company.code, type, key, ...(kind === '' ? {} : { kind }) }), [portal.user.id, portal.company.code, type, key, kind])

  // A form starts from what is stored now, never from what an earlier visit left in the cache.
  const record = useQuery({ ...recordQuery(manifest, key ?? ''), enabled: key !== undefined, refetchOnMount: 'always' })
  const isFresh = key === undefined || (record.data !== undefined && record.isFetchedAfterMount)
  const redacted = redactedOf(record.data ?? {})
  // What somebody else does may change what is redacted: a card that is open, and perhaps edited, goes on with what it opened with.
  const [opened, setOpened] = useState<string[]>()
  if (opened === undefined && record.data !== undefined && isFresh) setOpened(redacted)
  const view = useCardType(engine, manifest, key === undefined ? manifest.hidden.onNew : (opened ?? redacted))
  const needsLists = Object.keys(manifest.lists).length > 0
  const lists = useQuery({ ...listsQuery(type), enabled: needsLists })
  const needsLookups = Object.keys(manifest.lookups).length > 0 && (key === undefined || (record.data !== undefined && isOwn(manifest, record.data, portal)))
  const lookups = useQuery({ ...lookupsQuery(type), enabled: needsLookups })
  const names = useQuery({
    // Once for each opening: after a save the card goes on with what it holds, without a second skeleton. By the
    // references that it fills: a card and the approval of the same record, one after the other, each need their own.
    queryKey: ['card-names', type, key ?? null, references.id, view.hidden, kind],
    enabled: isFresh,
    queryFn: async () => {
      const draft = await readDraft(place, manifest.renamedFrom)
      const doc = draft?.doc ?? (record.data ? fromWire(manifest, record.data) : {})
      const wanted = refsIn(manifest.shape, doc)
      await Promise.all([fetchCardCode(manifest, references), ...[...new Set(wanted.map((ref) => ref.type))].map((one) => references.loadWhole(one).catch(() => undefined))])
      await references.loadRecords(wanted)
      const carried = key === undefined && shown.lines ? await (await import('./carried-lines.ts')).carriedLines(references, manifest, shown.lines) : undefined
      return { draft, carried }
    },
    gcTime: 0,
    staleTime: Infinity,
    structuralSharing: false,
  })

  const error = record.error ?? lists.error ?? lookups.error ?? view.error ?? names.error
  const isReady = isFresh && (!needsLists || lists.data !== undefined) && (!needsLookups || lookups.data !== undefined) && names.data !== undefined
  const data: CardData | undefined = isReady && view.data
    ? { ...view.data, references, record: record.data, draft: names.data.draft, carried: names.data.carried, scope, place, view: shown.view ?? MAIN_VIEW, line: shown.line, lists: (lists.data ?? {}), lookups: needsLookups ? lookups.data : undefined, follow: (next) => setOpened(redactedOf(next)) }
    : undefined
  const retry = () => {
    void record.refetch()
    if (view.error) view.refetch()
    if (names.error) void names.refetch()
    if (needsLists) void lists.refetch()
    if (needsLookups) void lookups.refetch()
  }
  return { data, error: data ? null : error, retry }
}

function isOwn(manifest: ClientManifest, record: WireRecord, { actor }: Portal): boolean {
  const { owner } = manifest
  return owner !== undefined && actor.employee !== undefined && record[wireName(manifest, owner)] === actor.employee
}

/** The type as this record is drawn: without the fields that are redacted for the person. */
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

/** Fetches the small masters that the form's selects will ask for, before they are opened. */
export function prefetchMasters(compiled: CompiledType, references: References): Promise<unknown> {
  return Promise.all(referredTypes(compiled.manifest.shape).map((type) => references.loadWhole(type).catch(() => undefined)))
}
