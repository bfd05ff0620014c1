import type { JsonObject } from '../document/json.ts'
import { copy } from './copy.ts'
import type { ExpandedType, Graft } from './expanded.ts'
import type { DocumentTypeManifest, MixinManifest, ObjectSchema, Rule } from './manifest.generated.ts'
import { kebab } from './names.ts'
import type { KeyPath, Reporter } from './reporter.ts'

export interface MixinSource { id: string; module: string; file: string; manifest: MixinManifest }

/** Puts the fields, rules and lists of the mixins where the manifest wants them. The input is not changed. */
export function expandMixins(type: ExpandedType, mixins: readonly MixinSource[], reporter: Reporter): ExpandedType {
  const source = type.manifest as unknown as DocumentTypeManifest
  const uses = Object.entries(source.mixins ?? {})
  if (uses.length === 0) return type
  const manifest = copy(source)
  const grafts: Graft[] = [...type.grafts]
  for (const [name, use] of uses) {
    const mixin = mixins.find((one) => one.id === name && one.module === type.module) ?? mixins.find((one) => one.id === name)
    if (mixin === undefined) {
      reporter.inFile('E209', type.file, ['mixins', name], `There is no mixin "${name}".`, { key: true, seen: name, known: mixins.map((one) => one.id) })
      continue
    }
    for (const [index, at] of use.at.entries()) {
      const target = targetOf(manifest, at)
      if (target === undefined) {
        const arrays = Object.entries(manifest.schema.properties).filter(([, field]) => field.type === 'array').map(([field]) => field)
        reporter.inFile('E201', type.file, ['mixins', name, 'at', index], `There is no line array "${at}".`, { seen: at, known: ['', ...arrays] })
      } else {
        apply({ manifest, mixin, at, target, grafts, clash: (what) => reporter.inFile('E114', type.file, ['mixins', name], `The mixin "${name}" brings ${what}, which the type has already.`, { key: true, seen: what }) })
      }
    }
  }
  return { ...type, manifest: manifest as unknown as JsonObject, grafts }
}

interface Target { shape: ObjectSchema; path: KeyPath }
interface Application { manifest: DocumentTypeManifest; mixin: MixinSource; at: string; target: Target; grafts: Graft[]; clash: (what: string) => void }

function targetOf(manifest: DocumentTypeManifest, at: string): Target | undefined {
  if (at === '') return { shape: manifest.schema, path: ['schema'] }
  const items = Object.hasOwn(manifest.schema.properties, at) ? manifest.schema.properties[at]?.items : undefined
  if (items === undefined || !('$ref' in items)) return undefined
  const name = items.$ref.slice('#/$defs/'.length)
  const shape = manifest.schema.$defs?.[name]
  return shape === undefined ? undefined : { shape, path: ['schema', '$defs', name] }
}

function apply({ manifest, mixin, at, target, grafts, clash }: Application): void {
  const graft = (to: KeyPath, from: string[]): void => void grafts.push({ at: to.map(String), file: mixin.file, path: from })
  for (const [name, field] of Object.entries(mixin.manifest.properties)) {
    if (Object.hasOwn(target.shape.properties, name)) clash(`the field ${name}`)
    else {
      target.shape.properties[name] = copy(field)
      graft([...target.path, 'properties', name], ['properties', name])
    }
  }
  target.shape.required = [...new Set([...(target.shape.required ?? []), ...(mixin.manifest.required ?? [])])]
  const lists = (manifest.lists ??= {})
  for (const [name, list] of Object.entries(mixin.manifest.lists ?? {})) {
    const present = Object.hasOwn(lists, name) ? lists[name] : undefined
    if (present !== undefined && JSON.stringify(present) !== JSON.stringify(list)) clash(`another list ${name}`)
    if (present !== undefined) continue
    lists[name] = copy(list)
    graft(['lists', name], ['lists', name])
  }
  const rules = (manifest.rules ??= {})
  for (const [name, rule] of Object.entries(mixin.manifest.rules ?? {})) {
    const placed = at === '' ? name : `${kebab(at)}-${name}`
    if (Object.hasOwn(rules, placed)) clash(`the rule ${placed}`)
    else {
      rules[placed] = placedRule(rule, at)
      graft(['rules', placed], ['rules', name])
    }
  }
}

function placedRule(rule: Rule, at: string): Rule {
  return at === '' ? copy(rule) : { ...copy(rule), on: `${at}.${rule.on}` }
}
