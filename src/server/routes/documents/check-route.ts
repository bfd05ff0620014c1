/** What is wrong with a form that is not saved, and what the server computes from it. Nothing is written. */
import type { FastifyRequest } from 'fastify'
import type { Answer, FormCheck } from '../../../contract/index.ts'
import { redactedDoc, withDisplayNames, wireName, type Json, type JsonObject, type ResolvedCheckCall, type ResolvedEndpoint, type RuleContext } from '../../../core/index.ts'
import { namedFiles } from '../../commands/attachments.ts'
import { checkForm, fieldsNamed, type CheckedForm } from '../../commands/check-form.ts'
import { commandContext, fullContext, typeOf, type CommandContext } from '../../commands/context.ts'
import { readFileFields } from '../../commands/file-fields.ts'
import { projectionContext } from '../../commands/projection-context.ts'
import { withLiveFields } from '../../commands/figures.ts'
import { runSliced } from '../../in-pieces.ts'
import { inDryRun, type Tx } from '../../store/connection/database.ts'
import type { Handler } from './read-routes.ts'
import { bodyOf, keyIn, queryOf, revOf } from './request.ts'

/** At most as many as a type may have fields. */
const MAX_NAMES = 200

/** Checks a form: the generic call answers with the record as it would be; a call of the manifest answers as that declares. */
export function checkHandler(typeId: string, endpoint: ResolvedEndpoint): Handler {
  return async (request) => {
    const command: CommandContext = { ...commandContext(request.server.services, request.session), isDryRun: true }
    const type = typeOf(command.engine, typeId)
    const { check } = endpoint
    const asked = check === undefined ? askedIn(request) : { action: check.for, names: undefined }
    const { body, files } = await readFileFields(type, check === undefined ? bodyOf(request) : fieldsOf(type.manifest.shape, check, bodyOf(request)), namedFiles)
    const at = { type: typeId, key: keyIn(request, endpoint), rev: revOf(request), body, files, action: asked.action }
    return inDryRun(command.services.database, async (tx) => {
      if (check !== undefined) return answerAs(tx, command, check, await checkForm(tx, command, { ...at, fields: check.fields, entered: check.enters.filter((field) => Object.hasOwn(body, wireName(type.manifest.shape, field))) }))
      return present(tx, command, await checkForm(tx, command, { ...at, fields: asked.names && fieldsNamed(type, asked.names) }))
    })
  }
}

function askedIn(request: FastifyRequest): { action: string | undefined; names: string[] | undefined } {
  const { for: action, fields } = queryOf(request)
  return { action, names: fields?.split(',', MAX_NAMES).filter((name) => name !== '') }
}

/** The body under the form's own names; what was left empty is not entered. */
function fieldsOf(shape: CheckedForm['type']['manifest']['shape'], { takes }: ResolvedCheckCall, sent: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(takes).flatMap(([name, field]): [string, Json][] => {
    const value = Object.hasOwn(sent, name) ? sent[name] : undefined
    return value === undefined || value === null || value === '' ? [] : [[wireName(shape, field), value]]
  }))
}

async function present(tx: Tx, command: CommandContext, form: CheckedForm): Promise<Answer<FormCheck>> {
  const { type, record, doc, ctx } = form
  const shown = await withLiveFields(tx, command.session.company.code, type, record, doc, ctx)
  const { _rev, ...fields } = type.project(shown, command.session.actor, await projectionContext(tx, command, type, record))
  const issues = form.issues.map((issue) => withDisplayNames(issue, type.manifest, undefined))
  return { data: { isValid: issues.every(({ severity }) => severity !== 'error'), record: fields, issues }, message: '' }
}

/** The response in the form that a manifest declares for another system, over the document as the caller sees it. */
async function answerAs(tx: Tx, command: CommandContext, { gives, beside }: ResolvedCheckCall, { type, record, redacted, ...form }: CheckedForm): Promise<Answer<JsonObject>> {
  const shown = await withLiveFields(tx, command.session.company.code, type, record, form.doc, form.ctx)
  const { ctx } = await fullContext(tx, command, type, form.doc, { redacted })
  const seen = redactedDoc(type.manifest, shown, redacted)
  const issues = form.issues.map(({ path, rule, message, severity }): JsonObject => ({ path, rule, message, severity }))
  const over: RuleContext = { ...ctx, issues }
  const first = form.issues.find(({ severity }) => severity === 'error')
  return { ...(await runSliced(type.findingValues(beside, seen, over))), data: await runSliced(type.findingValues(gives, seen, over)), message: first?.message ?? '' }
}
