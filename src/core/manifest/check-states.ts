import { APPROVER, EMPLOYEE, EVERYONE, OWNER } from '../access/built-in-roles.ts'
import { expectState, type CheckContext, type Pass } from './check-context.ts'
import type { ExpandedType } from './expanded.ts'
import type { DocumentTypeManifest } from './manifest.generated.ts'
import { isDecision } from '../workflow/decisions.ts'
import type { ResolvedAction, ResolvedDocumentType } from './resolved.ts'

/** The state graph: one start, every state reachable, no dead end that is not meant, no action that nobody can do. */
export const checkStates: Pass = (context, expanded, type) => {
  checkTargets(context, expanded, type)
  checkApprovalStarts(context, expanded, type)
  const states = Object.values(type.states)
  if (states.length === 0) return
  const initial = states.filter((state) => state.initial)
  if (initial.length !== 1) {
    context.reporter.inType('E401', expanded, ['states'], 'Exactly one state must be the initial one.', { key: true, expected: 'one', seen: initial.map((state) => state.name).join(', ') || 'none' })
    return
  }
  checkReach(context, expanded, type, initial[0]?.name ?? '')
  for (const state of states) {
    const leaves = Object.values(type.actions).some((action) => action.from.includes(state.name) && (action.deletes || (action.to !== undefined && action.to !== state.name)))
    if (!leaves && !state.final) context.reporter.inType('E403', expanded, ['states', state.name], `Nothing leads out of "${state.name}".`, { key: true, expected: 'an action from it, or "final": true', seen: state.name })
  }
  for (const action of Object.values(type.actions)) checkDoable(context, expanded, type, action)
}

function checkTargets(context: CheckContext, expanded: ExpandedType, type: ResolvedDocumentType): void {
  const manifest = expanded.manifest as unknown as DocumentTypeManifest
  for (const [id, action] of Object.entries(manifest.actions ?? {})) if (action.to !== undefined) expectState(context, expanded, ['actions', id, 'to'], action.to, type)
  for (const key of ['approved', 'rejected', 'returned'] as const) {
    const state = manifest.approval?.[key]
    if (state !== undefined) expectState(context, expanded, ['approval', key], state, type)
  }
}

function checkApprovalStarts(context: CheckContext, expanded: ExpandedType, type: ResolvedDocumentType): void {
  const starting = Object.values(type.actions).filter((action) => action.startsApproval)
  if (type.approval !== undefined && starting.length === 0) context.reporter.inType('E405', expanded, ['approval'], 'No action starts the approval.', { key: true, expected: 'an action with "starts": "approval"', seen: 'none' })
  for (const action of starting) {
    if (type.approval === undefined) context.reporter.inType('E405', expanded, ['actions', action.id, 'starts'], 'The type has no approval to start.', { expected: 'an approval', seen: 'none' })
    else if (action.to !== type.approval.pending || action.to === undefined) {
      context.reporter.inType('E405', expanded, ['actions', action.id], 'An action that starts the approval must lead to the state in which the document waits.', { expected: type.approval.pending || 'to', seen: action.to ?? 'no to' })
    }
  }
}

function checkReach(context: CheckContext, expanded: ExpandedType, type: ResolvedDocumentType, initial: string): void {
  const reached = new Set([initial])
  for (let size = 0; size < reached.size;) {
    size = reached.size
    for (const action of Object.values(type.actions)) if (action.to !== undefined && action.from.some((state) => state === 'new' || reached.has(state))) reached.add(action.to)
  }
  for (const state of Object.keys(type.states)) {
    if (!reached.has(state)) context.reporter.inType('E402', expanded, ['states', state], `No action leads to "${state}".`, { key: true, expected: `one of ${[...reached].join(', ')} to lead there`, seen: state })
  }
}

function checkDoable(context: CheckContext, expanded: ExpandedType, type: ResolvedDocumentType, action: ResolvedAction): void {
  const reason = nobodyReason(type, action)
  if (reason !== undefined && !(isDecision(action.id) && type.approval === undefined)) context.reporter.inType('E404', expanded, ['actions', action.id, 'who'], `Nobody can ${action.id}: ${reason}.`, { seen: action.who.join(', ') })
}

/**
 * Who is named must be able to see the record: a role needs an entry in permissions, its own or one of the roles that
 * employees have anyway; the owner a field that says who it is.
 */
function nobodyReason(type: ResolvedDocumentType, action: ResolvedAction): string | undefined {
  if (action.who.length === 0) return undefined
  const maySee = (who: string): boolean => {
    if (who === OWNER) return type.owner !== undefined
    if (who === APPROVER) return type.approval !== undefined
    return Object.values(type.permissions).some((permission) => [who, EVERYONE, EMPLOYEE].includes(permission.role) && permission.can.includes('get'))
  }
  if (action.who.some(maySee)) return undefined
  if (action.who.includes(OWNER)) return 'the type has no owner'
  return action.who.includes(APPROVER) ? 'the type has no approval' : 'no such role may see the record'
}
