import type { ClientManifest } from '../../../contract/index.ts'
import { runToCompletion } from '../../../core/index.ts'
import type { Doc, Pieces, RuleContext } from '../../../core/index.ts'
import { mergeChanges } from '../../drafts/merge-changes.ts'
import { fromWire } from '../../form/wire.ts'
import { savingAction } from '../editable.ts'
import { contextOf, docOf } from './card-facts.ts'
import type { CardParts } from './card-parts.ts'
import type { CardData, Opened, Opening } from './card-data.ts'

/** Evaluates what a card starts with. */
export function* opening(known: Pick<CardParts, 'data' | 'portal'>): Pieces<Opened> {
  const { data } = known
  const context = contextOf(known, docOf(known, data.record))
  const opens = yield* startingFrom(data, data.manifest, context())
  return { ...opens, record: data.record, session: yield* data.compiled.startingSession(opens.doc, context()) }
}

/**
 * A draft of a record that another user changed meanwhile is merged into their version; a draft of a record that can no longer be edited is
 * ignored but kept.
 */
function* startingFrom({ compiled, record, draft, view, isRead = false, scope }: CardData, manifest: ClientManifest, ctx: RuleContext): Pieces<Opening> {
  if (!record) return { doc: draft?.doc ?? (yield* makingNew(compiled, ctx, scope)), draft, clashes: [], origin: { rev: undefined, base: undefined } }
  const stored = fromWire(manifest, record)
  const origin = { rev: record._rev, base: stored }
  if (!draft || isRead || savingAction(compiled.manifest, record._actions, view) === undefined) return { doc: stored, draft: undefined, clashes: [], origin }
  if (draft.rev === record._rev) return { doc: draft.doc, draft, clashes: [], origin }
  // Without the record on which the draft is based, only the server can detect the conflict: it refuses the old revision.
  if (!draft.base) return { doc: draft.doc, draft, clashes: [], origin: { ...origin, rev: draft.rev } }
  return { ...mergeChanges(manifest.shape, { base: draft.base, mine: draft.doc, theirs: stored }), draft, origin }
}

/** A new document with the values from its manifest and its address. */
export const newDocument = (compiled: CardData['compiled'], ctx: RuleContext, scope: CardData['scope']): Doc => runToCompletion(makingNew(compiled, ctx, scope))

function* makingNew(compiled: CardData['compiled'], ctx: RuleContext, scope: CardData['scope']): Pieces<Doc> {
  return yield* compiled.stamping({ ...(yield* compiled.makingDocument(ctx)), ...scope }, ctx)
}
