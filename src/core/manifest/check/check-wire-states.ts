import { storedRows } from '../../access/stored-rows.ts'
import { UntranslatableError } from '../../access/translate-rows.ts'
import { wireState } from '../../document/wire-state.ts'
import { expectField, type CheckContext, type Pass } from './check-context.ts'
import type { ExpandedType } from '../read/expanded.ts'
import type { DocumentTypeManifest } from '../manifest.generated.ts'
import type { KeyPath } from '../read/reporter.ts'
import type { ResolvedDocumentType } from '../resolve/resolved.ts'
import { wireStateFields, wireOf } from '../read/shorthand/wire-state-fields.ts'

/** The condition in `was` that takes every record that no other condition takes. */
const REST = 'true'

/**
 * The wire names of states, and which stored records are in them: each name must be unambiguous, and each record must belong to a state.
 */
export const checkWireStates: Pass = (context, expanded, type) => {
  for (const [name, given] of Object.entries((expanded.manifest as unknown as DocumentTypeManifest).states ?? {})) {
    const path: KeyPath = ['states', name, 'wire']
    for (const field of Object.keys(wireOf(given, type.stateField))) if (field !== type.stateField) checkWireField(context, expanded, type, [...path, field], field)
    const wire = wireState(type, name)
    if (wire !== name && Object.hasOwn(type.states, wire)) {
      const isBare = typeof given.wire === 'string'
      context.reporter.inType('E409', expanded, isBare ? path : [...path, type.stateField], `"${wire}" is itself a state: nobody could tell which is meant.`, { seen: wire, expected: 'a word that is no state' })
    }
  }
  checkEarlierStates(context, expanded, type)
}

/** A field besides the state field must be a text of the header that nothing else sets. */
function checkWireField(context: CheckContext, expanded: ExpandedType, type: ResolvedDocumentType, path: KeyPath, name: string): void {
  if (!expectField(context, expanded, path, name, type.shape, { key: true })) return
  const field = type.shape.fields[name]
  const manifest = expanded.manifest as unknown as DocumentTypeManifest
  const given = manifest.schema.properties[name]
  const isOther = [type.key, type.owner].includes(name) || field?.type !== 'string' || field.stamp !== undefined || field.default !== undefined || field.defaultExpression !== undefined || given?.['x-compute'] !== wireStateFields(manifest)[name]
  const ruled = Object.values(type.rules).some(({ on, effect }) => on.length === 1 && on[0] === name && (effect === 'value' || effect === 'fill'))
  if (isOther || ruled) context.reporter.inType('E409', expanded, path, `"${name}" already gets its value from elsewhere.`, { key: true, seen: name, expected: 'a text that nothing else gives a value' })
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
