import { APPROVER, RUNS } from '../../access/built-in-roles.ts'
import { expandStates } from '../../document/wire-state.ts'
import { statesOf } from '../../workflow/targets.ts'
import type { Action, ActionCheck, Approval, DocumentTypeManifest, State, Step } from '../language/manifest.generated.ts'
import { flagsOf } from '../language/action-keywords.ts'
import { humanise } from '../language/names.ts'
import { resolveShape, definedOnly, type OtherTypes } from './resolve-shape.ts'
import { MAIN_VIEW, resolveColumns, resolveText } from './resolve-screens.ts'
import type { ApproverRelation, Consequences, ResolvedAction, ResolvedActionCheck, ResolvedApproval, ResolvedShape, ResolvedState, ResolvedStep, Target, Tone } from './resolved.ts'
import { stateFieldOf, wireOf } from '../read/shorthand/wire-state-fields.ts'
import { MAX_REASON_LENGTH } from '../../workflow/decisions.ts'

/** The parts of a manifest that states, actions and approvals are resolved from. */
type Declared = Pick<DocumentTypeManifest, 'kind' | 'actions' | 'approval' | 'approvals' | 'states' | 'stateField'>

const DUE_DAYS = 3
/** How an action refers to the type's own approval. */
const OWN_APPROVAL = 'approval'

/** States with labels and tones; the default tone of a state that an approval uses follows from its purpose. */
export function resolveStates(manifest: Declared): Record<string, ResolvedState> {
  return Object.fromEntries(Object.entries(manifest.states ?? {}).map(([name, given]) => [name, {
    name,
    label: given.label ?? name,
    initial: given.initial ?? false,
    editable: given.editable ?? false,
    final: given.final ?? false,
    tone: given.tone ?? defaultTone(name, given, manifest),
    renamedFrom: given.renamedFrom ?? [],
    ...definedOnly({ icon: given.icon, wire: given.wire === undefined ? undefined : wireOf(given, stateFieldOf(manifest)), was: given.was }),
  }]))
}

function defaultTone(name: string, state: State, manifest: Declared): Tone {
  const approvals = givenApprovals(manifest)
  if (approvals.some(([, one]) => statesOf(one.approved).includes(name))) return 'success'
  if (approvals.some(([, one]) => statesOf(one.rejected).includes(name))) return 'danger'
  if (approvals.some(([id]) => pendingState(manifest, id) === name)) return 'progress'
  return state.initial === true ? 'info' : 'neutral'
}

/**
 * The type's own actions first, in order, then the decisions of the approvals. A master that declares no
 * actions, or only some that consequences run, can be saved and deleted.
 */
export function resolveActions(manifest: Declared, others: OtherTypes, employees: string | undefined): Record<string, ResolvedAction> {
  const isKept = manifest.actions === undefined || (Object.keys(manifest.actions).length > 0 && Object.values(manifest.actions).every(({ who = [] }) => who.includes(RUNS)))
  const own = { ...(isKept && implicitKeeping(manifest)), ...manifest.actions }
  const decisions = implicitDecisions(manifest, employees)
  const merged = { ...own, ...Object.fromEntries(Object.entries(decisions).map(([id, action]) => [id, { ...action, ...own[id] }])) }
  const states = { states: resolveStates(manifest), stateField: stateFieldOf(manifest) }
  return Object.fromEntries(Object.entries(merged).map(([id, action]) => [id, resolveAction(id, { ...action, from: expandStates(states, action.from ?? []) }, actionTone(action, Object.values(merged)), others)]))
}

function resolveAction(id: string, action: Action, tone: ResolvedAction['tone'], others: OtherTypes): ResolvedAction {
  return {
    id,
    label: resolveText(action.label ?? humanise(id)),
    tone,
    from: action.from ?? [],
    who: action.who ?? [],
    ...flagsOf(action),
    startsApproval: action.starts !== undefined,
    ...definedOnly({ starts: action.starts === OWN_APPROVAL ? undefined : action.starts, fields: action.fields }),
    endsApproval: action.ends !== undefined,
    checks: Object.fromEntries(Object.entries(action.checks ?? {}).map(([name, one]) => [name, resolveCheck(name, one)])),
    ...consequencesOf(action),
    place: action.place ?? ['card'],
    views: action.views ?? [MAIN_VIEW],
    ...definedOnly({
      icon: action.icon ?? defaultIcon(action),
      when: action.when,
      to: isTarget(action.to) ? action.to : undefined,
      toFrom: isTarget(action.to) ? undefined : action.to,
      confirm: typeof action.confirm === 'string' ? { text: action.confirm } : action.confirm,
      input: action.input === undefined ? undefined : resolveShape('input', action.input, others),
      shows: action.shows && Object.fromEntries(Object.entries(action.shows).map(([name, { title, value, format = 'text' }]) => [name, { title, value, format }])),
      success: action.success ?? successKey(id, action),
      failure: action.failure,
      stepUp: action.stepUp,
    }),
  }
}

function isTarget(to: Action['to']): to is Target {
  return typeof to === 'string' || Array.isArray(to)
}

function consequencesOf(source: Pick<Action, 'sets' | 'posts' | 'effects' | 'notifies' | 'runs'>): Consequences {
  return {
    sets: source.sets ?? {},
    posts: (source.posts ?? []).map((post) => ({ to: post.to ?? '', values: post.values ?? {}, ...definedOnly({ when: post.when, each: post.each, reverses: post.reverses, sum: post.sum, begins: post.begins }) })),
    effects: source.effects ?? [],
    notifies: (source.notifies ?? []).map(({ to, subject, text, when }) => ({ to, subject, text, ...definedOnly({ when }) })),
    runs: (source.runs ?? []).map(({ over, action, input = {} }) => ({ over, action, input })),
  }
}

function defaultIcon(action: Action): string | undefined {
  if (action.saves === true) return 'device-floppy'
  if (action.deletes === true) return 'trash'
  if (action.starts !== undefined) return 'send'
  return action.ends === undefined ? undefined : 'arrow-back-up'
}

/** Only one button of a screen is primary: the one that moves the document on. Saving is primary only if no other action offered in the same state is. */
function actionTone(action: Action, all: Action[]): ResolvedAction['tone'] {
  if (action.tone !== undefined) return action.tone
  if (action.deletes === true) return 'danger'
  if (action.starts !== undefined) return 'primary'
  const offeredTogether = all.filter((other) => other !== action && other.from?.some((state) => action.from?.includes(state)))
  const hasOtherPrimary = offeredTogether.some((other) => other.tone === 'primary' || (other.tone === undefined && other.starts !== undefined))
  return action.saves === true && !hasOtherPrimary ? 'primary' : 'neutral'
}

/** The key of the success message: saving reports created or updated, and deleting reports deleted, whatever the action is called. */
function successKey(id: string, action: Action): string | undefined {
  if (action.saves === true) return undefined
  return action.deletes === true ? 'deleted' : id
}

function implicitKeeping(manifest: Declared): Record<string, Action> {
  if (manifest.kind !== 'master') return {}
  return { save: { label: 'Save', saves: true }, delete: { label: 'Delete', deletes: true, confirm: 'Are you sure you want to delete this?' } }
}

function implicitDecisions(manifest: Declared, employees: string | undefined): Record<string, Action> {
  const approvals = givenApprovals(manifest).map(([id, given]) => ({ given, pending: pendingState(manifest, id) ?? '' }))
  if (approvals.length === 0) return {}
  const from = approvals.flatMap(({ pending }) => (pending === '' ? [] : [pending]))
  const shared = { from, who: [APPROVER] }
  const leadingTo = (outcome: 'approved' | 'rejected' | 'returned'): Pick<Action, 'from' | 'to'> => {
    const led = approvals.flatMap(({ given, pending }): [string, Target][] => (given[outcome] === undefined ? [] : [[pending, given[outcome]]]))
    const [only] = led
    return { to: only !== undefined && led.length === 1 ? only[1] : Object.fromEntries(led) }
  }
  const returning = approvals.filter(({ given }) => given.returned !== undefined)
  const reason = { type: 'object' as const, required: ['reason'], properties: { reason: { type: 'string' as const, title: 'Reason', maxLength: MAX_REASON_LENGTH, 'x-widget': 'textarea' } } }
  const to = { type: 'string' as const, title: 'Delegate To', ...(employees !== undefined && { 'x-ref': { to: employees } }) }
  return {
    approve: { ...shared, label: 'Approve', tone: 'primary', ...leadingTo('approved') },
    reject: { ...shared, label: 'Reject', tone: 'danger', ...leadingTo('rejected'), input: reason },
    delegate: { ...shared, label: 'Delegate', tone: 'neutral', input: { type: 'object', required: ['to'], properties: { to } } },
    ...(returning.length > 0 && { return: { ...shared, from: returning.map(({ pending }) => pending), label: 'Return', tone: 'neutral' as const, ...leadingTo('returned'), input: reason } }),
  }
}

/** The approvals as the author wrote them; the type's own has the name by which actions start it. */
function givenApprovals({ approval, approvals }: Declared): [string, Approval][] {
  return [...(approval === undefined ? [] : [[OWN_APPROVAL, approval] as [string, Approval]]), ...Object.entries(approvals ?? {})]
}

/** The state in which a document waits for decisions: the target of the action that starts the approval. */
function pendingState(manifest: Declared, approval: string): string | undefined {
  const to = Object.values(manifest.actions ?? {}).find((action) => action.starts === approval)?.to
  return typeof to === 'string' ? to : undefined
}

/** The type's own approval with its steps in order; undefined if it has none. */
export function resolveApproval(manifest: DocumentTypeManifest, shape: ResolvedShape): ResolvedApproval | undefined {
  return manifest.approval === undefined ? undefined : approvalOf(manifest, shape, OWN_APPROVAL, manifest.approval)
}

/** The type's further approvals by name. */
export function resolveApprovals(manifest: DocumentTypeManifest, shape: ResolvedShape): Record<string, ResolvedApproval> {
  return Object.fromEntries(Object.entries(manifest.approvals ?? {}).map(([id, given]) => [id, approvalOf(manifest, shape, id, given)]))
}

function approvalOf(manifest: DocumentTypeManifest, shape: ResolvedShape, id: string, approval: Approval): ResolvedApproval {
  return {
    id,
    steps: Object.entries(approval.steps).map(([id, step]) => resolveStep(id, step, approval.dueDays ?? DUE_DAYS)),
    approved: approval.approved,
    rejected: approval.rejected,
    summary: approval.summary ?? [],
    columns: resolveColumns(approval.columns ?? {}, shape),
    pending: pendingState(manifest, id) ?? '',
    ...consequencesOf(approval),
    ...definedOnly({ title: approval.title, returned: approval.returned, amount: approval.amount, except: approval.except }),
  }
}

function resolveStep(id: string, step: Step, dueDays: number): ResolvedStep {
  return {
    id,
    title: step.title ?? humanise(id),
    approver: relationOf(step.approver),
    mode: step.mode ?? 'any',
    parallel: step.parallel ?? false,
    dueDays: step.dueDays ?? dueDays,
    ...definedOnly({ when: step.when, quorum: step.quorum }),
  }
}

function relationOf(approver: Step['approver']): ApproverRelation {
  if (typeof approver === 'string') return { kind: approver }
  if (approver.manager !== undefined) return { kind: 'manager', level: approver.manager }
  if (approver.role !== undefined) return { kind: 'role', role: approver.role }
  if (approver.employee !== undefined) return { kind: 'employee', expression: approver.employee }
  if (approver.roleOf !== undefined) return { kind: 'roleOf', expression: approver.roleOf }
  return { kind: 'limit', expression: approver.limit ?? '' }
}

function resolveCheck(name: string, { on, message, ...demands }: ActionCheck): ResolvedActionCheck {
  const effect = (['check', 'min', 'max', 'unavailable'] as const).find((one) => demands[one] !== undefined) ?? 'check'
  return { name, effect, expression: demands[effect] ?? '', message, ...definedOnly({ on }) }
}
