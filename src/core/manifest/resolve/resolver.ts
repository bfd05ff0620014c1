import { withHash } from './content-hash.ts'
import type { ExpandedModule, ExpandedType } from '../read/expanded.ts'
import type { DocumentTypeManifest, Field, ModuleManifest } from '../manifest.generated.ts'
import { fieldTypeOf } from '../field-type.ts'
import type { Pieces } from '../../pieces.ts'
import { createReporter, type Reporter } from '../read/reporter.ts'
import { resolveModules, rolesIn } from './resolve-modules.ts'
import { labelField, resolveType, type ResolveContext } from './resolve-type.ts'
import type { Catalogue, ResolvedDocumentType, ResolvedField } from './resolved.ts'
import type { ChangeExpressions } from '../read/shorthand/expression-places.ts'
import { unfold } from '../read/shorthand/unfold.ts'

type ModulesPart = ReturnType<typeof resolveModules>
/** Something resolved, with what it asked of the types around it. */
interface Kept<T> { value: T; asked: Asked }
/** What the modules say, and the types that there were. */
interface KeptModules extends Kept<ModulesPart> { types: string }

/** Most ways in which one manifest is kept resolved, those that were asked for last; for there to be two it takes another label of a type that it refers to, or another title of one that is approved. */
const MAX_KEPT = 10

/**
 * Resolves the types of one base, as they are or with overlays, together with its modules. A type that is the same object as
 * before, and would be answered the same by the others, is the same object again once resolved; so is what the modules say.
 */
export class Resolver {
  readonly #modules: readonly ExpandedModule[]
  readonly #employees: string | undefined
  readonly #roles: string[]
  readonly #types = new WeakMap<ExpandedType, Kept<ResolvedDocumentType>[]>()
  readonly #modulesKept: KeptModules[] = []
  #count = 0

  /** Puts other expressions in the place of those of a manifest. */
  readonly changeExpressions: ChangeExpressions
  readonly #unfolded = new WeakMap<ExpandedType, ExpandedType>()

  constructor(modules: Record<string, ExpandedModule>, changeExpressions: ChangeExpressions) {
    this.changeExpressions = changeExpressions
    this.#modules = Object.values(modules)
    this.#roles = Object.keys(rolesIn(this.#modules))
    this.#employees = this.#modules.map(({ manifest }) => (manifest as unknown as ModuleManifest).organisation?.employees.type).find((type) => type !== undefined)
  }

  /** How many types were resolved until now. */
  get resolved(): number { return this.#count }

  /** A type with what its author says shortly said at length; the checks read that. */
  unfolded(type: ExpandedType): ExpandedType {
    let found = this.#unfolded.get(type)
    if (found === undefined) this.#unfolded.set(type, (found = unfold(type, this.changeExpressions)))
    return found
  }

  /** The catalogue of the types, whose structure is right. With a reporter contradictions between modules are told. */
  * resolving(expanded: Record<string, ExpandedType>, reporter?: Reporter): Pieces<Catalogue> {
    const context = contextOf(expanded, this.#employees, this.#roles, (type) => this.unfolded(type))
    const types: Record<string, ResolvedDocumentType> = {}
    for (const type of Object.values(expanded)) {
      const before = this.#count
      types[type.id] = this.#typeOf(type, context)
      if (this.#count > before) yield
    }
    const said = this.#saidOf(types, context, reporter)
    return withHash({ types, ...said }, () => JSON.stringify({ types: Object.values(types).map((type) => type.hash), ...said }))
  }

  #typeOf(type: ExpandedType, context: ResolveContext): ResolvedDocumentType {
    const kept = this.#types.get(type) ?? []
    this.#types.set(type, kept)
    return known(kept, context) ?? keep(kept, context, (others, asked) => {
      this.#count += 1
      return { value: resolveType(this.unfolded(type), others), asked }
    })
  }

  #saidOf(types: Record<string, ResolvedDocumentType>, context: ResolveContext, reporter: Reporter | undefined): ModulesPart {
    const all = Object.values(types).map(({ id, module }) => `${module}/${id}`).join()
    const found = reporter === undefined ? known<ModulesPart, KeptModules>(this.#modulesKept, context, ({ types: of }) => of === all) : undefined
    return found ?? keep(this.#modulesKept, context, (others, asked) => (
      { value: resolveModules(this.#modules, types, others, reporter ?? createReporter(new Map())), asked, types: all }
    ))
  }
}

function known<T, K extends Kept<T>>(kept: K[], context: ResolveContext, isMeant: (one: K) => boolean = () => true): T | undefined {
  const at = kept.findIndex((one) => isMeant(one) && isAnswered(one.asked, context))
  const [found] = at < 0 ? [] : kept.splice(at, 1)
  if (found === undefined) return undefined
  kept.push(found)
  return found.value
}

function keep<T, K extends Kept<T>>(kept: K[], context: ResolveContext, resolve: (context: ResolveContext, asked: Asked) => K): T {
  const asked: Asked = { employees: context.employees, labels: new Map(), selectable: new Map(), fields: new Map(), formats: new Map(), approved: undefined }
  const made = resolve(overheard(context, asked), asked)
  if (kept.length >= MAX_KEPT) kept.shift()
  kept.push(made)
  return made.value
}

/** What resolving a type may know of the others. */
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

/** The state is a field that a type need not declare. */
function typeOfField(manifest: DocumentTypeManifest | undefined, name: string): ResolvedField['type'] | undefined {
  const declared = declaredField(manifest, name)
  if (declared !== undefined) return fieldTypeOf(declared)
  return manifest !== undefined && name === (manifest.stateField ?? 'status') ? 'string' : undefined
}

/** What was asked of the other types, and the answers; of fields by type and name. */
interface Asked { employees: string | undefined; labels: Map<string, string | undefined>; selectable: Map<string, string | undefined>; fields: Map<string, ResolvedField['type'] | undefined>; formats: Map<string, ResolvedField['format']>; approved: string | undefined }

/** The context, with what is asked of it written down: so nobody has to say what a type hangs on. */
function overheard(context: ResolveContext, asked: Asked): ResolveContext {
  return {
    employees: context.employees,
    // Of the modules, which stay the same.
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

/** Which types are approved, under every name that they had, to be compared. */
function approvedIn({ approved, approvedEver }: ResolveContext): string {
  return JSON.stringify([approved, approvedEver])
}

/** Whether another context answers the same. */
function isAnswered({ employees, labels, selectable, fields, formats, approved }: Asked, context: ResolveContext): boolean {
  if (employees !== context.employees || (approved !== undefined && approved !== approvedIn(context))) return false
  return [...labels].every(([type, label]) => context.labelOf(type) === label) && [...selectable].every(([type, condition]) => context.selectableOf(type) === condition)
    && [...fields].every(([name, type]) => { const [id = '', field = ''] = name.split(' '); return context.fieldTypeOf(id, field) === type })
    && [...formats].every(([name, format]) => { const [id = '', field = ''] = name.split(' '); return context.fieldFormatOf(id, field) === format })
}
