/** Dual control: fields that users enter and that change only by a request; and actions that the owner may not perform by any route. */
import { targetsOf } from '../../workflow/targets.ts'
import { isDecision } from '../../workflow/decisions.ts'
import { expectField, expectRole, type CheckContext, type CheckPass } from './check-context.ts'
import type { ExpandedType } from '../read/expanded.ts'
import type { DualControl, ResolvedAction, ResolvedDocumentType } from '../resolve/resolved.ts'
import { OWNER } from '../../access/built-in-roles.ts'

/** Checks the fields that two people change, and the actions that are not for the owner. */
export const checkDualControl: CheckPass = (context, expanded, type) => {
  checkControlled(context, expanded, type)
  checkNotByOwner(context, expanded, type)
}

function checkControlled(context: CheckContext, expanded: ExpandedType, type: ResolvedDocumentType): void {
  const { dualControl } = type
  if (dualControl === undefined) return
  const refuse = (path: (string | number)[], message: string, seen: string, expected: string): void => context.reporter.inType('E274', expanded, ['dualControl', ...path], message, { seen, expected })
  expectRole(context, expanded, ['dualControl', 'checker'], dualControl.checker)
  if (dualControl.about !== undefined) expectField(context, expanded, ['dualControl', 'about'], dualControl.about, type.shape)
  const unseen = dualControl.fields.findIndex((name) => type.permissions[dualControl.checker]?.hide.includes(name))
  const seen = dualControl.fields[unseen]
  if (seen !== undefined) refuse(['fields', unseen], `"${seen}" is hidden from "${dualControl.checker}", who would approve something they may not see.`, seen, 'a field that the checker sees')
  if (context.catalogue.organisation.changeRequests === undefined) refuse(['fields'], 'No module says which type holds requests for changes.', 'dualControl', 'organisation.changeRequests in a module.json')
  if (type.kind !== 'master' || type.approval !== undefined) refuse(['fields'], 'Only a master without an approval of its own is under dual control.', type.kind, 'kind master')
  if (dualControl.about !== undefined && dualControl.about !== type.key && !dualControl.fields.includes(dualControl.about)) refuse(['about'], `One person alone could change whom the record is about.`, dualControl.about, 'the key, or one of the fields')
  const more = Object.values(type.actions).find((action) => action.saves && action.id !== 'save' && doesMoreThanSave(action))
  if (more !== undefined) context.reporter.inType('E274', expanded, ['actions', more.id], `What "${more.id}" does besides saving would be lost when a second person approves the change.`, { key: true, seen: more.id, expected: 'an action that only saves' })
  checkNotOwn(context, expanded, type, dualControl)
  for (const [index, name] of (dualControl.gainers ?? []).entries()) {
    const { employees } = context.catalogue.organisation
    const namesEmployee = employees !== undefined && type.shape.fields[name]?.ref?.to === employees.type
    if (!dualControl.fields.includes(name) || !namesEmployee) refuse(['gainers', index], `"${name}" does not say who gains by a change that needs a second person.`, name, 'one of the fields, with x-ref to the type of employees')
  }
  for (const [index, name] of dualControl.fields.entries()) {
    if (!expectField(context, expanded, ['dualControl', 'fields', index], name, type.shape)) continue
    const other = otherWriterOf(type, name)
    if (other !== undefined) refuse(['fields', index], `"${name}" is ${other}, which needs no second person.`, name, 'a field that people enter and nothing else writes')
  }
}

/** An approved change is written as by the action `save`, whichever action asked for it. */
function doesMoreThanSave({ posts, notifies, runs, effects }: ResolvedAction): boolean {
  return [posts, notifies, runs, effects].some((list) => list.length > 0)
}

/** Checks the fields of which people do not change their own, and that the record says whose it is. */
function checkNotOwn(context: CheckContext, expanded: ExpandedType, type: ResolvedDocumentType, { notOwn = [], fields, about }: DualControl): void {
  for (const [index, name] of notOwn.entries()) {
    if (!expectField(context, expanded, ['dualControl', 'notOwn', index], name, type.shape)) continue
    // What is computed is read-only.
    const isEntered = type.shape.fields[name]?.readOnly === false
    if (isEntered && !fields.includes(name)) continue
    const why = isEntered ? 'is among the fields, which nobody changes alone' : 'is not entered by people'
    context.reporter.inType('E274', expanded, ['dualControl', 'notOwn', index], `"${name}" ${why}.`, { seen: name, expected: 'another field that people enter' })
  }
  if (notOwn.length > 0 && about === undefined) context.reporter.inType('E274', expanded, ['dualControl', 'notOwn'], 'Nothing says whom the record concerns.', { seen: 'notOwn', expected: 'about' })
}

/** What else sets the field's value, if anything. */
function otherWriterOf(type: ResolvedDocumentType, name: string): string | undefined {
  const field = type.shape.fields[name]
  if (field === undefined) return undefined
  if (field.compute !== undefined) return 'computed'
  if (name === type.key || name === type.stateField || name === type.owner || field.readOnly) return 'the server’s to write'
  if (field.line !== undefined || field.type === 'object') return 'no single value'
  const rule = Object.values(type.rules).find(({ on: [first, inner], effect }) => first === name && inner === undefined && (effect === 'value' || effect === 'fill'))
  if (rule !== undefined) return `written by the rule ${rule.name}`
  const action = [...Object.values(type.actions), ...(type.approval === undefined ? [] : [type.approval]), ...Object.values(type.approvals)].find(({ sets }) => Object.hasOwn(sets, name))
  return action === undefined ? undefined : `set by ${action.id}`
}

/** An owner who may not perform an action must not reach the same result by another. */
function checkNotByOwner(context: CheckContext, expanded: ExpandedType, type: ResolvedDocumentType): void {
  const actions = Object.values(type.actions)
  const barred = actions.filter(({ notByOwner }) => notByOwner)
  if (barred.length === 0) return
  if (type.owner === undefined) context.reporter.inType('E275', expanded, ['actions', barred[0]?.id ?? '', 'notByOwner'], 'notByOwner needs a type with an owner.', { key: true, expected: 'owner', seen: type.id })
  for (const action of actions) {
    if (action.notByOwner || action.who.includes(OWNER) || isDecision(action.id)) continue
    const same = barred.find((one) => haveSameEffect(action, one))
    if (same === undefined) continue
    context.reporter.inType('E275', expanded, ['actions', action.id], `"${action.id}" has the same effect as "${same.id}", which the owner may not perform.`, { key: true, expected: '"notByOwner": true', seen: action.id })
  }
}

/** Whether both lead to the same state, from which neither starts, or post to the same type. */
function haveSameEffect(one: ResolvedAction, other: ResolvedAction): boolean {
  const targets = (action: ResolvedAction): string[] => targetsOf(action).map(({ to }) => to).filter((state) => !action.from.includes(state))
  return targets(one).some((state) => targets(other).includes(state)) || one.posts.some(({ to }) => other.posts.some((post) => post.to === to))
}
