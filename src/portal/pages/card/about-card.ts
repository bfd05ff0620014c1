/** Loaded with the dialogs that need it: the record that is decided or acted on, in the words of a question. */
import { approvalAt, approvalStartedBy, isAbsent, isDecision, t, type ResolvedAction, type ResolvedApproval } from '../../../core/index.ts'
import type { Portal } from '../../shell/portal-context.ts'
import { valueText, whatItIs, type Subject } from '../../ui/record/action-question.ts'
import { summaryOf } from '../../ui/record/summary.ts'
import { stateIn } from '../../ui/wire-record.ts'
import type { Card } from './use-card.ts'

/** Longer texts are explanations. */
const SHORT_LENGTH = 120

type CardSubject = Omit<Subject, 'isEdited'>

/** What is asked before a document is approved: the question of the manifest, or the usual one. */
export function decisionText({ manifest, compiled, model, keyOf }: Card, { company }: Portal): string {
  const { confirm } = manifest.actions['approve'] ?? {}
  return confirm === undefined ? t('Are you sure you want to approve this document?') : compiled.message(confirm.text, { ...model.doc(), no: keyOf ?? '' }, company.timeZone)
}

/**
 * The record that an action is about: a line by which people recognise it, and what approvers see first of it. Before that
 * stands what is decided, if it is not the type's own approval.
 */
export function aboutCard(card: Card, portal: Portal, action: ResolvedAction): string {
  const { manifest, compiled, references, model, record, keyOf } = card
  const approval = isDecision(action.id) ? approvalAt(manifest, stateIn(manifest, record)?.state?.name ?? '') : approvalStartedBy(manifest, action)
  const subject: CardSubject = {
    manifest, compiled, portal, doc: model.doc(), no: keyOf ?? '',
    shows: ({ name }) => model.field(name).visible, captionOf: ({ to, label }, value) => references.caption(to, value, label),
  }
  const what = isDecision(action.id) && approval !== manifest.approval ? approval?.title : undefined
  return [what, whatItIs(approval, subject), firstSeen(approval, subject)].filter(Boolean).join('\n')
}

/** The values that approvers see first, each with its caption, without explanations and what the line above them has. */
function firstSeen(approval: ResolvedApproval | undefined, { manifest, compiled, portal, doc, shows, captionOf }: CardSubject): string {
  const { rest } = summaryOf(manifest, approval) ?? { rest: [] }
  return rest.flatMap((name) => {
    const field = manifest.shape.fields[name]
    if (field === undefined || !shows(field) || isAbsent(doc[name]) || (field.maxLength ?? 0) > SHORT_LENGTH) return []
    const value = field.ref ? valueText(field, doc, portal.company.currency, captionOf) : compiled.message(`{${name}}`, doc, portal.company.timeZone)
    return value === '' ? [] : [`${field.title}: ${value}`]
  }).join('\n')
}
