import { hasStates, recordDoc, stateForReader, stateOf, textOf, wireName, type CompiledType, type ResolvedAction, type RuleContext, t } from '../../core/index.ts'
import type { HomeTask } from '../../contract/index.ts'
import { titleFor, type CommandContext } from '../commands/context.ts'
import { formatField } from '../print/format.ts'
import { cardPath } from '../../core/index.ts'
import type { RecordInState } from '../store/lists/documents-in-states.ts'

/** What is shown of a record whatever is to be done with it; `person` is the number of its owner. */
export type Presented = Pick<HomeTask, 'type' | 'key' | 'title' | 'text' | 'amount' | 'state' | 'path' | 'since' | 'person'>

/** The record as the current user may see it: what it is about, its amount and its state. */
export function presentTask({ engine, session }: CommandContext, type: CompiledType, { record, changedAt }: RecordInState, ctx: RuleContext, isAssigned: boolean): Presented {
  const { manifest } = type
  const context = { ctx, assigned: new Set(isAssigned ? [record.key] : []) }
  const shown = type.project(record, session.actor, context)
  const valueOf = (name: string) => shown[wireName(manifest.shape, name)]
  const texts = [manifest.label, ...manifest.list.search].filter((name) => name !== manifest.key && name !== manifest.stateField).map(valueOf)
  // People know who they are: of their own requests, it says nothing.
  const isOwnName = (value: string): boolean => record.owner === session.actor.employee && value === session.actor.name
  const money = Object.values(manifest.list.columns).map(({ field }) => manifest.shape.fields[field]).find((field) => field?.money !== undefined && typeof valueOf(field.name) === 'number')
  const amount = money && formatField(money, valueOf(money.name), { doc: recordDoc(manifest, record), companyCurrency: session.company.currency, timeZone: session.company.timeZone, labelOf: () => undefined })
  const name = hasStates(manifest) ? stateForReader(manifest, record.state, type.redacted(record, session.actor, context)) : undefined
  const state = name === undefined ? undefined : stateOf(manifest, name)
  return {
    type: manifest.id, key: record.key, title: titleFor(type, session), text: texts.find((value): value is string => typeof value === 'string' && value !== '' && !isOwnName(value)) ?? '',
    amount: amount ?? null, state: { label: t(state?.label ?? ''), tone: state?.tone ?? 'neutral' },
    path: cardPath(engine.catalogue.pages, manifest.id, record.key), since: changedAt.toISOString(), person: record.owner ?? null,
  }
}

/** The caption of an action as its button has it. */
export function actionLabel({ session }: CommandContext, action: ResolvedAction | undefined): string {
  return action === undefined ? '' : textOf(action.label, session.settings)
}
