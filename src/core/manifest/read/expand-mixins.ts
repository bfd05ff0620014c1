import type { JsonObject } from '../../document/json.ts'
import { copy } from './copy.ts'
import type { ExpandedType, PartOrigin } from './expanded.ts'
import type { Action, Approval, DocumentTypeManifest, MixinManifest, ObjectSchema, Rule } from '../language/manifest.generated.ts'
import { fieldTypeOf } from '../language/field-type.ts'
import type { IssueCode } from './issue-codes.ts'
import { kebab } from '../language/names.ts'
import { withFieldSets } from './shorthand/field-sets.ts'
import type { KeyPath, Reporter } from './reporter.ts'

export interface MixinSource { id: string; module: string; file: string; manifest: MixinManifest }

/** Inserts the fields, rules, lists, figures and entries of mixins where the manifest uses them. The input is not changed. */
export function expandMixins(type: ExpandedType, mixins: readonly MixinSource[], reporter: Reporter): ExpandedType {
  const source = type.manifest as unknown as DocumentTypeManifest
  const uses = Object.entries(source.mixins ?? {})
  if (uses.length === 0) return listingFields(type)
  const manifest = copy(source)
  const origins: PartOrigin[] = [...type.partOrigins]
  for (const [name, use] of uses) {
    const mixin = mixins.find((one) => one.id === name && one.module === type.module) ?? mixins.find((one) => one.id === name)
    if (mixin === undefined) {
      reporter.inFile('E209', type.file, ['mixins', name], `There is no mixin "${name}".`, { key: true, seen: name, known: mixins.map((one) => one.id) })
      continue
    }
    checkMoments({ manifest, mixin, on: use.on ?? {} }, (code, path, message, seen, known) => reporter.inFile(code, type.file, ['mixins', name, 'on', ...path], message, { key: path.length === 1, seen, known }))
    for (const field of Object.keys(use.wire ?? {})) {
      if (!Object.hasOwn(mixin.manifest.properties, field)) reporter.inFile('E201', type.file, ['mixins', name, 'wire', field], `The mixin "${name}" has no field "${field}".`, { key: true, seen: field, known: Object.keys(mixin.manifest.properties) })
    }
    for (const [index, at] of use.at.entries()) {
      const target = targetOf(manifest, at)
      if (target === undefined) {
        const arrays = Object.entries(manifest.schema.properties).filter(([, field]) => fieldTypeOf(field) === 'array').map(([field]) => field)
        reporter.inFile('E201', type.file, ['mixins', name, 'at', index], `There is no line array "${at}".`, { seen: at, known: ['', ...arrays] })
      } else {
        apply({ manifest, mixin, at, on: use.on ?? {}, target, origins, wire: use.wire ?? {}, clash: (what) => reporter.inFile('E114', type.file, ['mixins', name], `The mixin "${name}" adds ${what}, which the type already has.`, { key: true, seen: what }) })
      }
    }
  }
  return listingFields({ ...type, manifest: manifest as unknown as JsonObject, partOrigins: origins })
}

/** The type with its field sets expanded, so that an overlay finds each field by its name. */
function listingFields(type: ExpandedType): ExpandedType {
  const { fieldSets = {} } = type.manifest as unknown as DocumentTypeManifest
  const { fieldSets: sets, ...rest } = type.manifest
  return sets === undefined ? type : { ...type, manifest: { ...(withFieldSets(rest, fieldSets) as JsonObject), fieldSets: sets } }
}

interface Target { shape: ObjectSchema; path: KeyPath }
/** For each moment of the mixin, the actions, decisions and approvals at which it occurs. */
type Moments = Record<string, string[]>
interface Application { manifest: DocumentTypeManifest; mixin: MixinSource; at: string; on: Moments; target: Target; origins: PartOrigin[]; wire: Record<string, string>; clash: (what: string) => void }

/** How a mixin refers to the array that it is used in. */
const LINES = '$lines'
/** How it refers to the type that includes it. */
const TYPE = /\$type\b/g
const OWN_APPROVAL = 'approval'
const DECISIONS = ['approve', 'reject', 'delegate', 'return']

function targetOf(manifest: DocumentTypeManifest, at: string): Target | undefined {
  if (at === '') return { shape: manifest.schema, path: ['schema'] }
  const items = Object.hasOwn(manifest.schema.properties, at) ? manifest.schema.properties[at]?.items : undefined
  if (items === undefined || !('$ref' in items)) return undefined
  const name = items.$ref.slice('#/$defs/'.length)
  const shape = manifest.schema.$defs?.[name]
  return shape === undefined ? undefined : { shape, path: ['schema', '$defs', name] }
}

function checkMoments({ manifest, mixin, on }: Pick<Application, 'manifest' | 'mixin' | 'on'>, report: (code: IssueCode, path: (string | number)[], message: string, seen: string, known: string[]) => void): void {
  const moments = Object.keys(mixin.manifest.moments ?? {})
  const places = [...Object.keys(manifest.actions ?? {}), ...(manifest.approval === undefined ? [] : [...DECISIONS, OWN_APPROVAL]), ...Object.keys(manifest.approvals ?? {})]
  for (const [moment, names] of Object.entries(on)) {
    if (!moments.includes(moment)) report('E232', [moment], `The mixin "${mixin.id}" has no moment "${moment}".`, moment, moments)
    for (const [index, name] of names.entries()) {
      if (!places.includes(name)) report('E232', [moment, index], `There is no action, decision or approval "${name}".`, name, places)
    }
  }
}

function apply(given: Application): void {
  const { manifest, mixin, at, target } = given
  const own = named(mixin.manifest, at, manifest.id)
  addFields(given, own.properties, target, ['properties'])
  target.shape.required = [...new Set([...(target.shape.required ?? []), ...(own.required ?? [])])]
  addNamed(given, 'terms', (manifest.terms ??= {}), own.terms ?? {})
  manifest.fieldSets = { ...copy(own.fieldSets), ...manifest.fieldSets }
  addNamed(given, 'lists', (manifest.lists ??= {}), own.lists ?? {})
  const figures = Object.entries(own.lookups ?? {}).map(([name, lookup]) => [name, at === '' ? lookup : { each: at, ...lookup }] as const)
  addNamed(given, 'lookups', (manifest.lookups ??= {}), Object.fromEntries(figures))
  addRules(given, own.rules ?? {}, at, ['rules'])
  if (at !== '' && own.header !== undefined) {
    addFields(given, own.header.properties ?? {}, { shape: manifest.schema, path: ['schema'] }, ['header', 'properties'])
    addRules(given, own.header.rules ?? {}, '', ['header', 'rules'])
  }
  for (const [moment, posts] of Object.entries(own.posts ?? {})) for (const place of given.on[moment] ?? []) addPosts(given, posts, place, ['posts', moment])
}

/** The mixin with the name of its array in place of `$lines`, and the type's id, as a text of expressions, in place of `$type`. */
function named(mixin: MixinManifest, at: string, type: string): MixinManifest {
  const text = JSON.stringify(mixin).replaceAll(TYPE, () => JSON.stringify(JSON.stringify(type)).slice(1, -1))
  return JSON.parse(at === '' ? text : text.replaceAll(LINES, `doc.${at}`)) as MixinManifest
}

function addOrigin({ mixin, origins }: Application, to: KeyPath, from: KeyPath): void {
  origins.push({ at: to.map(String), file: mixin.file, path: from.map(String) })
}

function addFields(given: Application, fields: ObjectSchema['properties'], { shape, path }: Target, from: string[]): void {
  for (const [name, field] of Object.entries(fields)) {
    if (Object.hasOwn(shape.properties, name)) given.clash(`the field ${name}`)
    else {
      shape.properties[name] = { ...copy(field), ...(Object.hasOwn(given.wire, name) && { 'x-wire': given.wire[name]! }) }
      addOrigin(given, [...path, 'properties', name], [...from, name])
    }
  }
}

const NAMED = { terms: 'term', lists: 'list', lookups: 'figure' } as const

/** Adds terms, lists and figures; one that exists already must be the same. */
function addNamed<T>(given: Application, kind: 'terms' | 'lists' | 'lookups', all: Record<string, T>, brought: Record<string, T>): void {
  for (const [name, one] of Object.entries(brought)) {
    const present = Object.hasOwn(all, name) ? all[name] : undefined
    if (present !== undefined && JSON.stringify(present) !== JSON.stringify(one)) given.clash(`another ${NAMED[kind]} ${name}`)
    if (present !== undefined) continue
    all[name] = copy(one)
    addOrigin(given, [kind, name], [kind, name])
  }
}

function addRules(given: Application, brought: Record<string, Rule>, at: string, from: string[]): void {
  const rules = (given.manifest.rules ??= {})
  for (const [name, rule] of Object.entries(brought)) {
    const placed = at === '' ? name : `${kebab(at)}-${name}`
    const asked = actionsOf(rule, given)
    // For moments that never occur.
    if (asked?.length === 0) continue
    if (Object.hasOwn(rules, placed)) given.clash(`the rule ${placed}`)
    else {
      rules[placed] = { ...copy(rule), ...(at !== '' && { on: placedOn(rule.on, at) }), ...(asked !== undefined && { for: asked }) }
      addOrigin(given, ['rules', placed], [...from, name])
    }
  }
}

function placedOn(on: Rule['on'], at: string): Rule['on'] {
  return typeof on === 'string' ? `${at}.${on}` : on.map((field) => `${at}.${field}`)
}

/** The actions that a rule is for, with the type's own actions in place of each moment. */
function actionsOf(rule: Rule, { mixin, on }: Application): string[] | undefined {
  const moments = mixin.manifest.moments ?? {}
  return rule.for?.flatMap((name) => (Object.hasOwn(moments, name) ? (on[name] ?? []) : [name]))
}

type Posts = NonNullable<Action['posts']>

/** Adds entries to the action, decision or approval of that name. */
function addPosts(given: Application, posts: Posts, place: string, from: string[]): void {
  const { manifest, at } = given
  const found = placeOf(manifest, place)
  if (found === undefined) return
  const all = (found.given.posts ??= [])
  for (const [index, post] of posts.entries()) {
    const each = at === '' || post.each !== undefined || post.reverses !== undefined ? {} : { each: at }
    addOrigin(given, [...found.path, 'posts', all.length], [...from, String(index)])
    all.push({ ...copy(post), ...each })
  }
}

function placeOf(manifest: DocumentTypeManifest, name: string): { given: Pick<Action | Approval, 'posts'>; path: KeyPath } | undefined {
  const action = Object.hasOwn(manifest.actions ?? {}, name) ? manifest.actions?.[name] : undefined
  if (action !== undefined) return { given: action, path: ['actions', name] }
  if (name === OWN_APPROVAL) return manifest.approval && { given: manifest.approval, path: ['approval'] }
  const further = Object.hasOwn(manifest.approvals ?? {}, name) ? manifest.approvals?.[name] : undefined
  if (further !== undefined) return { given: further, path: ['approvals', name] }
  if (manifest.approval === undefined || !DECISIONS.includes(name)) return undefined
  const actions = (manifest.actions ??= {})
  return { given: (actions[name] = {}), path: ['actions', name] }
}
