/** Checks before a card is sent, the sending, and the messages about a refusal. */
import type { WireRecord } from '../../../contract/index.ts'
import type { FieldIssue, ResolvedSection } from '../../../core/index.ts'
import { ApiError, messageOf } from '../../api/api-error.ts'
import type { Unreported } from '../../api/commands.ts'
import type { CardState } from './card-state.ts'
import type { CardStore } from './card-store.ts'
import { addFirstLines, dropEmptyLines } from './first-lines.ts'
import { fileProblems, markRefused, openRefusals, sendable } from './pending-files.ts'
import { issuesInOrder, sectionsInOrder } from './page-order.ts'
import { withoutInherited } from './inherited-issues.ts'
import { leaveRefusal } from './refusals.ts'
import { attachmentsOf, keyOf, saveBody } from './stored-record.ts'

/** Whether the action requires a file in the document's current state. */
export function mustAttach(card: CardStore, action: string): boolean {
  const { manifest, compiled } = card.parts.data
  const { requiredFor = [], requiredWhen } = manifest.attachments ?? {}
  return requiredFor.includes(action) && (requiredWhen === undefined || compiled.test(requiredWhen, card.model.doc(), card.facts().context()))
}

/** Whether the action passes all checks here; otherwise shows the errors and focuses the first one. */
export function passesChecks(card: CardStore, action: string): boolean {
  const { manifest, compiled } = card.parts.data
  const { files, record } = card.state()
  const field = manifest.attachments?.field ?? ''
  const found = withoutInherited(record ? card.model.validateFor(action) : issuesOfNew(card, action), Object.values(manifest.card.sections), (path) => card.model.value(path) === undefined)
  const issues = [...found, ...openRefusals(files, field)]
  const needsFile = mustAttach(card, action) && attachmentsOf(record, manifest).length + sendable(files).length === 0
  const all = needsFile ? [...issues, { path: field, rule: 'attachments.required', message: compiled.message('attachments.required', {}), severity: 'error' as const }] : issues
  sumUp(card, all)
  return all.length === 0
}

/**
 * The issues of a new document without the lines in which nothing was entered. If there are any, its first line is open again, and where a
 * line is needed, the issues are those of that line.
 */
function issuesOfNew(card: CardStore, action: string): FieldIssue[] {
  const { model, parts: { data: { compiled, view } } } = card
  const context = card.facts().context()
  dropEmptyLines(model, compiled, context, view)
  const issues = model.validateFor(action)
  if (issues.length === 0) return []
  const opened = addFirstLines(model, compiled, context, view)
  return issues.some(({ path }) => opened.includes(path)) ? model.validateFor(action) : issues
}

function sumUp(card: CardStore, issues: FieldIssue[]): void {
  const summary = issuesInOrder(issues, sectionsOf(card), card.parts.data.manifest.attachments?.field)
  card.set({ summary })
  if (summary.length > 0) card.parts.dialogs.leadTo(summary[0])
}

function sectionsOf(card: CardStore): ResolvedSection[] {
  const { data: { manifest, view }, screens } = card.parts
  const sections = Object.values(manifest.card.sections).filter((section) => section.views.includes(view))
  return sectionsInOrder(sections, { isPhone: screens.isPhone(), leads: card.facts().buttons.some(({ id }) => mustAttach(card, id)) })
}

/** Sends the document, with the files that the card had when the command began. */
export async function send(card: CardStore, { record, files }: CardState, reason?: string): Promise<Unreported<WireRecord>> {
  await card.underway
  const { data: { manifest }, calls } = card.parts
  const fields = { ...(await saveBody(manifest, card.model, { record, files: sendable(files) }, calls.readBase64)), ...(reason === undefined ? {} : { _reason: reason }) }
  const submit = card.submit.of(JSON.stringify(fields), record === undefined)
  const { rev } = card.origin
  const body = rev === undefined ? fields : { ...fields, _rev: rev }
  return record ? calls.updateRecord(manifest, keyOf(manifest, record), body, submit) : calls.createRecord(manifest, body, submit)
}

/** Shows an error; `before` is the card's state when the call was sent. */
export function fail(card: CardStore, error: unknown, before: CardState, { prefix = '', suffix = '', tone = 'error' }: { prefix?: string; suffix?: string; tone?: 'info' | 'error' } = {}): void {
  if (error instanceof ApiError && error.code === 'stale') return card.happen('overtaken')
  if (error instanceof ApiError && error.errors.length > 0) {
    const { manifest } = card.parts.data
    const ofFiles = fileProblems(error.errors, manifest.attachments?.field ?? '', sendable(before.files), attachmentsOf(before.record, manifest).length)
    const all = ofFiles.length > 0 ? ofFiles.map(({ issue }) => issue) : error.errors
    card.set({ files: markRefused(card.state().files, ofFiles) })
    const { record, phase } = card.state()
    if (phase === 'gone' && record) leaveRefusal(manifest.id, keyOf(manifest, record), all)
    card.model.refuse(all)
    sumUp(card, all)
  }
  const message = messageOf(error)
  const text = message.startsWith(prefix) ? message : prefix + message
  card.parts.dialogs.toast[tone](suffix === '' ? text : `${text}${/[.!?]$/.test(text) ? '' : '.'} ${suffix}`)
}
