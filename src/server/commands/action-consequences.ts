/** What an action brings about besides its state: fields that it sets, entries that it posts, effects of the module. */
import type { CompiledType, Doc, JsonObject, ResolvedAction, RuleContext, StoredRecord } from '../../core/index.ts'
import { AppError } from '../errors.ts'
import type { Tx } from '../store/database.ts'
import { plainContext, type CommandContext } from './context.ts'
import { writeNewRecord } from './create-document.ts'

/** The document with the fields that the action sets. */
export function withSets(type: CompiledType, action: ResolvedAction, doc: Doc, ctx: RuleContext): Doc {
  const next: Doc = { ...doc }
  for (const [field, expression] of Object.entries(action.sets)) {
    const value = type.value(expression, doc, ctx)
    if (value === undefined || value === null || value === '') delete next[field]
    else next[field] = value
  }
  return next
}

/** Writes the entries that the action posts. */
export async function post(tx: Tx, command: CommandContext, type: CompiledType, action: ResolvedAction, doc: Doc, ctx: RuleContext): Promise<void> {
  for (const posting of action.posts) {
    if (posting.when !== undefined && !type.test(posting.when, doc, ctx)) continue
    const target = command.engine.type(posting.to)
    const values: JsonObject = {}
    for (const [field, expression] of Object.entries(posting.values)) {
      const value = type.value(expression, doc, ctx)
      if (value !== undefined && value !== null && value !== '') values[field] = value
    }
    for (const field of target.manifest.shape.required) {
      if (values[field] === undefined && Object.hasOwn(posting.values, field)) throw new AppError('rule-failed', { field: target.manifest.shape.fields[field]?.title ?? field })
    }
    await writeNewRecord(tx, command, target, target.stamp({ ...target.newDocument(plainContext(command)), ...values }, plainContext(command)))
  }
}

/** Runs the action's effects in its transaction. */
export async function runEffects(tx: Tx, command: CommandContext, type: CompiledType, action: ResolvedAction, record: StoredRecord): Promise<void> {
  const registry = command.services.engines.effects()
  for (const name of action.effects) {
    const effect = Object.hasOwn(registry, name) ? registry[name] : undefined
    if (!effect) throw new Error(`The effect ${name} of ${type.manifest.id}.${action.id} is not registered.`)
    await effect({ services: command.services, tx, type, action: action.id, record, session: command.session })
  }
}
