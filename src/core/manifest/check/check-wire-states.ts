import { storedRows } from '../../access/stored-rows.ts'
import { UntranslatableError } from '../../access/translate-rows.ts'
import { valueFailure } from '../../document/value-failure.ts'
import { wireState } from '../../document/wire-state.ts'
import { expectField, type CheckContext, type CheckPass } from './check-context.ts'
import type { ExpandedType } from '../read/expanded.ts'
import type { DocumentTypeManifest } from '../language/manifest.generated.ts'
import type { KeyPath } from '../read/reporter.ts'
import type { ResolvedDocumentType, ResolvedField, ResolvedRule } from '../resolve/resolved.ts'
import { wireStateFields, wireOf } from '../read/shorthand/wire-state-fields.ts'

/** The condition in `was` that takes every record that no other condition takes. */
const REST = 'true'

/**
 * The wire names of states, and which stored records are in them: each name must be unambiguous, and each record must belong to a state.
 */
export const checkWireStates: CheckPass = (context, expanded, type) => {
  const manifest = expanded.manifest as unknown as DocumentTypeManifest
  const wires = Object.entries(manifest.states ?? {}).map(([name, given]) => ({ name, given, wire: wireOf(given, type.stateField) }))
  for (const { name, given, wire } of wires) {
    const path: KeyPath = ['states', name, 'wire']
    for (const [field, value] of Object.entries(wire)) if (field !== type.stateField) checkWireField(context, expanded, type, [...path, field], field, value)
    checkWireName(context, expanded, type, name, typeof given.wire === 'string' ? path : [...path, type.stateField])
  }
  for (const name of new Set(wires.flatMap(({ wire }) => Object.keys(wire)))) checkInEveryResponse(context, expanded, name)
  checkRulesOnState(context, expanded, type)
  checkEarlierStates(context, expanded, type)
}

/** What `from` of an action calls a record that is not saved yet. */
const NEW = 'new'
/** What the tiles of a list call all states together. */
const ALL = 'all'

/** The name of a state in calls must mean that state alone. */
function checkWireName({ reporter }: CheckContext, expanded: ExpandedType, type: ResolvedDocumentType, name: string, path: KeyPath): void {
  const wire = wireState(type, name)
  const isOwn = wire === name
  const at: [KeyPath, { key: boolean }] = isOwn ? [['states', name], { key: true }] : [path, { key: false }]
  const refuse = (message: string, seen: string, [where, details] = at): void => reporter.inType('E409', expanded, where, message, { seen, expected: 'another name', ...details })
  if (wire === '') refuse('Calls would have no name for the state.', wire)
  if (wire === ALL) refuse(`"${ALL}" means all states together in the tiles of a list.`, wire)
  if (wire === NEW || name === NEW) refuse(`"${NEW}" means a record that is not saved yet.`, NEW, wire === NEW ? at : [['states', name], { key: true }])
  if (!isOwn && Object.hasOwn(type.states, wire)) reporter.inType('E409', expanded, path, `"${wire}" is itself a state: nobody could tell which is meant.`, { seen: wire, expected: 'a word that is no state' })
}

/** No rule sets the state field, or empties a field by which calls and reporting views tell the state. */
function checkRulesOnState({ reporter }: CheckContext, expanded: ExpandedType, type: ResolvedDocumentType): void {
  if (Object.keys(type.states).length === 0) return
  const wireFields = [type.stateField, ...Object.keys(wireStateFields(expanded.manifest))]
  for (const rule of Object.values(type.rules)) {
    const { name, on: [field, inLine], effect } = rule
    if (inLine !== undefined || !wireFields.includes(field)) continue
    const path: KeyPath = ['rules', name, effect]
    if (empties(rule)) reporter.inType('E409', expanded, path, `While this rule applies, "${field}" would not tell the state.`, { seen: field, expected: 'a rule that keeps the value, such as with "whenHidden": "keep"' })
    else if (field === type.stateField && sets(rule)) reporter.inType('E409', expanded, path, `"${field}" is the state, which only actions and approvals change.`, { seen: field, expected: '"to" of an action' })
  }
}

/** Whether the rule may leave its field without the value that follows from the others: what it strips keeps the stored value. */
function empties({ effect, whenHidden, whenDisabled }: ResolvedRule): boolean {
  return (effect === 'visible' && whenHidden !== 'keep') || (effect === 'enabled' && whenDisabled === 'clear')
}

const sets = ({ effect }: ResolvedRule): boolean => effect === 'value' || effect === 'fill'

/** A field besides the state field must be a text of the header that nothing else sets, and that takes the value. */
function checkWireField(context: CheckContext, expanded: ExpandedType, type: ResolvedDocumentType, path: KeyPath, name: string, value: string): void {
  if (!expectField(context, expanded, path, name, type.shape, { key: true })) return
  const field = type.shape.fields[name]
  const manifest = expanded.manifest as unknown as DocumentTypeManifest
  const given = manifest.schema.properties[name]
  const isOther = [type.key, type.owner].includes(name) || field?.type !== 'string' || field.stamp !== undefined || field.default !== undefined || field.defaultExpression !== undefined || given?.['x-compute'] !== wireStateFields(manifest)[name]
  const ruled = Object.values(type.rules).some((rule) => rule.on.length === 1 && rule.on[0] === name && sets(rule))
  if (isOther || ruled) return context.reporter.inType('E409', expanded, path, `"${name}" already gets its value from elsewhere.`, { key: true, seen: name, expected: 'a text that nothing else gives a value' })
  const failure = value === '' ? undefined : valueFailure(field, value)
  if (failure === undefined) return
  const limit = failure.values['expected'] ?? failure.values['limit'] ?? field[failure.rule as keyof ResolvedField]
  context.reporter.inType('E409', expanded, path, `"${name}" does not take "${value}", so that no record in this state could be saved.`, { seen: value, expected: `${failure.rule}: ${String(limit)}` })
}

/** Keywords with which a field would not tell the state, or not always. */
const NOT_IN_EVERY_RESPONSE = ['x-internal', 'x-wire-only', 'x-compute-while'] as const

/** A field that tells the state must be in every response. */
function checkInEveryResponse({ reporter }: CheckContext, expanded: ExpandedType, name: string): void {
  const { properties } = (expanded.manifest as unknown as DocumentTypeManifest).schema
  const field = Object.hasOwn(properties, name) ? properties[name] : undefined
  for (const keyword of NOT_IN_EVERY_RESPONSE) {
    if (field?.[keyword] !== undefined && field[keyword] !== false) reporter.inType('E409', expanded, ['schema', 'properties', name, keyword], `"${name}" follows from the state, which calls would not show.`, { key: true, seen: keyword, expected: `"${name}" without ${keyword}` })
  }
}

/**
 * Records of a state that no longer exists must go to existing states, each record to exactly one, by conditions that can be applied to
 * stored rows.
 */
function checkEarlierStates(context: CheckContext, expanded: ExpandedType, type: ResolvedDocumentType): void {
  const refuse = (path: KeyPath, message: string, expected: string, seen: string, key = true): void => context.reporter.inType('E410', expanded, path, message, { expected, seen, key })
  const all = Object.values(type.states).flatMap(({ name, was = {} }) => Object.entries(was).map(([earlier, when]) => ({ earlier, when, path: ['states', name, 'was', earlier] as KeyPath })))
  for (const { earlier, when, path } of all) {
    const others = all.filter((one) => one.earlier === earlier)
    const rest = others.filter((one) => one.when === REST)
    if (Object.hasOwn(type.states, earlier)) refuse(path, `"${earlier}" is still a state of its own.`, 'a state that no longer exists', earlier)
    else if (Object.values(type.states).some(({ renamedFrom }) => renamedFrom.includes(earlier))) refuse(path, `Another state was called "${earlier}".`, 'renamedFrom or was', earlier)
    else if (rest.length !== 1 && others[0]?.path === path) refuse(path, rest.length === 0 ? `Records in "${earlier}" for which no condition holds would have no state.` : `More than one state takes the rest of "${earlier}".`, 'true of one state', `${rest.length} of ${others.length}`)
    const issue = when === REST ? undefined : untranslatable(when, type)
    if (issue !== undefined) refuse(path, issue.message, 'a comparison of doc.<field> with a value', issue.node, false)
  }
}

function untranslatable(when: string, type: ResolvedDocumentType): UntranslatableError['issue'] | undefined {
  try {
    storedRows(when, type)
    return undefined
  } catch (error) {
    if (error instanceof UntranslatableError) return error.issue
    throw error
  }
}
