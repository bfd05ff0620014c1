import { APPROVER } from '../../access/built-in-roles.ts'
import { MAX_REASON_LENGTH } from '../../document/max-reason-length.ts'
import { expandStates } from '../../document/wire-state.ts'
import { statesOf } from '../../workflow/targets.ts'
import type { Action, ActionCheck, Approval, DocumentTypeManifest, State, Step } from '../manifest.generated.ts'
import { humanise } from '../names.ts'
import { resolveShape, present, type OtherTypes } from './resolve-shape.ts'
import { MAIN_VIEW, resolveColumns, resolveText } from './resolve-screens.ts'
import type { ApproverRelation, Consequences, ResolvedAction, ResolvedActionCheck, ResolvedApproval, ResolvedShape, ResolvedState, ResolvedStep, Target, Tone } from './resolved.ts'
import { stateFieldOf, wireOf } from '../read/shorthand/wire-state-fields.ts'

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
    ...present({ icon: given.icon, wire: given.wire === undefined ? undefined : wireOf(given, stateFieldOf(manifest)), was: given.was }),
  }]))
}

function defaultTone(name: string, state: State, manifest: Declared): Tone {
  const approvals = givenApprovals(manifest)
  if (approvals.some(([, one]) => statesOf(one.approved).includes(name))) return 'success'
  if (approvals.some(([, one]) => one.rejected === name)) return 'danger'
  if (approvals.some(([id]) => pendingState(manifest, id) === name)) return 'progress'
  return state.initial === true ? 'info' : 'neutral'
}

/**
 * The type's own actions first, in order, then the decisions of the approvals. A master that declares no actions can be saved and deleted.
 */
export function resolveActions(manifest: Declared, others: OtherTypes, employees: string | undefined): Record<string, ResolvedAction> {
  const own = manifest.actions ?? implicitKeeping(manifest)
  const decisions = implicitDecisions(manifest, employees)
  const merged = { ...own, ...Object.fromEntries(Object.entries(decisions).map(([id, action]) => [id, { ...action, ...own[id] }])) }
  const states = { states: resolveStates(manifest), stateField: stateFieldOf(manifest) }
  return Object.fromEntries(Object.entries(merged).map(([id, action]) => [id, resolveAction(id, { ...action, from: expandStates(states, action.from ?? []) }, actionTone(action, Object.values(merged)), others)]))
}

function resolveAction(id: string, given: Action, tone: ResolvedAction['tone'], others: OtherTypes): ResolvedAction {
  return {
    id,
    label: resolveText(given.label ?? humanise(id)),
    tone,
    from: given.from ?? [],
    who: given.who ?? [],
    saves: given.saves ?? false,
    savesFirst: given.savesFirst ?? false,
    answersOnly: given.answersOnly ?? false,
    deletes: given.deletes ?? false,
    startsApproval: given.starts !== undefined,
    ...present({ starts: given.starts === OWN_APPROVAL ? undefined : given.starts, fields: given.fields }),
    endsApproval: given.ends !== undefined,
    checks: Object.fromEntries(Object.entries(given.checks ?? {}).map(([name, one]) => [name, resolveCheck(name, one)])),
    ...consequencesOf(given),
    runs: (given.runs ?? []).map(({ over, action, input = {} }) => ({ over, action, input })),
    place: given.place ?? ['card'],
    views: given.views ?? [MAIN_VIEW],
    relaxable: given.relaxable ?? false,
    ...present({
      icon: given.icon ?? defaultIcon(given),
      when: given.when,
      to: isTarget(given.to) ? given.to : undefined,
      toFrom: isTarget(given.to) ? undefined : given.to,
      confirm: typeof given.confirm === 'string' ? { text: given.confirm } : given.confirm,
      input: given.input === undefined ? undefined : resolveShape('input', given.input, others),
      success: given.success ?? successKey(id, given),
      failure: given.failure,
      notByOwner: given.notByOwner,
      stepUp: given.stepUp,
    }),
  }
}

function isTarget(to: Action['to']): to is Target {
  return typeof to === 'string' || Array.isArray(to)
}

function consequencesOf(given: Pick<Action, 'sets' | 'posts' | 'effects'>): Consequences {
  return {
    sets: given.sets ?? {},
    posts: (given.posts ?? []).map((post) => ({ to: post.to ?? '', values: post.values ?? {}, ...present({ when: post.when, each: post.each, reverses: post.reverses, sum: post.sum }) })),
    effects: given.effects ?? [],
  }
}

function defaultIcon(given: Action): string | undefined {
  if (given.saves === true) return 'device-floppy'
  if (given.deletes === true) return 'trash'
  if (given.starts !== undefined) return 'send'
  return given.ends === undefined ? undefined : 'arrow-back-up'
}

/** Only one button of a screen is primary: the one that moves the document on. Saving is primary only if no other action offered in the same state is. */
function actionTone(given: Action, all: Action[]): ResolvedAction['tone'] {
  if (given.tone !== undefined) return given.tone
  if (given.deletes === true) return 'danger'
  if (given.starts !== undefined) return 'primary'
  const offeredTogether = all.filter((other) => other !== given && other.from?.some((state) => given.from?.includes(state)))
  const hasOtherPrimary = offeredTogether.some((other) => other.tone === 'primary' || (other.tone === undefined && other.starts !== undefined))
  return given.saves === true && !hasOtherPrimary ? 'primary' : 'neutral'
}

/** The key of the success message: saving reports created or updated, and deleting reports deleted, whatever the action is called. */
function successKey(id: string, given: Action): string | undefined {
  if (given.saves === true) return undefined
  return given.deletes === true ? 'deleted' : id
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

function approvalOf(manifest: DocumentTypeManifest, shape: ResolvedShape, id: string, given: Approval): ResolvedApproval {
  return {
    id,
    steps: Object.entries(given.steps).map(([id, step]) => resolveStep(id, step, given.dueDays ?? DUE_DAYS)),
    approved: given.approved,
    rejected: given.rejected,
    summary: given.summary ?? [],
    columns: resolveColumns(given.columns ?? {}, shape),
    pending: pendingState(manifest, id) ?? '',
    ...consequencesOf(given),
    ...present({ title: given.title, returned: given.returned, amount: given.amount, except: given.except }),
  }
}

function resolveStep(id: string, given: Step, dueDays: number): ResolvedStep {
  return {
    id,
    title: given.title ?? humanise(id),
    approver: relationOf(given.approver),
    mode: given.mode ?? 'any',
    parallel: given.parallel ?? false,
    dueDays: given.dueDays ?? dueDays,
    ...present({ when: given.when, quorum: given.quorum }),
  }
}

function relationOf(given: Step['approver']): ApproverRelation {
  if (typeof given === 'string') return { kind: given }
  if (given.manager !== undefined) return { kind: 'manager', level: given.manager }
  if (given.role !== undefined) return { kind: 'role', role: given.role }
  if (given.employee !== undefined) return { kind: 'employee', expression: given.employee }
  if (given.roleOf !== undefined) return { kind: 'roleOf', expression: given.roleOf }
  return { kind: 'limit', expression: given.limit ?? '' }
}

function resolveCheck(name: string, { on, message, ...demands }: ActionCheck): ResolvedActionCheck {
  const effect = (['check', 'min', 'max', 'unavailable'] as const).find((one) => demands[one] !== undefined) ?? 'check'
  return { name, effect, expression: demands[effect] ?? '', message, ...present({ on }) }
}
