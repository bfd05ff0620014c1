import type { Doc } from '../document/json.ts'
import { hasStates } from '../document/record-doc.ts'
import { statesOfWire, wireState } from '../document/wire-state.ts'
import type { ResolvedAction, ResolvedDocumentType, Verb } from '../manifest/resolve/resolved.ts'
import { isDecision } from '../workflow/decisions.ts'
import { runToCompletion, type Pieces } from '../pieces.ts'
import type { Actor, RecordRelation } from './actor.ts'
import { APPROVER, OWNER, RUNS } from './built-in-roles.ts'
import { can, grantsOf } from './permitted-rows.ts'

export type Refusal = 'state' | 'who' | 'when'
export interface AvailableActions {
  /** In manifest order. */
  allowed: string[]
  refused: Record<string, Refusal>
}

export interface ActionCircumstances {
  manifest: ResolvedDocumentType
  doc: Doc
  /** `new` for a document that is not saved yet. */
  state: string
  relation: RecordRelation
  actor: Actor
  /**
   * Whether the actor may create documents of the type; derived from the permissions if omitted. The portal passes it, because its manifest
   * has no permissions.
   */
  mayCreate?: boolean
  /** Evaluates a boolean expression of the manifest over the document at hand. */
  test: (expression: string) => boolean
}

/** The actions the actor may perform now, and why the others are refused. The same result draws buttons, opens routes and refuses calls. */
export function availableActions(circumstances: ActionCircumstances): AvailableActions {
  return runToCompletion(findingAvailableActions(circumstances))
}

/** Generator version of `availableActions`; yields after each action. */
export function* findingAvailableActions(circumstances: ActionCircumstances): Pieces<AvailableActions> {
  const allowed: string[] = []
  const refused: Record<string, Refusal> = {}
  for (const action of Object.values(circumstances.manifest.actions)) {
    const refusal = refusalOf(action, circumstances)
    if (refusal === undefined) allowed.push(action.id)
    else refused[action.id] = refusal
    yield
  }
  return { allowed, refused }
}

function refusalOf(action: ResolvedAction, circumstances: ActionCircumstances): Refusal | undefined {
  const isOffered = isStateAllowed(action, circumstances)
  if (!isOffered && !isInSameWireState(action, circumstances)) return 'state'
  if (!isEntitled(action, circumstances)) return 'who'
  if (!isOffered) return 'when'
  if (action.when !== undefined && !circumstances.test(action.when)) return 'when'
  return undefined
}

function isStateAllowed(action: ResolvedAction, { manifest, state }: ActionCircumstances): boolean {
  if (hasStates(manifest)) return action.from.includes(state)
  if (state === 'new') return action.saves || action.from.includes('new')
  return true
}

/**
 * Whether the action is offered in another state of the same wire name. To people the two look like the same state, so it is not the state
 * that refuses.
 */
function isInSameWireState(action: ResolvedAction, { manifest, state }: ActionCircumstances): boolean {
  return hasStates(manifest) && statesOfWire(manifest, wireState(manifest, state)).some((other) => action.from.includes(other))
}

function isEntitled(action: ResolvedAction, circumstances: ActionCircumstances): boolean {
  const { manifest, actor, relation, state } = circumstances
  if (state === 'new') return (circumstances.mayCreate ?? can(manifest, actor, 'create')) && (isVerbAction(action, manifest) || hasRoleFor(action, circumstances))
  // Nobody decides on their own document, whatever other roles they have.
  if (relation.isOwner && (isDecision(action.id) || action.notByOwner)) return false
  if (isVerbAction(action, manifest) && !action.who.includes(RUNS)) return hasVerbOnRecord(action.deletes ? 'delete' : 'update', circumstances)
  return hasRoleFor(action, circumstances)
}

/** For records without states, save and delete follow the permissions alone. */
function isVerbAction(action: ResolvedAction, manifest: ResolvedDocumentType): boolean {
  return !hasStates(manifest) && (action.saves || action.deletes)
}

function hasVerbOnRecord(verb: Verb, { manifest, actor, test }: ActionCircumstances): boolean {
  return grantsOf(manifest, actor).some((grant) => grant.can.includes(verb) && (grant.rows === 'true' || test(grant.rows)))
}

/** Whether any action in the state is open to the holder of an approval entry on the record. */
export function hasActionForApprovers(manifest: ResolvedDocumentType, state: string): boolean {
  return Object.values(manifest.actions).some(({ from, who }) => who.includes(APPROVER) && (!hasStates(manifest) || from.includes(state)))
}

function hasRoleFor(action: ResolvedAction, { relation, state, actor }: ActionCircumstances): boolean {
  return action.who.some((who) => {
    if (who === OWNER) return state === 'new' || relation.isOwner
    if (who === APPROVER) return relation.hasOpenEntry
    if (who === RUNS) return relation.isRun === true
    return actor.roles.includes(who)
  })
}
