/** Validates what a person entered in an action's dialog against the action's input fields and the records it refers to. */
import { matches, type CompiledType, type Doc, type Json, type JsonObject, type RuleContext } from '../../core/index.ts'
import { invalidDocument } from '../errors.ts'
import { runSliced } from '../in-pieces.ts'
import type { Tx } from '../store/connection/database.ts'
import { loadRecords, type LoadedRecords } from '../store/lists/references.ts'
import { refReader, rowsOf, type CommandContext } from './context.ts'

/**
 * Returns the input by field name, empty fields omitted.
 * @param submission `computed` holds values that the server computed itself, so the person need not enter them
 * @throws AppError invalid-document with one issue per field
 */
export async function acceptInput(
  tx: Tx, command: CommandContext, type: CompiledType, submission: { action: string; sent: Json | undefined; doc: Doc; ctx: RuleContext; computed?: JsonObject },
): Promise<JsonObject> {
  const { action, sent, doc, ctx, computed = {} } = submission
  const found = await loadRecords(tx, command.session.company.code, type.inputRefs(action, sent))
  const { input, issues } = await runSliced(type.acceptingInput(action, sent, doc, { ...ctx, ref: refReader(command.engine, readableOnly(command, found)) }))
  const left = issues.filter((issue) => !Object.hasOwn(computed, issue.path))
  if (left.length > 0) throw invalidDocument(left)
  return { ...input, ...computed }
}

/** A record that the person may not see is treated like an unknown one. */
function readableOnly(command: CommandContext, found: LoadedRecords): LoadedRecords {
  return new Map([...found].filter(([id, record]) => {
    const target = command.engine.type(id.slice(0, id.indexOf('\n')))
    return (['get', 'list'] as const).some((verb) => matches(rowsOf(command, target, verb), record, new Set()))
  }))
}
