import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useLayoutEffect, useMemo, useState, useSyncExternalStore } from 'react'
import { useNavigate } from 'react-router-dom'
import { dropDraft, writeDraft } from '../../drafts/draft-store.ts'
import { checkRecord, confirmed, createRecord, deleteAttachment, dryRun, newIdempotencyKey, readBase64, runAction, toast, updateRecord, usePortal } from '../../sdk.ts'
import { cardPath } from '../../shell/links.ts'
import { useScreenFrame } from '../../shell/screen-frame.ts'
import { chosen } from '../../ui/confirm.ts'
import { isPhone } from '../../ui/use-is-phone.ts'
import { useWork } from '../../ui/work.ts'
import { cardCache } from './card-cache.ts'
import { CardController, loadQuestions } from './card-controller.ts'
import type { CardParts } from './card-parts.ts'
import { mustAttach } from './card-sending.ts'
import { isAtRest } from './card-state.ts'
import { CardStore } from './card-store.ts'
import { OPENS } from './openings.ts'
import { offerRuleTrace } from './rule-trace.ts'
import { takeRefusal } from './refusals.ts'
import { showHead } from './show-head.ts'
import { keyOf } from './stored-record.ts'
import type { WireRecord } from '../../../contract/index.ts'
import type { CardData } from './card-data.ts'
import { prefetchMasters } from './use-card-data.ts'
import { useDraft } from './use-draft.ts'
import { useFollowRecord } from './use-follow-record.ts'
import { useInheritance } from './use-inheritance.ts'
import type { FieldIssue, RuleContext } from '../../../core/index.ts'
import type { FormModel } from '../../form/form-model.ts'
import { followReferences } from './follow-references.ts'

const OF_THE_WINDOW = {
  calls: { createRecord, updateRecord, checkRecord, runAction, dryRun, deleteAttachment, newIdempotencyKey, readBase64 },
  drafts: { writeDraft, dropDraft },
  dialogs: {
    toast, confirmed, chosen, showHead,
    // Loaded only when there is an error.
    leadTo: (problem) => problem && void import('./focus-problem.ts').then(({ focusProblem }) => focusProblem(problem)),
    goTo: (problem) => void import('./focus-problem.ts').then(({ goToProblem }) => goToProblem(problem)),
  },
} satisfies Partial<CardParts>

/** What surrounds a card that shows only a part of its record at a time. */
export interface Around {
  /** Called once the record is stored, instead of opening it at its own address. */
  stored?: (record: WireRecord) => void
  /** Opens the new record that a button of this name starts, over what is shown once the record is stored. */
  offer?: (name: string) => void
  /** Brings the part of the screen with the problem into view, before its field is focused. */
  lead?: (problem: FieldIssue) => void
}

const NOWHERE_ELSE: Around = {}

/** A card for the screen: the document being edited, its files, and its buttons' commands. */
export function useCard(data: CardData, around: Around = NOWHERE_ELSE) {
  const { compiled, manifest, references, place, view, line } = data
  const parts = useParts(data, around)
  const [store] = useState(() => new CardStore(parts, refusalOf(data)))
  const [commands] = useState(() => new CardController(store))
  // Before any effect: effects read the parts of the current render.
  useLayoutEffect(() => {
    store.parts = parts
  })
  const { model } = store
  // What was refused about a record that was created on the way.
  useEffect(() => store.parts.dialogs.leadTo(store.state().summary[0]), [store])
  // If it cannot be loaded now, the button tries again and says so.
  useEffect(() => void loadQuestions().catch(() => undefined), [])
  const { phase, ...state } = useSyncExternalStore(store.subscribe, store.state)
  const isDirty = useSyncExternalStore(useCallback((listener: () => void) => model.subscribe('', listener), [model]), store.isDirty)
  const { storedDoc: _, ...facts } = store.facts(parts)

  useWork('action', state.busy !== undefined)
  useReferences(data, model, facts.context)
  useDraft(store, { place, files: state.files, isOn: facts.canEdit && isDirty })
  useInheritance(data, model, facts.canEdit)
  useEffect(() => (import.meta.env.DEV ? offerRuleTrace(store) : undefined), [store])
  useFollowRecord({ fetched: data.record, shown: state.record, isAtRest: !isDirty && isAtRest({ phase, ...state }), take: commands.follow })

  return {
    ...state, ...facts, ...commands, compiled, manifest, references, model, view, line, isDirty,
    store,
    isStale: phase === 'stale',
    mustAttach: (action: string) => mustAttach(store, action),
    /** Opens the field of a problem. */
    goTo: parts.dialogs.goTo,
  }
}

/**
 * The same as an earlier visit left it, to be read only: begun from the stored record without a draft, and left alone by everything that
 * would keep, take or change something.
 */
export function useReadCard(data: CardData): Card {
  const parts = useParts(data)
  const [store] = useState(() => new CardStore(parts))
  const [commands] = useState(() => new CardController(store))
  const { compiled, manifest, references, view, line } = data
  return {
    ...store.state(), ...store.facts(parts), ...commands, compiled, manifest, references, model: store.model, view, line, isDirty: false, store, isStale: false,
    mustAttach: (action) => mustAttach(store, action),
    goTo: parts.dialogs.goTo,
    isOpen: () => false,
    openInLines: () => undefined,
  }
}

function useParts(data: CardData, { stored, offer, lead }: Around = NOWHERE_ELSE): CardParts {
  const portal = usePortal()
  const client = useQueryClient()
  const go = useNavigate()
  const frame = useScreenFrame()
  const cache = useMemo(() => cardCache(client), [client])
  const dialogs = useMemo((): CardParts['dialogs'] => ({
    ...OF_THE_WINDOW.dialogs,
    leadTo: (problem) => {
      if (problem) lead?.(problem)
      OF_THE_WINDOW.dialogs.leadTo(problem)
    },
    goTo: (problem) => {
      lead?.(problem)
      OF_THE_WINDOW.dialogs.goTo(problem)
    },
  }), [lead])
  const openOver = offer ?? ((name: string, key: string): void => void go(`${cardPath(portal.bootstrap.pages, data.manifest.id, key)}?${OPENS}=${name}`))
  return { ...OF_THE_WINDOW, data, portal, cache, dialogs, screens: { frame, go, isPhone, offer: openOver, ...(stored && { stored }) } }
}

const refusalOf = ({ manifest, record }: CardData): FieldIssue[] => (record ? takeRefusal(manifest.id, keyOf(manifest, record)) : [])

/** A card as its components see it. */
export type Card = ReturnType<typeof useCard>

/** Loads the masters for the selects, and any record that a change newly references. */
function useReferences({ compiled, references }: CardData, model: FormModel, context: () => RuleContext): void {
  useEffect(() => {
    const follow = followReferences(compiled.manifest.shape, references, model, context)
    void prefetchMasters(compiled, references).then(follow.notify)
    return follow.stop
  }, [compiled, references, model, context])
}
