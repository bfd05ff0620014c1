/** What an action would do: it runs in full, on the document as it would be saved, and nothing of it is kept. */
import type { Answer, DryRun } from '../../../contract/index.ts'
import type { ResolvedEndpoint } from '../../../core/index.ts'
import { namedFiles } from '../../commands/attachments.ts'
import { commandContext, typeOf, type CommandContext } from '../../commands/context.ts'
import { runAction } from '../../commands/run-action.ts'
import { AppError } from '../../errors.ts'
import { readCardExtras } from '../../store/approvals/card-extras.ts'
import type { ListedEntry } from '../../store/approvals/approval-entries.ts'
import { inDryRun } from '../../store/connection/database.ts'
import type { Handler } from './read-routes.ts'
import { bodyOf, inputIn, keyIn, revOf } from './request.ts'
import { formOf, saveForm } from './sent-form.ts'

/** A step of hundreds is summed up by its first names and their number. */
const MAX_NAMED = 10

/**
 * Answers the approvals that an action would start. Refuses what the action itself would refuse, with the same errors. For actions that start
 * an approval; the contents of files are left out of the body.
 */
export function dryRunHandler(typeId: string, endpoint: ResolvedEndpoint): Handler {
  return async (request) => {
    const command: CommandContext = { ...commandContext(request.server.services, request.session), isDryRun: true }
    const type = typeOf(command.engine, typeId)
    const { action: id = '' } = request.params as { action?: string }
    const action = Object.hasOwn(type.manifest.actions, id) ? type.manifest.actions[id] : undefined
    if (action?.startsApproval !== true) throw new AppError('not-found')
    const body = bodyOf(request)
    const form = await formOf(type, action, body, namedFiles)
    const at = { type: typeId, key: keyIn(request, endpoint), rev: revOf(request) }
    if (form === undefined && at.key === undefined) throw new AppError('key-missing', { field: type.manifest.key })
    return inDryRun(command.services.database, async (tx): Promise<Answer<DryRun>> => {
      const saved = form && { key: await saveForm(tx, command, form, at, action), rev: undefined }
      const { record, warnings } = await runAction(tx, command, { ...at, key: at.key ?? '', ...saved, action: id, input: inputIn(body) })
      const { entries } = await readCardExtras(tx, command.engine.catalogue.organisation, { company: command.session.company.code, type: typeId, key: record.key })
      return { data: { approvals: stepsOf(entries) }, message: '', ...(warnings.length > 0 && { warnings }) }
    })
  }
}

/** The steps of the round that is open; none if the document was approved at once. */
function stepsOf(entries: ListedEntry[]): DryRun['approvals'] {
  const open = entries.find(({ status }) => status === 'Open')
  const steps = new Map<string, ListedEntry[]>()
  for (const entry of entries.filter(({ round }) => round === open?.round)) steps.set(entry.step, [...(steps.get(entry.step) ?? []), entry])
  return [...steps.values()].map((step) => ({
    title: step[0]?.step_title ?? '', mode: step[0]?.mode === 'all' ? 'all' : 'any', count: step.length,
    names: step.slice(0, MAX_NAMED).map(({ approver, approver_name }) => approver_name ?? approver),
  }))
}
