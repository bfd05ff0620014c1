import { withHash } from './content-hash.ts'
import type { ExpandedModule, ExpandedType } from '../read/expanded.ts'
import type { DocumentTypeManifest, Field, ModuleManifest } from '../language/manifest.generated.ts'
import { fieldTypeOf } from '../language/field-type.ts'
import type { Pieces } from '../../pieces.ts'
import { createReporter, type Reporter } from '../read/reporter.ts'
import { resolveModules, rolesIn } from './resolve-modules.ts'
import { labelField, resolveType, type ResolveContext } from './resolve-type.ts'
import type { Catalogue, ResolvedDocumentType, ResolvedField } from './resolved.ts'
import type { ChangeExpressions } from '../read/shorthand/expression-places.ts'
import { unfold } from '../read/shorthand/unfold.ts'

type ModulesPart = ReturnType<typeof resolveModules>
/** Something resolved, with what it read of the other types. */
interface Kept<T> { value: T; asked: Asked }
/** What the modules declare, and the types that existed. */
interface KeptModules extends Kept<ModulesPart> { types: string }

/**
 * Maximum number of resolved versions to keep for one manifest, the most recently used ones. A second version arises only if a type that it
 * refers to has another label, or a type with an approval another title.
 */
const MAX_KEPT = 10

/**
 * Resolves the types of one base, as they are or with overlays, together with its modules. A type that is the same object as before, and
 * for which the other types give the same answers, resolves to the same object again; so does what the modules declare.
 */
export class Resolver {
  readonly #modules: readonly ExpandedModule[]
  readonly #employees: string | undefined
  readonly #roles: string[]
  readonly #types = new WeakMap<ExpandedType, Kept<ResolvedDocumentType>[]>()
  readonly #modulesKept: KeptModules[] = []
  #count = 0

  /** Replaces the expressions of a manifest with others. */
  readonly changeExpressions: ChangeExpressions
  readonly #unfolded = new WeakMap<ExpandedType, ExpandedType>()

  constructor(modules: Record<string, ExpandedModule>, changeExpressions: ChangeExpressions) {
    this.changeExpressions = changeExpressions
    this.#modules = Object.values(modules)
    this.#roles = Object.keys(rolesIn(this.#modules))
    this.#employees = this.#modules.map(({ manifest }) => (manifest as unknown as ModuleManifest).organisation?.employees.type).find((type) => type !== undefined)
  }

  /** How many types have been resolved so far. */
  get resolved(): number { return this.#count }

  /** A type with its author's shorthand expanded, which the checks read. */
  unfolded(type: ExpandedType): ExpandedType {
    let found = this.#unfolded.get(type)
    if (found === undefined) this.#unfolded.set(type, (found = unfold(type, this.changeExpressions)))
    return found
  }

  /** The catalogue of the types, whose structure must be valid. With a reporter, contradictions between modules are reported. */
  * resolving(expanded: Record<string, ExpandedType>, reporter?: Reporter): Pieces<Catalogue> {
    const context = contextOf(expanded, this.#employees, this.#roles, (type) => this.unfolded(type))
    const types: Record<string, ResolvedDocumentType> = {}
    for (const type of Object.values(expanded)) {
      const before = this.#count
      types[type.id] = this.#typeOf(type, context)
      if (this.#count > before) yield
    }
    const modulesPart = this.#modulesPart(types, context, reporter)
    return withHash({ types, ...modulesPart }, () => JSON.stringify({ types: Object.values(types).map((type) => type.hash), ...modulesPart }))
  }

  #typeOf(type: ExpandedType, context: ResolveContext): ResolvedDocumentType {
    const kept = this.#types.get(type) ?? []
    this.#types.set(type, kept)
    return known(kept, context) ?? keep(kept, context, (others, asked) => {
      this.#count += 1
      return { value: resolveType(this.unfolded(type), others), asked }
    })
  }

  #modulesPart(types: Record<string, ResolvedDocumentType>, context: ResolveContext, reporter: Reporter | undefined): ModulesPart {
    const all = Object.values(types).map(({ id, module }) => `${module}/${id}`).join()
    const found = reporter === undefined ? known<ModulesPart, KeptModules>(this.#modulesKept, context, ({ types: of }) => of === all) : undefined
    return found ?? keep(this.#modulesKept, context, (others, asked) => (
      { value: resolveModules(this.#modules, types, others, reporter ?? createReporter(new Map())), asked, types: all }
    ))
  }
}

function known<T, K extends Kept<T>>(kept: K[], context: ResolveContext, isMeant: (one: K) => boolean = () => true): T | undefined {
  const at = kept.findIndex((one) => isMeant(one) && hasSameAnswers(one.asked, context))
  const [found] = at < 0 ? [] : kept.splice(at, 1)
  if (found === undefined) return undefined
  kept.push(found)
  return found.value
}

function keep<T, K extends Kept<T>>(kept: K[], context: ResolveContext, resolve: (context: ResolveContext, asked: Asked) => K): T {
  const asked: Asked = { employees: context.employees, labels: new Map(), selectable: new Map(), fields: new Map(), formats: new Map(), approved: undefined }
  const made = resolve(recordingReads(context, asked), asked)
  if (kept.length >= MAX_KEPT) kept.shift()
  kept.push(made)
  return made.value
}

/** What resolving a type may read of the others. */
function contextOf(types: Record<string, ExpandedType>, employees: string | undefined, roles: string[], unfolded: (type: ExpandedType) => ExpandedType): ResolveContext {
  const authored = (id: string): DocumentTypeManifest | undefined => (Object.hasOwn(types, id) ? (types[id]?.manifest as unknown as DocumentTypeManifest) : undefined)
  const selectableOf = (id: string): string | undefined => {
    const type = authored(id)?.selectable === undefined ? undefined : types[id]
    return type === undefined ? undefined : (unfolded(type).manifest as unknown as DocumentTypeManifest).selectable
  }
  const approved = Object.fromEntries(Object.keys(types).flatMap((id) => (authored(id)?.approval === undefined ? [] : [[id, authored(id)?.title.one ?? id]])))
  const approvedEver = Object.fromEntries(Object.entries(approved).flatMap(([id, title]) => [id, ...(authored(id)?.renamedFrom ?? [])].map((name) => [name, title])))
  return { employees, roles, approved, approvedEver, labelOf: (id) => { const found = authored(id); return found === undefined ? undefined : labelField(found) }, selectableOf, fieldTypeOf: (id, field) => typeOfField(authored(id), field), fieldFormatOf: (id, field) => declaredField(authored(id), field)?.format }
}

function declaredField(manifest: DocumentTypeManifest | undefined, name: string): Field | undefined {
  return manifest !== undefined && Object.hasOwn(manifest.schema.properties, name) ? manifest.schema.properties[name] : undefined
}

/** A type need not declare its state field. */
function typeOfField(manifest: DocumentTypeManifest | undefined, name: string): ResolvedField['type'] | undefined {
  const declared = declaredField(manifest, name)
  if (declared !== undefined) return fieldTypeOf(declared)
  return manifest !== undefined && name === (manifest.stateField ?? 'status') ? 'string' : undefined
}

/** What was read of the other types, with the answers; for fields, by type and name. */
interface Asked { employees: string | undefined; labels: Map<string, string | undefined>; selectable: Map<string, string | undefined>; fields: Map<string, ResolvedField['type'] | undefined>; formats: Map<string, ResolvedField['format']>; approved: string | undefined }

/** The context, recording everything that is read of it, so that the dependencies of a type need not be declared. */
function recordingReads(context: ResolveContext, asked: Asked): ResolveContext {
  return {
    employees: context.employees,
    // They come from the modules, which stay the same.
    roles: context.roles,
    labelOf(type) {
      const label = context.labelOf(type)
      asked.labels.set(type, label)
      return label
    },
    selectableOf(type) {
      const selectable = context.selectableOf(type)
      asked.selectable.set(type, selectable)
      return selectable
    },
    fieldTypeOf(type, field) {
      const found = context.fieldTypeOf(type, field)
      asked.fields.set(`${type} ${field}`, found)
      return found
    },
    fieldFormatOf(type, field) {
      const found = context.fieldFormatOf(type, field)
      asked.formats.set(`${type} ${field}`, found)
      return found
    },
    get approved() {
      asked.approved = approvedIn(context)
      return context.approved
    },
    get approvedEver() {
      asked.approved = approvedIn(context)
      return context.approvedEver
    },
  }
}

/** Which types have approvals, under every name that they have had, in a form that can be compared. */
function approvedIn({ approved, approvedEver }: ResolveContext): string {
  return JSON.stringify([approved, approvedEver])
}

/** Whether another context gives the same answers. */
function hasSameAnswers({ employees, labels, selectable, fields, formats, approved }: Asked, context: ResolveContext): boolean {
  if (employees !== context.employees || (approved !== undefined && approved !== approvedIn(context))) return false
  return [...labels].every(([type, label]) => context.labelOf(type) === label) && [...selectable].every(([type, condition]) => context.selectableOf(type) === condition)
    && [...fields].every(([name, type]) => { const [id = '', field = ''] = name.split(' '); return context.fieldTypeOf(id, field) === type })
    && [...formats].every(([name, format]) => { const [id = '', field = ''] = name.split(' '); return context.fieldFormatOf(id, field) === format })
}
