/** What a client sent for a record, as a document with its first values: with the lists and records that these read. */
import type { CompiledType, Doc, FieldIssue, FieldPaths, JsonObject, RuleContext } from '../../core/index.ts'
import { inPieces } from '../in-pieces.ts'
import type { Tx } from '../store/database.ts'
import { withLists, type CommandContext } from './context.ts'

export interface AcceptedForm { doc: Doc; issues: FieldIssue[]; /** In which the first values were worked out. */ ctx: RuleContext }

/** Accepts the body over what is stored. @param around the context that the command has anyway. */
export async function acceptForm(tx: Tx, command: CommandContext, type: CompiledType, body: JsonObject, given: { stored?: Doc; around: RuleContext; redacted: FieldPaths }): Promise<AcceptedForm> {
  const { stored, around, redacted } = given
  const accepted = await inPieces(type.accepting(body, stored, around, redacted))
  if (!type.firstValuesReadRecords()) return { ...accepted, ctx: around }
  // Which records the first values read is known once it is known what was sent.
  const ctx = { ...around, ...(await withLists(tx, command, type, accepted.doc, stored === undefined ? {} : { prev: stored })) }
  return { ...(await inPieces(type.accepting(body, stored, ctx, redacted))), ctx }
}
