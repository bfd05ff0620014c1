/** What has to hold before a step is left: here first, then by the server, which also says what only it can compute. */
import type { FormCheck } from '../../../contract/index.ts'
import { isAbsentOnWire, type Doc, type FieldIssue, type Json } from '../../../core/index.ts'
import { isWithin } from '../../form/form-model.ts'
import { fromWire } from '../../form/wire.ts'
import { fail } from '../card/card-sending.ts'
import type { CardStore } from '../card/card-store.ts'
import { dropEmptyLines } from '../card/first-lines.ts'
import { lightBody } from '../card/light-body.ts'
import { keyOf } from '../card/stored-record.ts'

export interface StepCheck {
  /** The action whose rules are checked; undefined for the one that saves. */
  action: string | undefined
  /** Header fields of this step and those before. */
  fields: readonly string[]
  /** Those of this step alone. */
  own: readonly string[]
}

/** Whether the step may be left. If not, its problems are shown and the first one is focused. */
export async function mayLeave(card: CardStore, { action, fields, own }: StepCheck): Promise<boolean> {
  const before = card.state()
  const saving = card.facts().saving?.id ?? 'save'
  const { data: { manifest, compiled, view }, calls } = card.parts
  // A line in which nothing was entered is none.
  if (!before.record) dropEmptyLines(card.model, compiled, card.facts().context(), view)
  const found = card.model.validateFor(action ?? saving, own)
  if (found.length > 0) return refuse(card, found)
  if (!card.begin('act', 'check')) return false
  try {
    const { record } = before
    const answer = await calls.checkRecord(manifest, { key: record && keyOf(manifest, record), action, fields: await lightBody(card) })
    takeComputed(card, answer)
    const errors = answer.issues.filter(({ severity, path }) => severity === 'error' && fields.some((field) => isWithin(field, path)))
    card.model.refuse(errors)
    return errors.length === 0 ? pass(card, answer, own) : refuse(card, errors)
  } catch (error) {
    fail(card, error, before)
    return false
  } finally {
    card.happen('end')
  }
}

function pass(card: CardStore, { issues }: FormCheck, own: readonly string[]): true {
  card.set({ summary: [] })
  for (const { message } of issues.filter(({ severity, path }) => severity === 'warning' && own.some((field) => isWithin(field, path)))) card.parts.dialogs.toast.info(message)
  return true
}

function refuse(card: CardStore, issues: FieldIssue[]): false {
  card.set({ summary: issues })
  card.parts.dialogs.leadTo(issues[0])
  return false
}

/** Takes over what the server computed: figures that the browser does not have. What people enter stays as it is. */
function takeComputed(card: CardStore, { record }: FormCheck): void {
  const { manifest } = card.parts.data
  const said = fromWire(manifest, record)
  const doc: Doc = { ...card.model.doc() }
  for (const { name, readOnly } of Object.values(manifest.shape.fields)) if (readOnly) put(doc, name, said[name])
  card.model.rebase(doc, card.model.isDirty())
}

function put(doc: Doc, name: string, value: Json | undefined): void {
  if (value === undefined || isAbsentOnWire(value)) delete doc[name]
  else doc[name] = value
}
