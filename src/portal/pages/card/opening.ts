import type { ClientManifest } from '../../../contract/index.ts'
import type { Doc, RuleContext } from '../../../core/index.ts'
import type { Draft } from '../../drafts/draft-store.ts'
import { mergeChanges, type Clash } from '../../drafts/merge-changes.ts'
import { fromWire } from '../../form/wire.ts'
import { savingAction } from '../editable.ts'
import type { CardData } from './use-card-data.ts'

/** The stored record that changes started from; empty for a new one. */
export interface DraftOrigin { rev: number | undefined; base: Doc | undefined }

/** What a card starts with: the stored record, a new document, or an unfinished one on top of either. */
export interface Opening { doc: Doc; draft: Draft | undefined; clashes: Clash[]; origin: DraftOrigin }

/** A draft of a record that someone changed meanwhile is put on top of theirs; one of a record that may no longer be changed waits. */
export function openingOf({ compiled, record, draft, view, scope }: CardData, manifest: ClientManifest, ctx: RuleContext): Opening {
  if (!record) return { doc: draft?.doc ?? newDocument(compiled, ctx, scope), draft, clashes: [], origin: { rev: undefined, base: undefined } }
  const stored = fromWire(manifest, record)
  const origin = { rev: record._rev, base: stored }
  if (!draft || savingAction(compiled.manifest, record._actions, view) === undefined) return { doc: stored, draft: undefined, clashes: [], origin }
  if (draft.rev === record._rev) return { doc: draft.doc, draft, clashes: [], origin }
  // Without the record that it started from, only the server can tell: it refuses the old revision.
  if (!draft.base) return { doc: draft.doc, draft, clashes: [], origin: { ...origin, rev: draft.rev } }
  return { ...mergeChanges(manifest.shape, { base: draft.base, mine: draft.doc, theirs: stored }), draft, origin }
}

/** A document that nobody stored yet, with what its manifest and its address give it. */
export const newDocument = (compiled: CardData['compiled'], ctx: RuleContext, scope: CardData['scope']): Doc => compiled.stamp({ ...compiled.newDocument(ctx), ...scope }, ctx)
