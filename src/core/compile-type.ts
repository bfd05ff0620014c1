import type { Actor, Standing } from './access/actor.ts'
import { availableActions } from './access/available-actions.ts'
import { rowPredicate } from './access/permitted-rows.ts'
import { ALWAYS, NEVER } from './access/row-predicate.ts'
import type { RowPredicate } from './access/row-predicate.ts'
import { compileRows, translateRows } from './access/translate-rows.ts'
import type { CompiledType, ProjectionBeside, RecordReference, Refusal, RequiredContext } from './compiled-type.ts'
import { accept } from './document/accept.ts'
import { acceptInput, inputReferences } from './document/accept-input.ts'
import { inputSchema } from './document/input-schema.ts'
import type { Doc, Json, JsonObject } from './document/json.ts'
import { fill } from './document/fill.ts'
import { hiddenFields, hiddenInLists, type FieldPaths, type Reader } from './document/hidden-fields.ts'
import { message } from './document/messages.ts'
import { project } from './document/project.ts'
import type { StoredRecord } from './document/stored-record.ts'
import { titleOf } from './document/titles.ts'
import type { FieldIssue } from './errors.ts'
import { formSchema } from './form/form-schema.ts'
import { expressionsOf } from './manifest/expressions-of.ts'
import type { Catalogue, ResolvedDocumentType, ResolvedField, ResolvedRule, ResolvedShape, Verb } from './manifest/resolved.ts'
import type { FieldState, RuleContext } from './rules/context.ts'
import { dependenciesOf } from './rules/dependencies.ts'
import type { EvaluateOptions, Evaluation, FormSession } from './rules/evaluation.ts'
import type { ExpressionEvaluator } from './rules/evaluator.ts'
import { createSession } from './rules/form-session.ts'
import type { OnRuleError } from './rules/functions.ts'
import type { CompiledExpression, Language, Place } from './rules/language.ts'
import { startOf } from './rules/dates.ts'
import { viewRecord } from './rules/record-types.ts'
import { RecordView, toPlain } from './rules/record-view.ts'
import { readsThroughRecords, referenceIssues, referencesOf } from './rules/references.ts'
import { RuleHost } from './rules/rule-host.ts'
import { planDocument } from './rules/rule-plan.ts'
import type { DocumentPlan } from './rules/rule-plan.ts'
import { RuleRuntime, describeError } from './rules/rule-runtime.ts'
import { inheritedValues, initialState, stampValues, startingValues } from './rules/starting-values.ts'
import type { RuleTrace } from './rules/trace.ts'

/** Compiles one document type of a catalogue. */
export function compileType(catalogue: Catalogue, manifest: ResolvedDocumentType, language: Language, onRuleError: OnRuleError): CompiledType {
  return new Compiled(catalogue, manifest, language, onRuleError)
}

const ANYWHERE: Place = { at: 'print' }

/** Rules over one type; what each answer means is said at `CompiledType`. */
class Compiled implements CompiledType {
  readonly manifest: ResolvedDocumentType
  readonly #catalogue: Catalogue
  readonly #language: Language
  readonly #onRuleError: OnRuleError
  readonly #plan: DocumentPlan
  readonly #expressions = new Map<string, CompiledExpression>()
  readonly #required = new Map<string, RequiredContext>()
  #isReachingFurther: boolean | undefined
  /** The computed fields alone. */
  #computes: DocumentPlan | undefined

  constructor(catalogue: Catalogue, manifest: ResolvedDocumentType, language: Language, onRuleError: OnRuleError) {
    this.manifest = manifest
    this.#catalogue = catalogue
    this.#language = language
    this.#onRuleError = onRuleError
    this.#plan = planDocument(manifest, language)
  }

  evaluate(doc: Doc, ctx: RuleContext, options: EvaluateOptions = {}): Evaluation {
    const runtime = this.#settled(doc, ctx, options.action)
    const issues = runtime.issues()
    return {
      doc: runtime.snapshot(), fields: fieldStates(runtime),
      issues: issues.filter((issue) => issue.severity === 'error'), warnings: issues.filter((issue) => issue.severity === 'warning'),
    }
  }

  session(doc: Doc, ctx: RuleContext, options: EvaluateOptions = {}): FormSession {
    const parts = {
      start: (started: Doc, context: RuleContext, action: string) => this.#settled(started, context, action),
      newLine: (array: string, document: Doc, context: RuleContext) => this.newLine(array, document, context),
    }
    return createSession(parts, doc, ctx, options.action ?? 'save')
  }

  trace(doc: Doc, ctx: RuleContext, options: EvaluateOptions = {}): RuleTrace[] {
    const traces: RuleTrace[] = []
    this.#settled(doc, ctx, options.action, (trace) => traces.push(trace))
    return traces
  }

  newDocument(ctx: RuleContext): Doc {
    const doc: Doc = {}
    const state = initialState(this.manifest)
    if (state !== undefined) doc[this.manifest.stateField] = state
    Object.assign(doc, startingValues(this.manifest.shape, (expression, field) => this.#run(expression, { at: 'header' }, `default ${field.name}`, doc, ctx)))
    return this.evaluate(doc, ctx, { isNew: true }).doc
  }

  newLine(arrayField: string, doc: Doc, ctx: RuleContext): JsonObject {
    const shape = this.manifest.shape.fields[arrayField]?.line
    if (shape === undefined) return {}
    const place: Place = { at: 'line', array: arrayField }
    const valueOf = (expression: string, field: ResolvedField): Json | undefined => this.#run(expression, place, `default ${arrayField}.${field.name}`, doc, ctx)
    return { ...startingValues(shape, valueOf), ...inheritedValues(this.manifest, arrayField, doc) }
  }

  stamp(doc: Doc, ctx: RuleContext): Doc {
    const { owner, stateField, shape } = this.manifest
    const stamped: Doc = { ...doc }
    const state = initialState(this.manifest)
    if (state !== undefined) stamped[stateField] = state
    if (owner !== undefined && ctx.user.employee !== undefined) stamped[owner] = ctx.user.employee
    return Object.assign(stamped, stampValues(shape, (expression, field) => this.#run(expression, { at: 'header' }, `stamp ${field.name}`, stamped, ctx)))
  }

  refsOf(doc: Doc, loaded?: RuleContext['ref']): RecordReference[] {
    this.#isReachingFurther ??= readsThroughRecords(this.#catalogue, this.manifest)
    return referencesOf(this.#catalogue, this.manifest, doc, this.#isReachingFurther ? loaded : undefined)
  }

  requiredContext(action?: string): RequiredContext {
    const known = this.#required.get(action ?? '')
    if (known !== undefined) return known
    const found = this.#findRequired(action)
    this.#required.set(action ?? '', found)
    return found
  }

  inputRefs(action: string, sent: Json | undefined): RecordReference[] {
    const shape = this.#inputOf(action)
    return shape === undefined ? [] : inputReferences(shape, sent)
  }

  acceptInput(action: string, sent: Json | undefined, doc: Doc, ctx: RuleContext): { input: JsonObject; issues: FieldIssue[] } {
    const shape = this.#inputOf(action)
    if (shape === undefined) return { input: {}, issues: [] }
    const allowed = (field: string, option: JsonObject): boolean => this.optionAllowed(`action:${action}.${field}`, option, doc, ctx)
    return acceptInput(this.manifest, shape, sent, { timeZone: ctx.company.timeZone, ref: ctx.ref, allowed })
  }

  actionIssues(action: string, before: Doc, after: Doc, ctx: RuleContext): FieldIssue[] {
    const declared = Object.hasOwn(this.manifest.actions, action) ? this.manifest.actions[action] : undefined
    const host = this.#hostOf(before, ctx)
    const failed = Object.values(declared?.checks ?? {}).filter((one) => this.#attempt(one.check, ANYWHERE, `${action} ${one.name}`, host) !== true)
    const values = { ...before, title: titleOf(this.manifest, ctx.settings).one, doc: before, input: ctx.input ?? {}, settings: ctx.settings, lookups: ctx.lookups ?? {} }
    const issues = failed.map((one): FieldIssue => ({ path: one.on ?? '', rule: one.name, message: fill(one.message, values), severity: 'error' }))
    const named = Object.values(this.manifest.rules).filter((rule) => rule.for?.includes(action) === true).map((rule) => rule.name)
    if (named.length === 0) return issues
    return [...issues, ...this.evaluate(after, ctx, { action }).issues.filter((issue) => named.includes(issue.rule))]
  }

  recompute(doc: Doc, ctx: RuleContext): Doc {
    this.#computes ??= planDocument({ ...this.manifest, rules: {} }, this.#language)
    if (this.#computes.writers.length === 0) return doc
    return this.#settled(doc, ctx, 'save', undefined, this.#computes).snapshot()
  }

  label(path: string, doc: Doc, ctx: RuleContext): string {
    return this.#labels(doc, ctx)(path)
  }

  optionAllowed(path: string, option: JsonObject, doc: Doc, ctx: RuleContext): boolean {
    if (path.startsWith('action:')) return this.#inputOptionAllowed(path, option, doc, ctx)
    return this.#optionAllowedOn(this.#hostOf(doc, ctx), path, option)
  }

  /** On the variables of one document, made once for all its references. */
  #optionAllowedOn(host: RuleHost, path: string, option: JsonObject): boolean {
    const [name, index, lineName] = path.split('.') as [string, string?, string?]
    const header = this.manifest.shape.fields[name]
    const field = lineName === undefined ? header : header?.line?.fields[lineName]
    if (field?.ref?.options === undefined) return true
    const place: Place = { at: 'option', to: field.ref.to, ...(lineName === undefined ? {} : { array: name }) }
    host.variables['option'] = host.view(field.ref.to, option)
    if (lineName === undefined) host.variables['self'] = host.variables['doc']
    else this.#pointAtLine(host, name, Number(index))
    return this.#attempt(field.ref.options, place, `options ${path}`, host) === true
  }

  refIssues(doc: Doc, ctx: RuleContext): FieldIssue[] {
    const host = this.#hostOf(doc, ctx)
    return referenceIssues(this.manifest, doc, ctx, (path, option) => this.#optionAllowedOn(host, path, option), this.#labels(doc, ctx))
  }

  test(expression: string, doc: Doc, ctx: RuleContext): boolean {
    return this.#attempt(expression, ANYWHERE, 'condition', this.#hostOf(doc, ctx)) === true
  }

  value(expression: string, doc: Doc, ctx: RuleContext): Json | undefined {
    return this.#run(expression, ANYWHERE, 'value', doc, ctx)
  }

  rowPredicate(actor: Actor, verb: Verb, ctx?: RuleContext): RowPredicate {
    const constants = ctx === undefined ? { user: actor } : { ...surroundings(ctx), user: actor }
    return rowPredicate(this.manifest, actor, verb, this.#evaluator(ctx), constants)
  }

  whereOf(name: 'list' | 'lookup', key: string, ctxDoc: Doc | undefined, ctx: RuleContext): RowPredicate {
    const { of, where } = (name === 'list' ? this.manifest.lists[key] : this.manifest.lookups[key]) ?? {}
    const target = of === undefined ? undefined : this.#catalogue.types[of]
    if (target === undefined || where === undefined) return ALWAYS
    const constants = { ...surroundings(ctx), input: ctx.input ?? {}, ...(ctxDoc === undefined ? {} : { doc: ctxDoc }) }
    return translateRows(where, { manifest: target, variable: 'row', constants, evaluator: this.#evaluator(ctx) })
  }

  rowsWhere(where: string, ctx: RuleContext): RowPredicate {
    const translation = compileRows(where, { manifest: this.manifest, variable: 'row' })
    return translation.ok ? translation.template.bind(surroundings(ctx), this.#evaluator(ctx)) : NEVER
  }

  actions(doc: Doc, ctx: RuleContext, standing: Standing, isNew: boolean): { allowed: string[]; refused: Record<string, Refusal> } {
    const held = doc[this.manifest.stateField]
    const stored = typeof held === 'string' ? held : (initialState(this.manifest) ?? '')
    const state = isNew ? 'new' : stored
    const test = (expression: string): boolean => this.test(expression, doc, ctx)
    return availableActions({ manifest: this.manifest, doc, state, standing, actor: ctx.user, test })
  }

  project(record: StoredRecord, actor: Actor, beside: ProjectionBeside = {}): JsonObject {
    return project(this.manifest, record, this.#reader(actor, beside))
  }

  hidden(record: StoredRecord | undefined, actor: Actor, beside: ProjectionBeside = {}): FieldPaths {
    return hiddenFields(this.manifest, record, this.#reader(actor, beside))
  }

  hiddenInLists(actor: Actor, ctx: RuleContext): FieldPaths {
    return hiddenInLists(this.manifest, this.#reader(actor, { ctx }))
  }

  #reader(actor: Actor, { ctx, assigned }: ProjectionBeside): Reader {
    return {
      actor, evaluator: this.#evaluator(ctx), ...(assigned === undefined ? {} : { assigned }), ...(ctx === undefined ? {} : { constants: { ...surroundings(ctx), user: actor } }),
    }
  }

  accept(wire: unknown, stored: Doc | undefined, ctx: RuleContext, hidden?: FieldPaths): { doc: Doc; issues: FieldIssue[] } {
    const newLine = (array: string): JsonObject => this.newLine(array, stored ?? {}, ctx)
    const { timeZone } = ctx.company
    const fresh = stored === undefined ? { fresh: this.stamp(this.newDocument(ctx), ctx) } : {}
    return accept(this.manifest, wire, stored, { ...fresh, newLine, timeZone, ...(hidden === undefined ? {} : { hidden }) })
  }

  inputSchema(): JsonObject { return inputSchema(this.manifest) }

  formSchema(section?: string): { schema: JsonObject; uiSchema: JsonObject } { return formSchema(this.manifest, section) }

  message(key: string, values: Record<string, Json>): string { return message(this.manifest, key, values) }

  /** Captions by path; the rules run when the first is asked for. */
  #labels(doc: Doc, ctx: RuleContext): (path: string) => string {
    let runtime: RuleRuntime | undefined
    return (path) => {
      runtime ??= this.#settled(doc, ctx)
      const cell = runtime.cell(path)
      return cell?.state.label ?? cell?.plan.label ?? path
    }
  }

  #inputOf(action: string): ResolvedShape | undefined {
    return Object.hasOwn(this.manifest.actions, action) ? this.manifest.actions[action]?.input : undefined
  }

  #inputOptionAllowed(path: string, option: JsonObject, doc: Doc, ctx: RuleContext): boolean {
    const [action = '', name = ''] = path.slice('action:'.length).split('.')
    const field = this.#inputOf(action)?.fields[name]
    if (field?.ref?.options === undefined) return true
    const host = this.#hostOf(doc, ctx)
    host.variables['option'] = host.view(field.ref.to, option)
    return this.#attempt(field.ref.options, { at: 'option', to: field.ref.to }, `options ${path}`, host) === true
  }

  #settled(doc: Doc, ctx: RuleContext, action = 'save', onTrace?: (trace: RuleTrace) => void, plan = this.#plan): RuleRuntime {
    const host = new RuleHost(this.#language, this.#catalogue, this.manifest, ctx)
    const runtime = new RuleRuntime(plan, this.#language, host, doc, { action, onRuleError: this.#onRuleError })
    runtime.onTrace = onTrace
    runtime.markAll()
    runtime.settle()
    runtime.changed.clear()
    runtime.reshaped.clear()
    return runtime
  }

  #hostOf(doc: Doc, ctx: RuleContext): RuleHost {
    const host = new RuleHost(this.#language, this.#catalogue, this.manifest, ctx)
    const view = viewRecord(this.#language.types, this.manifest, doc, host)
    host.variables['doc'] = view
    host.variables['self'] = view
    return host
  }

  #pointAtLine(host: RuleHost, array: string, index: number): void {
    const View = this.#language.types.view(this.manifest.id, array) ?? RecordView
    const lines = (host.variables['doc'] as RecordView).$lines?.[array]
    const line = lines?.[index] ?? new View({}, host)
    host.variables['line'] = line
    host.variables['self'] = line
  }

  #run(expression: string, place: Place, name: string, doc: Doc, ctx: RuleContext): Json | undefined {
    const host = this.#hostOf(doc, ctx)
    if (place.at === 'line') this.#pointAtLine(host, place.array, -1)
    return toPlain(this.#attempt(expression, place, name, host))
  }

  #attempt(expression: string, place: Place, name: string, host: RuleHost): unknown {
    try {
      return this.#compile(expression, place).run(host.variables)
    } catch (error) {
      const { code, summary } = describeError(error)
      const isQuiet = code === 'no_such_key' && (name === 'value' || name.startsWith('default ') || name.startsWith('stamp '))
      if (!isQuiet) this.#onRuleError({ type: this.manifest.id, rule: name, expression, message: summary, code, absent: code === 'no_such_key' })
      return undefined
    }
  }

  #compile(expression: string, place: Place): CompiledExpression {
    const key = `${place.at} ${'array' in place ? String(place.array) : ''} ${'to' in place ? place.to : ''} ${expression}`
    let compiled = this.#expressions.get(key)
    if (compiled === undefined) this.#expressions.set(key, (compiled = this.#language.compile(this.manifest.id, place, expression)))
    return compiled
  }

  /** Evaluates what row conditions compare with: it reads no record, only who asks and, for a lookup, the document at hand. */
  #evaluator(ctx?: RuleContext): ExpressionEvaluator {
    const hosts = new WeakMap<object, RuleHost>()
    const hostFor = (variables: Record<string, unknown>): RuleHost => {
      let host = hosts.get(variables)
      if (host === undefined) hosts.set(variables, (host = this.#hostOf((variables['doc'] ?? {}) as Doc, contextOf(variables, ctx))))
      return host
    }
    return {
      test: (expression, variables) => this.#attempt(expression, ANYWHERE, 'rows', hostFor(variables)) === true,
      value: (expression, variables) => toPlain(this.#attempt(expression, ANYWHERE, 'rows', hostFor(variables))),
    }
  }

  #findRequired(action: string | undefined): RequiredContext {
    const lists = new Set<string>()
    const lookups = new Set<string>()
    let settings = false
    for (const { source, path: [part, name] } of expressionsOf(this.manifest)) {
      if (action !== undefined && part === 'rules' && !isAskedFor(this.manifest.rules[String(name)], action)) continue
      for (const [root, name] of dependenciesOf(source)) {
        if (root === 'settings') settings = true
        if (root === 'lists') for (const list of name === undefined ? Object.keys(this.manifest.lists) : [name]) lists.add(list)
        if (root === 'lookups') for (const lookup of name === undefined ? Object.keys(this.manifest.lookups) : [name]) lookups.add(lookup)
      }
    }
    const known = (names: Set<string>, declared: Record<string, unknown>): string[] => [...names].filter((name) => Object.hasOwn(declared, name))
    return { lists: known(lists, this.manifest.lists), lookups: known(lookups, this.manifest.lookups), settings }
  }
}

/** Whether checking a document for the action evaluates the rule: fills are for people who enter, and `for` narrows what is demanded. */
function isAskedFor(rule: ResolvedRule | undefined, action: string): boolean {
  if (rule?.effect === 'fill') return false
  const isDemand = rule?.effect === 'check' || rule?.effect === 'required'
  return !isDemand || rule.for === undefined || rule.for.includes(action)
}

/** What row conditions may compare with: the context without the document. */
function surroundings({ user, settings, company, today, now }: RuleContext): Record<string, unknown> {
  return { user, settings, company, today, now: now ?? startOf(today) }
}

/** The context of a row condition: as given, or who asks alone. */
function contextOf(variables: Record<string, unknown>, ctx: RuleContext | undefined): RuleContext {
  const nobody: RuleContext = ctx ?? {
    user: { id: '', email: '', name: '', company: '', roles: [], isNavuser: false, isApprover: false },
    settings: {}, company: { code: '', name: '', currency: '' }, today: '', ref: () => undefined, lists: {},
  }
  const { user, settings, company, today, now, input } = variables as Partial<RuleContext>
  return { ...nobody, ...(user && { user }), ...(settings && { settings }), ...(company && { company }), ...(today && { today }), ...(now && { now }), ...(input && { input }) }
}

function fieldStates(runtime: RuleRuntime): Record<string, FieldState> {
  const fields: Record<string, FieldState> = {}
  for (const cell of runtime.header.cells) fields[cell.plan.name] = cell.state
  for (const [array, plans] of Object.entries(runtime.plan.lines)) {
    for (const plan of plans) fields[`${array}.*.${plan.name}`] = plan.base
    for (const scope of runtime.lines[array] ?? []) for (const cell of scope.cells) {
      if (!sameState(cell.state, cell.plan.base)) fields[runtime.pathOf(cell)] = cell.state
    }
  }
  return fields
}

function sameState(left: FieldState, right: FieldState): boolean {
  return left === right || (left.visible === right.visible && left.enabled === right.enabled && left.required === right.required && left.locked === right.locked && left.label === right.label)
}
