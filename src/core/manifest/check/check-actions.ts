import { dependenciesOf } from '../../expressions/dependencies.ts'
import { isServerOwned, ownWireNames } from '../../document/wire-fields.ts'
import { checkBounds } from './check-bounds.ts'
import { OWNER, RUNS } from '../../access/built-in-roles.ts'
import { type CheckContext, type CheckPass, expectAction, expectField, expectLines, expectRole, expectSetting, expectShownField, expectStates, expectType } from './check-context.ts'
import type { ExpandedType } from '../read/expanded.ts'
import { checkKeywords } from './check-keywords.ts'
import { checkPlaceholders } from './check-placeholders.ts'
import { expectView } from './check-screens.ts'
import type { Action, Approval, DocumentTypeManifest, Reminder } from '../language/manifest.generated.ts'
import type { KeyPath } from '../read/reporter.ts'
import type { ResolvedDocumentType, ResolvedField, ResolvedRun } from '../resolve/resolved.ts'
import { approvalsOf } from '../../workflow/approvals.ts'
import { isDecision } from '../../workflow/decisions.ts'

/** Actions, approval, attachments and messages: their states, roles, fields, effects and placeholders must exist. */
export const checkActions: CheckPass = (context, expanded, type) => {
  const manifest = expanded.manifest as unknown as DocumentTypeManifest
  for (const [id, action] of Object.entries(manifest.actions ?? {})) checkAction(context, expanded, type, id, action)
  checkApproval(context, expanded, type, manifest)
  checkStatement(context, expanded, type, manifest)
  for (const [name, reminder] of Object.entries(manifest.reminders ?? {})) checkReminder(context, expanded, type, ['reminders', name], reminder)
  for (const [index, action] of (manifest.attachments?.required ?? []).entries()) expectAction(context, expanded, ['attachments', 'required', index], action, type)
  for (const [key, text] of Object.entries(manifest.messages ?? {})) checkPlaceholders(context, expanded, type, ['messages', key], text)
  for (const [name, rule] of Object.entries(manifest.rules ?? {})) if (rule.message !== undefined) checkPlaceholders(context, expanded, type, ['rules', name, 'message'], rule.message)
}

function checkAction(context: CheckContext, expanded: ExpandedType, type: ResolvedDocumentType, id: string, action: Action): void {
  const at = ['actions', id]
  const decides = approvalsOf(type).length > 0 && isDecision(id)
  const hasStates = Object.keys(type.states).length > 0
  const missing = (hasStates ? ['from', 'who'] as const : ['who'] as const).filter((key) => action[key] === undefined)
  if (missing.length > 0 && !decides) context.reporter.inType('E219', expanded, at, `The action "${id}" lacks ${missing.join(', ')}.`, { key: true, expected: hasStates ? 'from and who' : 'who', seen: Object.keys(action).join(', ') })
  for (const [index, state] of (action.from ?? []).entries()) expectStates(context, expanded, [...at, 'from', index], state, type, ['new'])
  for (const [index, who] of (action.who ?? []).entries()) expectRole(context, expanded, [...at, 'who', index], who, { also: [OWNER, RUNS] })
  checkConsequences(context, expanded, type, at, action)
  for (const [index, field] of (action.fields ?? []).entries()) expectFieldAt(context, expanded, type, [...at, 'fields', index], field)
  for (const [index, view] of (action.views ?? []).entries()) expectView(context, expanded, type, [...at, 'views', index], view)
  checkOnlySaves(context, expanded, at, action)
  if (decides) refuseKeys(context, expanded, at, action, NOT_OF_DECISIONS, `"${id}" is a decision: the approval defines where it leads and what it ends.`, 'approved, rejected or returned of the approval')
  if (decides && id === 'delegate') refuseKeys(context, expanded, at, action, ['sets', 'posts', 'effects', 'notifies', 'runs'], 'Delegating leaves the decision to someone else, so it has no effects yet.', 'approve, reject or return')
  if (action.saves !== true && action.fields !== undefined) refuseKeys(context, expanded, at, action, ['fields'], 'Only an action that saves may change fields of the form.', '"saves": true, or sets')
  checkOnlyAnswers(context, expanded, at, action)
  if (action.waitsForInput === true && action.input === undefined && !decides) refuseKeys(context, expanded, at, action, ['waitsForInput'], 'It has no dialog, so that there is nothing to wait for.', 'input')
  checkShows(context, expanded, [...at, 'shows'], action)
  for (const [name, check] of Object.entries(action.checks ?? {})) {
    checkPlaceholders(context, expanded, type, [...at, 'checks', name, 'message'], check.message)
    if (check.on === undefined && check.check === undefined) context.reporter.inType('E104', expanded, [...at, 'checks', name], 'A limit needs "on", the field that it limits.', { expected: 'on' })
    const input = type.actions[id]?.input ?? { name: 'input', required: [], fields: {} }
    if (check.on !== undefined && expectField(context, expanded, [...at, 'checks', name, 'on'], check.on, input)) checkBounds(context, expanded, { at: [...at, 'checks', name], field: input.fields[check.on]!, bounds: check, isServers: isServerOwned(type, input.fields[check.on]!, 'line'), shapes: { doc: type.shape, prev: type.shape, input } })
  }
  const { widgets } = context.known
  for (const [name, field] of Object.entries(action.input?.properties ?? {})) {
    if (ownWireNames(type).includes(name)) context.reporter.inType('E277', expanded, [...at, 'input', 'properties', name], `"${name}" has another meaning in calls.`, { key: true, seen: name, expected: `none of ${ownWireNames(type).join(', ')}` })
    checkKeywords('input', field, [...at, 'input', 'properties', name], (code, path, message, details) => context.reporter.inType(code, expanded, path, message, details))
    const isGiven = (field.default ?? '') !== '' || field['x-default'] !== undefined
    if (field['x-hidden'] === true && !isGiven && action.input?.required?.includes(name) === true) context.reporter.inType('E110', expanded, [...at, 'input', 'properties', name, 'x-hidden'], 'The dialog asks for it and does not show it, so that it can never be sent.', { seen: 'true', expected: 'default or x-default, or a field that is shown' })
    const reference = field['x-ref']
    if (reference !== undefined) expectType(context, expanded, [...at, 'input', 'properties', name, 'x-ref', 'to'], reference.to)
    const widget = field['x-widget']
    if (widget !== undefined && widgets !== undefined && !widgets.includes(widget)) context.reporter.inType('E210', expanded, [...at, 'input', 'properties', name, 'x-widget'], `There is no widget "${widget}".`, { seen: widget, known: widgets })
  }
  if (typeof action.label === 'object') expectSetting(context, action.label.setting, (code, message, details) => context.reporter.inType(code, expanded, [...at, 'label', 'setting'], message, details))
  for (const key of ['success', 'failure'] as const) if (action[key] !== undefined) checkPlaceholders(context, expanded, type, [...at, key], action[key])
  const confirm = typeof action.confirm === 'string' ? action.confirm : action.confirm?.text
  if (confirm !== undefined) checkPlaceholders(context, expanded, type, [...at, 'confirm'], confirm)
}

/** `runs` must name an ordinary action of the records that the lookup counts. */
function checkRun(context: CheckContext, expanded: ExpandedType, type: ResolvedDocumentType, at: KeyPath, { over, action, input }: ResolvedRun): void {
  const lookup = type.lookups[over]
  if (lookup === undefined) return context.reporter.inType('E251', expanded, [...at, 'over'], `There is no lookup "${over}".`, { seen: over, known: Object.keys(type.lookups) })
  const target = context.catalogue.types[lookup.of]
  if (target === undefined) return
  const found = target.actions[action]
  const isPlain = found !== undefined && !found.saves && (!found.deletes || found.who.includes(RUNS)) && !(isDecision(action) && approvalsOf(target).length > 0)
  const plain = Object.values(target.actions).filter((one) => !one.saves && (!one.deletes || one.who.includes(RUNS)) && !isDecision(one.id)).map((one) => one.id)
  if (!isPlain) context.reporter.inType('E252', expanded, [...at, 'action'], `"${action}" of ${target.id} cannot be run from here.`, { seen: action, known: plain })
  if (isPlain && found.runs.length > 0) context.reporter.inType('E252', expanded, [...at, 'action'], `"${action}" of ${target.id} runs others itself.`, { seen: action })
  // Entries that this command posted have no number yet: their events and notices would contain a key that is replaced at commit.
  if (target.gapless === true) context.reporter.inType('E252', expanded, [...at, 'over'], `The entries of ${target.id} get their numbers at the very end, after what is run on them.`, { seen: over, expected: `"gapless": false of ${target.id}` })
  for (const field of Object.keys(input)) expectField(context, expanded, [...at, 'input', field], field, found?.input ?? { name: 'input', required: [], fields: {} }, { key: true })
}

function checkReminder(context: CheckContext, expanded: ExpandedType, type: ResolvedDocumentType, at: KeyPath, { date, days, hours, states = [], to, subject, text }: Reminder): void {
  if ((days === undefined) === (hours === undefined)) context.reporter.inType('E104', expanded, at, 'A reminder counts either days or hours.', { key: true, seen: days === undefined ? 'neither' : 'both', expected: 'days or hours' })
  const format = hours === undefined ? 'date' : 'date-time'
  if (expectField(context, expanded, [...at, 'date'], date, type.shape) && type.shape.fields[date]?.format !== format) {
    context.reporter.inType('E218', expanded, [...at, 'date'], `"${date}" is no ${hours === undefined ? 'date' : 'moment'}.`, { seen: date, expected: `a field of format ${format}` })
  }
  for (const [index, state] of states.entries()) expectStates(context, expanded, [...at, 'states', index], state, type)
  checkNotice(context, expanded, type, at, { to, subject, text })
}

/** The recipients and the texts of a notice. */
export function checkNotice(context: CheckContext, expanded: ExpandedType, type: ResolvedDocumentType, at: KeyPath, { to, subject, text }: Pick<Reminder, 'to' | 'subject' | 'text'>): void {
  for (const [index, who] of to.entries()) if (typeof who === 'string') expectRole(context, expanded, [...at, 'to', index], who, { also: [OWNER, 'supervisor', 'approvers'] })
  checkPlaceholders(context, expanded, type, [...at, 'subject'], subject)
  checkPlaceholders(context, expanded, type, [...at, 'text'], text)
}

function checkConsequences(context: CheckContext, expanded: ExpandedType, type: ResolvedDocumentType, at: KeyPath, given: Pick<Action, 'sets' | 'posts' | 'effects' | 'notifies' | 'runs'>): void {
  for (const [index, { over, action, input = {} }] of (given.runs ?? []).entries()) checkRun(context, expanded, type, [...at, 'runs', index], { over, action, input })
  for (const [index, notice] of (given.notifies ?? []).entries()) checkNotice(context, expanded, type, [...at, 'notifies', index], notice)
  for (const field of Object.keys(given.sets ?? {})) {
    expectFieldAt(context, expanded, type, [...at, 'sets', field], field, { key: true })
    refuseOverwritten(context, expanded, [...at, 'sets', field], field, type)
  }
  for (const [index, post] of (given.posts ?? []).entries()) {
    const { to, values, entry } = post
    if (entry !== undefined) {
      context.reporter.inType('E284', expanded, [...at, 'posts', index, 'entry'], `There is no entry "${entry}".`, { seen: entry, known: Object.keys((context.expanded.types[type.id]?.manifest as unknown as DocumentTypeManifest | undefined)?.entries ?? {}) })
      continue
    }
    if (to === undefined || values === undefined) {
      context.reporter.inType('E104', expanded, [...at, 'posts', index], 'What is posted lacks to or values.', { expected: 'to and values, or entry', seen: Object.keys(post).join(', ') })
      continue
    }
    if (!expectType(context, expanded, [...at, 'posts', index, 'to'], to)) continue
    const target = context.catalogue.types[to]
    for (const field of Object.keys(values)) {
      expectField(context, expanded, [...at, 'posts', index, 'values', field], field, target?.shape, { key: true })
      if (target !== undefined) refuseOverwritten(context, expanded, [...at, 'posts', index, 'values', field], field, target)
    }
    checkPost(context, expanded, type, [...at, 'posts', index], post)
  }
  const { effects } = context.known
  for (const [index, effect] of (given.effects ?? []).entries()) {
    if (effects !== undefined && !effects.includes(effect)) context.reporter.inType('E212', expanded, [...at, 'effects', index], `There is no effect "${effect}".`, { seen: effect, known: effects })
  }
}

/** Reports E215 for a value that never stays, because the field always gets another one. */
export function refuseOverwritten({ reporter }: CheckContext, expanded: ExpandedType, path: KeyPath, name: string, type: ResolvedDocumentType): void {
  const why = whyOverwritten(name, type)
  if (why !== undefined) reporter.inType('E215', expanded, path, `What is set here is lost: ${why}.`, { key: true, seen: name, expected: 'a field that keeps what it is given' })
}

function whyOverwritten(name: string, { shape, rules, stateField, states }: ResolvedDocumentType): string | undefined {
  if (name === stateField && Object.keys(states).length > 0) return `"${name}" is the state, which only "to" changes`
  const [first = '', inner] = name.split('.')
  const field = inner === undefined ? shape.fields[first] : shape.fields[first]?.line?.fields[inner]
  if (field?.compute !== undefined && field.computeWhile === undefined) return `"${name}" is computed`
  const rule = Object.values(rules).find(({ on, effect, when, for: only }) => on.join('.') === name && effect === 'value' && when === undefined && only === undefined)
  return rule === undefined ? undefined : `the rule "${rule.name}" gives "${name}" its value`
}

type Post = NonNullable<Action['posts']>[number]

/** An entry for each line needs lines; a reversal needs an amount. */
function checkPost(context: CheckContext, expanded: ExpandedType, type: ResolvedDocumentType, at: KeyPath, { to, each, reverses, sum, begins }: Post): void {
  if (each !== undefined) expectLines(context, expanded, [...at, 'each'], each, type)
  const target = context.catalogue.types[to ?? '']
  if (begins === true && (target?.job === undefined || target.gapless === true)) context.reporter.inType('E218', expanded, [...at, 'begins'], `"${to ?? ''}" has no runs that could begin.`, { seen: to ?? '', expected: 'a type with job, whose numbers may have gaps' })
  if (reverses === undefined && sum === undefined) return
  const refuse = (key: string, message: string): void => context.reporter.inType('E230', expanded, [...at, key], message, { key: true, seen: key })
  if (reverses === undefined) return refuse('sum', '"sum" needs "reverses": nothing is reversed.')
  if (each !== undefined) refuse('each', 'A reversal is not made line by line: the entries themselves identify the lines.')
  if (sum === undefined) return refuse('reverses', '"reverses" needs "sum", the amount to reverse.')
  const shape = context.catalogue.types[to ?? '']?.shape
  if (!expectField(context, expanded, [...at, 'sum'], sum, shape) || shape?.fields[sum]?.type === 'number') return
  context.reporter.inType('E218', expanded, [...at, 'sum'], `"${sum}" is no amount.`, { seen: sum, expected: 'a number' })
}

/** An action with `answersOnly` only checks and responds. */
function checkOnlyAnswers(context: CheckContext, expanded: ExpandedType, at: KeyPath, action: Action): void {
  if (action.answersOnly !== true) return
  for (const key of ['to', 'saves', 'fields', 'deletes', 'starts', 'ends', 'sets', 'posts', 'runs', 'effects', 'notifies'] as const) {
    if (action[key] !== undefined) context.reporter.inType('E233', expanded, [...at, key], `An action that only answers has no "${key}".`, { key: true, expected: 'rules that name the action', seen: key })
  }
}

/** Keys that have no effect on an action that decides on an approval. */
const NOT_OF_DECISIONS = ['to', 'saves', 'fields', 'savesFirst', 'answersOnly', 'deletes', 'starts', 'ends'] as const

/** Reports keys of an action that would have no effect. */
function refuseKeys({ reporter }: CheckContext, expanded: ExpandedType, at: KeyPath, action: Action, keys: readonly (keyof Action)[], message: string, expected: string): void {
  for (const key of keys) if (action[key] !== undefined) reporter.inType('E215', expanded, [...at, key], message, { key: true, expected, seen: key })
}

/** What a dialog shows is calculated by the browser, which has no figures. */
function checkShows({ reporter }: CheckContext, expanded: ExpandedType, at: KeyPath, { shows = {}, input }: Action): void {
  if (input === undefined && Object.keys(shows).length > 0) reporter.inType('E226', expanded, at, 'The action has no dialog that could show it.', { key: true, expected: 'input' })
  for (const [name, { value }] of Object.entries(shows)) {
    if (dependenciesOf(value).some(([root]) => root === 'lookups')) reporter.inType('E226', expanded, [...at, name, 'value'], 'It would never be shown: figures are known to the server only.', { seen: 'lookups', expected: 'doc, input and lists' })
  }
}

/** A field, or a field of an array's lines if the array has a line key. */
function expectFieldAt(context: CheckContext, expanded: ExpandedType, type: ResolvedDocumentType, path: KeyPath, name: string, options: { key?: boolean } = {}): void {
  const [first = '', inner] = name.split('.')
  if (!expectField(context, expanded, path, first, type.shape, options) || inner === undefined) return
  const array = type.shape.fields[first]
  if (array?.line !== undefined && array.lineKey !== undefined) expectField(context, expanded, path, inner, array.line, options)
  else context.reporter.inType('E218', expanded, path, `Nothing identifies the lines of "${first}".`, { seen: first, expected: 'a line array with an x-line-key', ...options })
}

/** Create, update and delete are calls of their own: any other key of such an action would be silently ignored. */
function checkOnlySaves(context: CheckContext, expanded: ExpandedType, at: KeyPath, action: Action): void {
  if (action.saves !== true && action.deletes !== true) return
  for (const key of ['input', 'shows', 'checks', 'sets', 'posts', 'runs', 'effects', 'notifies', 'to', 'starts', 'ends', 'savesFirst', 'answersOnly'] as const) {
    // Deleting a document also reverses what it posted to a ledger. What follows from a form that was saved is known once it is.
    const isKept = action.saves === true ? ['posts', 'runs', 'notifies'] : ['posts']
    if (action[key] === undefined || isKept.includes(key)) continue
    const cure = action.saves === true ? 'rules of the document' : 'an action of its own'
    context.reporter.inType('E215', expanded, [...at, key], `An action that ${action.saves === true ? 'saves' : 'deletes'} has no "${key}".`, { key: true, expected: cure, seen: key })
  }
}

function isShown({ card }: ResolvedDocumentType, { summary = [] }: Approval, field: string): boolean {
  return summary.includes(field) || Object.values(card.sections).some((section) => section.field === field || section.fields?.includes(field) === true)
}

function checkApproval(context: CheckContext, expanded: ExpandedType, type: ResolvedDocumentType, { approval, approvals = {} }: DocumentTypeManifest): void {
  const all: [KeyPath, Approval][] = Object.entries(approvals).map(([id, one]) => [['approvals', id], one])
  if (approval !== undefined) all.push([['approval'], approval])
  for (const [path, given] of all) {
    checkConsequences(context, expanded, type, path, given)
    for (const [index, field] of (given.summary ?? []).entries()) expectShownField(context, expanded, [...path, 'summary', index], field, type.shape)
    for (const [index, field] of (given.mustShow ?? []).entries()) {
      const isKnown = expectField(context, expanded, [...path, 'mustShow', index], field, type.shape)
      if (isKnown && !isShown(type, given, field)) context.reporter.inType('E218', expanded, [...path, 'mustShow', index], `"${field}" is neither in the summary nor on the card.`, { expected: 'a field that people are shown', seen: field })
    }
    for (const field of Object.keys(given.columns ?? {})) expectField(context, expanded, [...path, 'columns', field], field, type.shape, { key: true })
    if (given.amount !== undefined && expectField(context, expanded, [...path, 'amount'], given.amount, type.shape) && !isNumber(type.shape.fields[given.amount])) {
      context.reporter.inType('E218', expanded, [...path, 'amount'], `"${given.amount}" is no amount.`, { expected: 'a number', seen: given.amount })
    }
    for (const [id, step] of Object.entries(given.steps)) {
      if (typeof step.approver === 'object' && step.approver.role !== undefined) expectRole(context, expanded, [...path, 'steps', id, 'approver', 'role'], step.approver.role)
    }
  }
}

/** The fields of a statement must exist and be of a kind that it can add up and sort by. */
function checkStatement(context: CheckContext, expanded: ExpandedType, type: ResolvedDocumentType, { statement }: DocumentTypeManifest): void {
  if (statement === undefined) return
  for (const role of ['owner', 'date', 'amount', 'document', 'kind', 'text'] as const) {
    const name = statement[role]
    if (name === undefined || !expectField(context, expanded, ['statement', role], name, type.shape)) continue
    const field = type.shape.fields[name]
    const isRight = { date: field?.format === 'date', amount: isNumber(field) }[role as 'date' | 'amount'] ?? true
    if (!isRight) context.reporter.inType('E218', expanded, ['statement', role], `"${name}" is no ${role}.`, { seen: name, expected: role === 'date' ? 'a field of format date' : 'a number' })
  }
}

function isNumber(field: ResolvedField | undefined): boolean {
  return field?.type === 'number' || field?.type === 'integer'
}
