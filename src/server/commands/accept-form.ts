/** Turns a client's request body into a document with its default values, loading the lists and records that the defaults read. */
import { withoutEmptied, type CompiledType, type Doc, type FieldIssue, type FieldPaths, type JsonObject, type RuleContext } from '../../core/index.ts'
import { runSliced } from '../in-pieces.ts'
import type { Tx } from '../store/connection/database.ts'
import type { CommandContext } from './context.ts'
import { enteredLists } from './entered-context.ts'

export interface AcceptedForm { doc: Doc; issues: FieldIssue[]; /** The context in which the default values were computed. */ ctx: RuleContext }

/** Merges the body into the stored document. @param around the context that the command already has. */
export async function acceptForm(tx: Tx, command: CommandContext, type: CompiledType, body: JsonObject, base: { stored?: Doc; around: RuleContext; redacted: FieldPaths }): Promise<AcceptedForm> {
  const { stored, around, redacted } = base
  const accept = async (ctx: RuleContext): Promise<Omit<AcceptedForm, 'ctx'>> => {
    const { doc, issues } = await runSliced(type.accepting(body, stored, ctx, redacted))
    return { doc: withoutEmptied(type.manifest, stored, doc), issues }
  }
  const accepted = await accept(around)
  if (!type.firstValuesReadRecords()) return { ...accepted, ctx: around }
  // Which records the defaults read depends on the body, so they are loaded only after a first pass.
  const ctx = { ...around, ...(await enteredLists(tx, command, type, accepted.doc, stored === undefined ? {} : { prev: stored })).ctx }
  return { ...(await accept(ctx)), ctx }
}
