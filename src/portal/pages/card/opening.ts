import type { ClientManifest } from '../../../contract/index.ts'
import type { Doc, RuleContext } from '../../../core/index.ts'
import type { Draft } from '../../drafts/draft-store.ts'
import { mergeChanges, type Clash } from '../../drafts/merge-changes.ts'
import { fromWire } from '../../form/wire.ts'
import { savingAction } from '../editable.ts'
import type { CardData } from './use-card-data.ts'

/** The stored record on which changes are based; empty for a new one. */
export interface DraftOrigin { rev: number | undefined; base: Doc | undefined }

/** What a card starts with: the stored record, a new document, or a draft on top of either. */
export interface Opening { doc: Doc; draft: Draft | undefined; clashes: Clash[]; origin: DraftOrigin }

/**
 * A draft of a record that another user changed meanwhile is merged into their version; a draft of a record that can no longer be edited is
 * ignored but kept.
 */
export function openingOf({ compiled, record, draft, view, isRead = false, scope }: CardData, manifest: ClientManifest, ctx: RuleContext): Opening {
  if (!record) return { doc: draft?.doc ?? newDocument(compiled, ctx, scope), draft, clashes: [], origin: { rev: undefined, base: undefined } }
  const stored = fromWire(manifest, record)
  const origin = { rev: record._rev, base: stored }
  if (!draft || isRead || savingAction(compiled.manifest, record._actions, view) === undefined) return { doc: stored, draft: undefined, clashes: [], origin }
  if (draft.rev === record._rev) return { doc: draft.doc, draft, clashes: [], origin }
  // Without the record on which the draft is based, only the server can detect the conflict: it refuses the old revision.
  if (!draft.base) return { doc: draft.doc, draft, clashes: [], origin: { ...origin, rev: draft.rev } }
  return { ...mergeChanges(manifest.shape, { base: draft.base, mine: draft.doc, theirs: stored }), draft, origin }
}

/** A new document with the values from its manifest and its address. */
export const newDocument = (compiled: CardData['compiled'], ctx: RuleContext, scope: CardData['scope']): Doc => compiled.stamp({ ...compiled.newDocument(ctx), ...scope }, ctx)
