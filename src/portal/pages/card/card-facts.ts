import type { WireRecord } from '../../../contract/index.ts'
import { MAIN_VIEW, openInLines } from '../../../core/index.ts'
import type { Doc, ResolvedAction, RuleContext } from '../../../core/index.ts'
import { isWithin } from '../../form/form-model.ts'
import { fromWire } from '../../form/wire.ts'
import type { AttachmentRow } from '../../sdk.ts'
import { savingAction } from '../editable.ts'
import { actionsOfNew, cardActions } from './actions.ts'
import type { CardParts } from './card-parts.ts'
import { ruleContext } from './rule-context.ts'
import { attachmentsOf, keyOf } from './stored-record.ts'

/** What follows for a card from the stored record and the current user. */
export interface CardFacts {
  /** The record as rules read it; undefined for a new one. */
  storedDoc: Doc | undefined
  /** The record's attachments. */
  stored: AttachmentRow[]
  keyOf: string | undefined
  context: () => RuleContext
  allowed: string[]
  buttons: ResolvedAction[]
  /** The action that saves the card; undefined if nothing can be edited. */
  saving: ResolvedAction | undefined
  canEdit: boolean
  /** Whether saving here can change the field. */
  isOpen: (field: string) => boolean
  /** For lines that are editable in part: the editable fields of a line. */
  openInLines: (array: string) => string[] | undefined
}

type Known = Pick<CardParts, 'data' | 'portal'>

/** The context of the rules, evaluated on each call. */
export const contextOf = ({ data, portal }: Known, stored: Doc | undefined) => (): RuleContext => ruleContext(portal, data.references, data, stored)

/** The record as rules read it. */
export const docOf = ({ data }: Pick<Known, 'data'>, record: WireRecord | undefined): Doc | undefined => (record ? fromWire(data.manifest, record) : undefined)

/** The inputs of the facts: while all of them are unchanged, so are the facts. */
export const factInputs = ({ data, portal }: Known, record: WireRecord | undefined): readonly unknown[] =>
  [record, portal, data.compiled, data.manifest, data.references, data.lists, data.lookups, data.view, data.isRead]

/** Computes the facts. The actions of a new record depend on what is filled in now. */
export function factsOf(known: Known, record: WireRecord | undefined, doc: Doc): CardFacts {
  const { compiled, manifest, view, isRead = false } = known.data
  const storedDoc = docOf(known, record)
  const context = contextOf(known, storedDoc)
  const allowed = record ? record._actions : actionsOfNew(compiled, doc, context(), known.portal)
  // A calculator's input goes into the new record, which its own card saves.
  const isCalculator = manifest.card.views[view]?.adds !== undefined
  const saving = isRead ? undefined : savingAction(compiled.manifest, allowed, isCalculator ? MAIN_VIEW : view)
  return {
    storedDoc, context, allowed, saving,
    stored: attachmentsOf(record, manifest),
    keyOf: record && keyOf(manifest, record),
    buttons: isCalculator ? [] : cardActions(compiled.manifest, allowed, view).filter(({ saves }) => !isRead || !saves),
    canEdit: saving !== undefined,
    isOpen: (field) => saving !== undefined && (saving.fields === undefined || saving.fields.some((one) => isWithin(field, one))),
    openInLines: (array) => openFieldsOf(saving, array),
  }
}

function openFieldsOf(saving: ResolvedAction | undefined, array: string): string[] | undefined {
  const fields = saving?.fields
  const open = fields === undefined || fields.includes(array) ? [] : openInLines(fields, array)
  return open.length === 0 ? undefined : open
}
