import { isObject } from '../document/json.ts'
import type { Json, JsonObject } from '../document/json.ts'
import type { ChangeExpressions } from '../manifest/read/shorthand/expression-places.ts'
import type { SourceKind } from '../manifest/read/schema-validators.ts'
import { isOfFirstEdition, upgradeExpression, type StateOfType } from './upgrade-expression.ts'

/** A document type converted to the second edition, and the aliases that are now in a file next to its manifest. */
export interface UpgradedType { manifest: JsonObject; aliases: JsonObject | undefined }

/** The state field of a manifest and its initial state; undefined if it has no states. */
export function stateOf({ states, stateField }: JsonObject): StateOfType | undefined {
  if (!isObject(states)) return undefined
  const initial = Object.entries(states).find(([, state]) => isObject(state) && state['initial'] === true)?.[0]
  return { field: typeof stateField === 'string' ? stateField : 'status', initial: initial ?? '' }
}

/**
 * Converts a document type: reading a field can no longer fail in an expression, and the names that other systems use move to a file of
 * their own.
 */
export function upgradeType(manifest: JsonObject, changeExpressions: ChangeExpressions): UpgradedType {
  const state = stateOf(manifest)
  return withoutAliases(withExposedLookups(changeExpressions('document-type', manifest, (expression) => upgradeExpression(expression, state)) as JsonObject))
}

/** Converts a print layout or mixin of the first edition to the second. */
export function upgradePart(kind: SourceKind, value: JsonObject, changeExpressions: ChangeExpressions, state?: StateOfType): JsonObject {
  return changeExpressions(kind, value, (expression) => upgradeExpression(expression, state)) as JsonObject
}

/**
 * Converts an overlay of the first edition to the second: what its operations write, and what they were written against. A text that is not
 * an expression stays.
 */
export function upgradeOverlay(overlay: JsonObject, state?: StateOfType): JsonObject {
  const upgraded = (value: Json): Json => {
    if (typeof value === 'string') return isOfFirstEdition(value) ? upgradeExpression(value, state) : value
    if (Array.isArray(value)) return value.map(upgraded)
    return isObject(value) ? Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, upgraded(inner)])) : value
  }
  return withExposedPlaces(upgraded(overlay) as JsonObject)
}

function withExposedPlaces(overlay: JsonObject): JsonObject {
  const { operations } = overlay
  if (!Array.isArray(operations)) return overlay
  return { ...overlay, operations: operations.map((operation) => {
    if (!isObject(operation)) return operation
    const at = String(operation['at'])
    if (/^lookups\.[^.]+\.told$/.test(at)) return { ...operation, at: at.replace(/told$/, 'exposed') }
    return /^lookups\.[^.]+$/.test(at) ? Object.fromEntries(Object.entries(operation).map(([key, value]) => [key, exposed(value)])) : operation
  }) }
}

/** Converts the type of requests to change rights and money: approving one requires a step-up. */
export function withProofToApprove(manifest: JsonObject): JsonObject {
  const actions = isObject(manifest['actions']) ? manifest['actions'] : {}
  const approve = isObject(actions['approve']) ? actions['approve'] : {}
  return { ...manifest, actions: { ...actions, approve: { ...approve, stepUp: 'rights' } } }
}

/** Expressions of the first edition that could not be converted. */
export function unconvertedExpressions(value: Json): string[] {
  if (typeof value === 'string') return isOfFirstEdition(value) ? [value] : []
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(unconvertedExpressions) : []
}

/** Renames `told` of a lookup to `exposed`. */
function withExposedLookups(manifest: JsonObject): JsonObject {
  const { lookups } = manifest
  return isObject(lookups) ? { ...manifest, lookups: Object.fromEntries(Object.entries(lookups).map(([name, lookup]) => [name, exposed(lookup)])) } : manifest
}

function exposed(lookup: Json): Json {
  if (!isObject(lookup) || lookup['told'] === undefined) return lookup
  return Object.fromEntries(Object.entries(lookup).map(([key, value]) => [key === 'told' ? 'exposed' : key, value]))
}

function withoutAliases(given: JsonObject): UpgradedType {
  const endpoints: JsonObject = {}
  const fields: JsonObject = {}
  const ignored: string[] = []
  const manifest = { ...given }
  if (isObject(manifest['endpoints'])) {
    manifest['endpoints'] = Object.fromEntries(Object.entries(manifest['endpoints']).map(([name, calls]) => {
      if (!Array.isArray(calls) || calls.length === 0) return [name, calls]
      const [own, ...further] = calls
      if (further.length > 0) endpoints[name] = further.length === 1 ? further[0]! : further
      return [name, own!]
    }))
  }
  if (isObject(manifest['schema'])) manifest['schema'] = withoutAliasesOfFields(manifest['schema'], fields, ignored)
  const aliases: JsonObject = { ...(Object.keys(endpoints).length > 0 && { endpoints }), ...(Object.keys(fields).length > 0 && { fields }), ...(ignored.length > 0 && { ignored }) }
  return { manifest, aliases: Object.keys(aliases).length === 0 ? undefined : aliases }
}

function withoutAliasesOfFields(schema: JsonObject, aliases: JsonObject, ignored: string[]): JsonObject {
  const properties = isObject(schema['properties']) ? schema['properties'] : {}
  const defs = isObject(schema['$defs']) ? schema['$defs'] : {}
  const arrays = new Map(Object.entries(properties).flatMap(([name, field]) => {
    const reference = isObject(field) && isObject(field['items']) ? field['items']['$ref'] : undefined
    return typeof reference === 'string' ? [[reference.slice('#/$defs/'.length), name] as const] : []
  }))
  const kept = (of: JsonObject, prefix: string): JsonObject => Object.fromEntries(Object.entries(of).flatMap(([name, field]): [string, Json][] => {
    if (!isObject(field)) return [[name, field]]
    const { 'x-wire-alias': names, ...rest } = field
    if (field['x-wire-only'] === true && field['type'] === 'string') {
      ignored.push(`${prefix}${name}`)
      return []
    }
    if (names !== undefined) aliases[`${prefix}${name}`] = names
    return [[name, names === undefined ? field : rest]]
  }))
  return {
    ...schema,
    properties: kept(properties, ''),
    ...(Object.keys(defs).length > 0 && { $defs: Object.fromEntries(Object.entries(defs).map(([name, shape]) => {
      const array = arrays.get(name)
      return [name, array === undefined || !isObject(shape) || !isObject(shape['properties']) ? shape : { ...shape, properties: kept(shape['properties'], `${array}.`) }]
    })) }),
  }
}
