import { isObject } from '../../document/json.ts'
import type { Json, JsonObject } from '../../document/json.ts'
import { DEFAULT_MESSAGES } from '../../document/messages.ts'
import type { ExpandedType } from '../read/expanded.ts'
import type { LoadedBase } from '../load-types.ts'
import { createReporter, type KeyPath } from '../read/reporter.ts'
import { runToCompletion } from '../../pieces.ts'

/**
 * Not reported, although they change nothing in the type itself: what the type is, what types that refer to it depend on, and where editors
 * find the language.
 */
const KEPT = new Set(['$schema', 'id', 'kind', 'key', 'traits', 'mixins', 'selectable'])
/**
 * Not reported at any depth: what is written for people, what a list contains, which no default would make clearer, and what overlays are
 * checked against in the manifest itself.
 */
const KEPT_AT_ANY_DEPTH = new Set(['title', 'description', 'reference', 'items', 'mustShow', 'relaxable'])

/**
 * The keys of a manifest that restate what holds without them, outermost first: defaults, and what traits and mixins already define. Each
 * is found by removing it and resolving the type again, so that no list of defaults duplicates the code that resolves them.
 */
export function restatedKeys(base: LoadedBase, id: string): KeyPath[] {
  const written = base.written.types[id]
  if (written === undefined) return []
  const wanted = resolvedHash(base, written)
  const found: string[][] = []
  let manifest = written.manifest
  const visit = (value: JsonObject, path: string[]): void => {
    for (const key of Object.keys(value)) {
      if ((path.length === 0 && KEPT.has(key)) || KEPT_AT_ANY_DEPTH.has(key)) continue
      const at = [...path, key]
      const without = withoutKey(manifest, at)
      if (isDefaultMessage(at, value[key]) || (!isColumnOrField(path) && resolvedHash(base, { ...written, manifest: without }) === wanted && isWhole(base, { ...written, manifest: without }))) {
        found.push(at)
        manifest = without
        continue
      }
      const inner = value[key]
      if (isObject(inner)) visit(inner, at)
    }
  }
  visit(manifest, [])
  return found
}

/** Messages are looked up when they are needed, so that a type is the same with and without one. */
function isDefaultMessage([place, key = '', ...deeper]: KeyPath, value: Json | undefined): boolean {
  return place === 'messages' && deeper.length === 0 && Object.hasOwn(DEFAULT_MESSAGES, key) && DEFAULT_MESSAGES[key as keyof typeof DEFAULT_MESSAGES] === value
}

/** Fields, and the columns that name them, are the content of the manifest; none is reported, even if the same one would be derived. */
function isColumnOrField(path: readonly string[]): boolean {
  return ['properties', 'columns', '$defs'].includes(path.at(-1) ?? '')
}

/** Whether the manifest still has everything that it must have. */
function isWhole(base: LoadedBase, type: ExpandedType): boolean {
  const reporter = createReporter(new Map())
  return base.check('document-type', base.written.expand(type, reporter).manifest).length === 0 && reporter.issues.length === 0
}

function resolvedHash(base: LoadedBase, type: ExpandedType): string | undefined {
  const reporter = createReporter(new Map())
  try {
    const expanded = base.written.expand(type, reporter)
    if (reporter.issues.length > 0) return undefined
    return runToCompletion(base.resolver.resolving({ ...base.expanded.types, [type.id]: expanded })).types[type.id]?.hash
  } catch {
    return undefined
  }
}

function withoutKey(value: JsonObject, [key = '', ...rest]: readonly string[]): JsonObject {
  if (rest.length === 0) return Object.fromEntries(Object.entries(value).filter(([name]) => name !== key))
  const inner: Json | undefined = value[key]
  return isObject(inner) ? { ...value, [key]: withoutKey(inner, rest) } : value
}
