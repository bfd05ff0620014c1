import { APPROVER, EMPLOYEE, EVERYONE, OWNER, RUNS } from '../../access/built-in-roles.ts'
import { expectState, type CheckContext, type CheckPass } from './check-context.ts'
import type { ExpandedType } from '../read/expanded.ts'
import type { Approval, DocumentTypeManifest } from '../language/manifest.generated.ts'
import type { KeyPath } from '../read/reporter.ts'
import { approvalsOf, approvalStartedBy } from '../../workflow/approvals.ts'
import { targetChoices, statesOf, targetOf, targetsOf } from '../../workflow/targets.ts'
import { isDecision } from '../../workflow/decisions.ts'
import type { Catalogue, ResolvedAction, ResolvedDocumentType, Target } from '../resolve/resolved.ts'

/** The state graph: one initial state, every state reachable, no unintended dead end, no action that nobody can perform. */
export const checkStates: CheckPass = (context, expanded, type) => {
  checkTargets(context, expanded, type)
  checkEarlierNames(context, expanded, type)
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
    const leaves = Object.values(type.actions).some((action) => action.from.includes(state.name) && (action.deletes || statesOf(targetOf(action, state.name)).some((to) => to !== state.name))) || stepsOfRuns(type).some(({ from }) => from === state.name)
    if (!leaves && !state.final) context.reporter.inType('E403', expanded, ['states', state.name], `Nothing leads out of "${state.name}".`, { key: true, expected: 'an action from it, or "final": true', seen: state.name })
  }
  for (const action of Object.values(type.actions)) checkPerformable(context, expanded, type, action)
}

function checkTargets(context: CheckContext, expanded: ExpandedType, type: ResolvedDocumentType): void {
  const manifest = expanded.manifest as unknown as DocumentTypeManifest
  for (const [id, { to }] of Object.entries(manifest.actions ?? {})) {
    if (typeof to === 'string' || Array.isArray(to)) checkTarget(context, expanded, type, ['actions', id, 'to'], to)
    else {
      for (const [from, target] of Object.entries(to ?? {})) {
        expectState(context, expanded, ['actions', id, 'to', from], from, type, { also: ['new'] })
        checkTarget(context, expanded, type, ['actions', id, 'to', from], target)
      }
    }
  }
  const approvals: [KeyPath, Approval][] = [...(manifest.approval ? [[['approval'], manifest.approval] as [KeyPath, Approval]] : []), ...Object.entries(manifest.approvals ?? {}).map(([id, one]): [KeyPath, Approval] => [['approvals', id], one])]
  for (const [path, approval] of approvals) {
    for (const key of ['approved', 'rejected', 'returned'] as const) {
      const target = approval[key]
      if (target !== undefined) checkTarget(context, expanded, type, [...path, key], target)
    }
  }
}

/** A list of targets must offer a choice in every case, and each of its states must be possible. */
function checkTarget(context: CheckContext, expanded: ExpandedType, type: ResolvedDocumentType, path: KeyPath, target: Target): void {
  if (typeof target === 'string') {
    expectState(context, expanded, path, target, type)
    return
  }
  const choices = targetChoices(target)
  const always = choices.findIndex(({ when }) => when === undefined || when === 'true')
  const refuse = (at: KeyPath, message: string, expected: string, seen: string): void => context.reporter.inType('E408', expanded, [...path, ...at], message, { expected, seen })
  for (const [index, { to, when }] of choices.entries()) {
    if (!expectState(context, expanded, [...path, index, 'to'], to, type)) continue
    if (always >= 0 && index > always) refuse([index], `"${to}" is never chosen: an earlier state has no condition.`, 'a condition for each state but the last', to)
    else if (when !== undefined && choices.slice(0, index).some((earlier) => earlier.when === when)) refuse([index, 'when'], `"${to}" is never chosen: an earlier state has the same condition.`, 'another condition', when)
  }
  if (always < 0) refuse([choices.length - 1], 'If no condition holds, there is no state to lead to.', 'a last state without when', choices.at(-1)?.when ?? 'none')
}

/** An earlier name that is still a state, or that two states had, would have its records moved at every start. */
function checkEarlierNames({ reporter }: CheckContext, expanded: ExpandedType, { states }: ResolvedDocumentType): void {
  for (const { name, renamedFrom } of Object.values(states)) {
    for (const [index, earlier] of renamedFrom.entries()) {
      const other = Object.hasOwn(states, earlier) ? earlier : Object.values(states).find((state) => state.name !== name && state.renamedFrom.includes(earlier))?.name
      if (other !== undefined) reporter.inType('E112', expanded, ['states', name, 'renamedFrom', index], other === earlier ? `"${earlier}" is still a state of its own.` : `The state "${other}" was called "${earlier}" too.`, { seen: earlier })
    }
  }
}

function checkApprovalStarts(context: CheckContext, expanded: ExpandedType, type: ResolvedDocumentType): void {
  const starting = Object.values(type.actions).filter((action) => action.startsApproval)
  if (type.approval !== undefined && !starting.some((action) => action.starts === undefined)) context.reporter.inType('E405', expanded, ['approval'], 'No action starts the approval.', { key: true, expected: 'an action with "starts": "approval"', seen: 'none' })
  for (const id of Object.keys(type.approvals)) {
    if (!starting.some((action) => action.starts === id)) context.reporter.inType('E405', expanded, ['approvals', id], `No action starts the approval "${id}".`, { key: true, expected: `an action with "starts": "${id}"`, seen: 'none' })
  }
  for (const action of starting) {
    const approval = approvalStartedBy(type, action)
    if (approval === undefined) context.reporter.inType('E405', expanded, ['actions', action.id, 'starts'], action.starts === undefined ? 'The type has no approval to start.' : `There is no approval "${action.starts}".`, { expected: 'an approval', seen: action.starts ?? 'none', known: Object.keys(type.approvals) })
    else if (action.to !== approval.pending || action.to === undefined) {
      context.reporter.inType('E405', expanded, ['actions', action.id], 'An action that starts the approval must lead to the state in which the document waits.', { expected: approval.pending || 'to', seen: statesOf(action.to).join(', ') || 'no to' })
    }
  }
}

function checkReach(context: CheckContext, expanded: ExpandedType, type: ResolvedDocumentType, initial: string): void {
  const reached = new Set([initial])
  for (let size = 0; size < reached.size;) {
    size = reached.size
    for (const { from, to } of [...Object.values(type.actions).flatMap(targetsOf), ...stepsOfRuns(type)]) if (from === 'new' || reached.has(from)) reached.add(to)
  }
  for (const state of Object.keys(type.states)) {
    if (!reached.has(state)) context.reporter.inType('E402', expanded, ['states', state], `No action leads to "${state}".`, { key: true, expected: `an action from ${[...reached].join(' or ')} that leads to it`, seen: state })
  }
}

/** Where the server itself leads a run of a job. */
function stepsOfRuns({ job }: ResolvedDocumentType): { from: string; to: string }[] {
  if (job === undefined) return []
  const { trying, tried, running, done, stopped } = job.states
  // A scheduled run that cannot start is stopped at once.
  return [{ from: trying, to: tried }, { from: running, to: done }, { from: running, to: stopped }]
}

function checkPerformable(context: CheckContext, expanded: ExpandedType, type: ResolvedDocumentType, action: ResolvedAction): void {
  const reason = nobodyReason(type, action, runIn(context.catalogue, type, action))
  if (reason !== undefined && !(isDecision(action.id) && approvalsOf(type).length === 0)) context.reporter.inType('E404', expanded, ['actions', action.id, 'who'], `Nobody can ${action.id}: ${reason}.`, { seen: action.who.join(', ') })
}

/** Whether an action, approval or job of any type runs this one. */
function runIn({ types }: Pick<Catalogue, 'types'>, { id }: ResolvedDocumentType, action: ResolvedAction): boolean {
  return Object.values(types).some(({ actions, approval, approvals, lookups, job }) => (
    [...Object.values(actions), ...(approval === undefined ? [] : [approval]), ...Object.values(approvals)].some(({ runs }) => runs.some((run) => run.action === action.id && lookups[run.over]?.of === id))
    || job?.runs.some((run) => run.action === action.id && lookups[job.over[run.of] ?? '']?.of === id) === true
  ))
}

/**
 * Anyone named in `who` must be able to see the record: a role needs an entry in permissions, for itself or for a role that every employee
 * has; the owner needs a field that identifies them.
 */
function nobodyReason(type: ResolvedDocumentType, action: ResolvedAction, isRun: boolean): string | undefined {
  if (action.who.length === 0) return undefined
  const maySee = (who: string): boolean => {
    if (who === OWNER) return type.owner !== undefined
    if (who === RUNS) return isRun
    if (who === APPROVER) return approvalsOf(type).length > 0
    return Object.values(type.permissions).some((permission) => [who, EVERYONE, EMPLOYEE].includes(permission.role) && permission.can.includes('get'))
  }
  if (action.who.some(maySee)) return undefined
  if (action.who.includes(OWNER)) return 'the type has no owner'
  if (action.who.includes(RUNS)) return 'nothing runs it'
  return action.who.includes(APPROVER) ? 'the type has no approval' : 'no such role may see the record'
}
