/** What a person entered in an action's dialog, checked against the action's input and the records that it names. */
import { matches, type CompiledType, type Doc, type Json, type JsonObject, type RuleContext } from '../../core/index.ts'
import { invalidDocument } from '../errors.ts'
import type { Tx } from '../store/database.ts'
import { loadRecords, type LoadedRecords } from '../store/references.ts'
import { refReader, rowsOf, type CommandContext } from './context.ts'

/** The input by field name, empty fields left out. Throws `invalid-document` with an issue per field. */
export async function acceptInput(
  tx: Tx, command: CommandContext, type: CompiledType, given: { action: string; sent: Json | undefined; doc: Doc; ctx: RuleContext },
): Promise<JsonObject> {
  const { action, sent, doc, ctx } = given
  const found = await loadRecords(tx, command.session.company.code, type.inputRefs(action, sent))
  const { input, issues } = type.acceptInput(action, sent, doc, { ...ctx, ref: refReader(command.engine, readableOnly(command, found)) })
  if (issues.length > 0) throw invalidDocument(issues)
  return input
}

/** A record that the person may not see is answered like an unknown one. */
function readableOnly(command: CommandContext, found: LoadedRecords): LoadedRecords {
  return new Map([...found].filter(([id, record]) => {
    const target = command.engine.type(id.slice(0, id.indexOf('\n')))
    return (['get', 'list'] as const).some((verb) => matches(rowsOf(command, target, verb), record, new Set()))
  }))
}
