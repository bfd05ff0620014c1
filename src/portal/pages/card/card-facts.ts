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

/** What follows for a card from the record as it is stored and from who looks at it. */
export interface CardFacts {
  /** The record as rules read it; undefined for a new one. */
  storedDoc: Doc | undefined
  /** Its files. */
  stored: AttachmentRow[]
  keyOf: string | undefined
  context: () => RuleContext
  allowed: string[]
  buttons: ResolvedAction[]
  /** What saves the card; undefined where nothing may be entered. */
  saving: ResolvedAction | undefined
  canEdit: boolean
  /** Whether what is saved here may change the field. */
  isOpen: (field: string) => boolean
  /** Of lines that may be changed in part: the fields of a line that may. */
  openInLines: (array: string) => string[] | undefined
}

type Known = Pick<CardParts, 'data' | 'portal'>

/** What rules read beside the document, each time as it is by then. */
export const contextOf = ({ data, portal }: Known, stored: Doc | undefined) => (): RuleContext => ruleContext(portal, data.references, data, stored)

/** The record as rules read it. */
export const docOf = ({ data }: Pick<Known, 'data'>, record: WireRecord | undefined): Doc | undefined => (record ? fromWire(data.manifest, record) : undefined)

/** What else the facts follow from; as long as all of it is the same, they are. */
export const groundsOf = ({ data, portal }: Known, record: WireRecord | undefined): readonly unknown[] =>
  [record, portal, data.compiled, data.manifest, data.references, data.lists, data.lookups, data.view]

/** Works them out. What may be done with a new record follows from the document as it is filled in now. */
export function factsOf(known: Known, record: WireRecord | undefined, doc: Doc): CardFacts {
  const { compiled, manifest, view } = known.data
  const storedDoc = docOf(known, record)
  const context = contextOf(known, storedDoc)
  const allowed = record ? record._actions : actionsOfNew(compiled, doc, context(), known.portal)
  // What a calculator is filled in with goes into the new record, whose own card saves it.
  const isCalculator = manifest.card.views[view]?.adds !== undefined
  const saving = savingAction(compiled.manifest, allowed, isCalculator ? MAIN_VIEW : view)
  return {
    storedDoc, context, allowed, saving,
    stored: attachmentsOf(record, manifest),
    keyOf: record && keyOf(manifest, record),
    buttons: isCalculator ? [] : cardActions(compiled.manifest, allowed, view),
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
