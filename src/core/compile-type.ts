import type { Actor, RecordRelation } from './access/actor.ts'
import { findingAvailableActions } from './access/available-actions.ts'
import { RowConditions, grantConstants } from './access/row-conditions.ts'
import type { FigureOperands } from './access/row-conditions.ts'
import type { RowPredicate } from './access/row-predicate.ts'
import type { CompiledType, ProjectionContext, RecordReference, Refusal, RequiredContext } from './compiled-type.ts'
import { acceptingInput, askedShape, checkInput, inputReferences, type Entered } from './document/accept-input.ts'
import { accepting, type Accepted } from './document/accept.ts'
import { redactedFields, redactedInLists, type FieldPaths, type Reader } from './redaction/redacted-fields.ts'
import type { Doc, Json, JsonObject } from './document/json.ts'
import { message } from './document/messages.ts'
import { project } from './redaction/project.ts'
import type { StoredRecord } from './document/stored-record.ts'
import type { FieldIssue } from './errors.ts'
import type { RuleContext } from './expressions/context.ts'
import type { OnRuleError } from './expressions/functions.ts'
import type { KnownRecords } from './expressions/known-records.ts'
import type { Language } from './expressions/language.ts'
import type { RuleHost } from './expressions/rule-host.ts'
import { ANYWHERE, TypeExpressions } from './expressions/type-expressions.ts'
import { formSchema } from './form/form-schema.ts'
import type { ResolvedDocumentType, ResolvedShape, Verb } from './manifest/resolve/resolved.ts'
import { runToCompletion, onePiece } from './pieces.ts'
import type { Pieces } from './pieces.ts'
import { findingFailedChecks, findingInputBounds, unavailableInInput, rulesForAction } from './rules/action-checks.ts'
import type { InputBounds } from './rules/bound.ts'
import { DocumentRules } from './rules/document-rules.ts'
import type { EvaluateOptions, Evaluation, FormSession } from './rules/evaluation.ts'
import { createSession } from './rules/form-session.ts'
import { firstValueReads, type FirstValueReads } from './rules/first-values.ts'
import { choosesOwner, makingHeader, makingLine, stamping } from './rules/new-records.ts'
import { makingLive } from './rules/live-fields.ts'
import { toneAt } from './rules/tones.ts'
import { inputOptionAllowed, optionAllowed } from './rules/option-rules.ts'
import { findingReferenceIssues, readsThroughRecords, referencesOf } from './rules/references.ts'
import { actionContextOf, requiredContextOf } from './rules/required-context.ts'
import { initialState } from './rules/starting-values.ts'
import type { RuleTrace } from './rules/trace.ts'

/** What an action without a dialog takes: any name sent is unknown. */
const NO_INPUT: ResolvedShape = { name: 'input', required: [], fields: {} }

/** Compiles one document type. It knows other types only through the language. */
export function compileType(manifest: ResolvedDocumentType, language: Language, onRuleError: OnRuleError): CompiledType {
  return new Compiled(manifest, language, onRuleError)
}

/** Delegates each method to the module that implements it. `CompiledType` documents the methods. */
class Compiled implements CompiledType {
  readonly manifest: ResolvedDocumentType
  readonly #records: KnownRecords
  readonly #planning: () => Pieces<DocumentRules>
  readonly #expressions: TypeExpressions
  readonly #rows: RowConditions
  readonly #required = new Map<string, RequiredContext>()
  #planned: DocumentRules | undefined
  #isReachingFurther: boolean | undefined
  #firstValues: FirstValueReads | undefined

  constructor(manifest: ResolvedDocumentType, language: Language, onRuleError: OnRuleError) {
    this.manifest = manifest
    this.#records = language.records
    this.#planning = () => DocumentRules.planning(manifest, language, onRuleError)
    this.#expressions = new TypeExpressions(manifest, language, onRuleError)
    this.#rows = new RowConditions(this.#records, manifest, this.#expressions)
  }

  get #rules(): DocumentRules { return this.#planned ??= runToCompletion(this.#planning()) }

  prepare(): void { void this.#rules }

  evaluate(doc: Doc, ctx: RuleContext, options?: EvaluateOptions): Evaluation { return runToCompletion(this.evaluating(doc, ctx, options)) }

  evaluating(doc: Doc, ctx: RuleContext, options?: EvaluateOptions): Pieces<Evaluation> { return this.#rules.evaluating(doc, ctx, options) }

  trace(doc: Doc, ctx: RuleContext, options?: EvaluateOptions): RuleTrace[] { return this.#rules.trace(doc, ctx, options) }

  recomputeComputedFields(doc: Doc, ctx: RuleContext): Doc { return runToCompletion(this.recomputingComputedFields(doc, ctx)) }

  recomputingComputedFields(doc: Doc, ctx: RuleContext): Pieces<Doc> { return this.#rules.recomputingComputedFields(doc, ctx) }

  recomputeIndexed(doc: Doc, ctx: RuleContext, onFailure: OnRuleError): Doc { return this.#rules.recomputeIndexed(doc, ctx, onFailure) }

  recomputingAllValues(doc: Doc, ctx: RuleContext): Pieces<Doc> { return this.#rules.recomputingAllValues(doc, ctx) }

  label(path: string, doc: Doc, ctx: RuleContext): string { return this.#rules.labels(doc, ctx)(path) }

  session(doc: Doc, ctx: RuleContext, options: EvaluateOptions = {}): FormSession { return runToCompletion(this.startingSession(doc, ctx, options)) }

  *startingSession(doc: Doc, ctx: RuleContext, { action = 'save' }: EvaluateOptions = {}): Pieces<FormSession> {
    const starting = (started: Doc, context: RuleContext, by: string) => this.#rules.evaluatingRuntime(started, context, { action: by, looksAhead: true })
    this.#planned ??= yield* this.#planning()
    return createSession({
      start: (started, context, by) => runToCompletion(starting(started, context, by)),
      newLine: (array, document, context) => this.newLine(array, document, context),
    }, yield* starting(doc, ctx, action))
  }

  newDocument(ctx: RuleContext): Doc { return runToCompletion(this.makingDocument(ctx)) }

  *makingDocument(ctx: RuleContext): Pieces<Doc> {
    this.#planned ??= yield* this.#planning()
    return yield* this.recomputingAllValues(yield* makingHeader(this.manifest, this.#expressions, ctx), ctx)
  }

  newLine(arrayField: string, doc: Doc, ctx: RuleContext): JsonObject { return runToCompletion(makingLine(this.manifest, this.#expressions, arrayField, doc, ctx)) }

  stamp(doc: Doc, ctx: RuleContext): Doc { return runToCompletion(this.stamping(doc, ctx)) }

  stamping(doc: Doc, ctx: RuleContext): Pieces<Doc> { return stamping(this.manifest, this.#expressions, doc, ctx) }

  refsOf(doc: Doc, loaded?: RuleContext['ref']): RecordReference[] {
    this.#isReachingFurther ??= readsThroughRecords(this.#records, this.manifest)
    return referencesOf(this.#records, this.manifest, doc, this.#isReachingFurther ? loaded : undefined)
  }

  refIssues(doc: Doc, ctx: RuleContext): FieldIssue[] { return runToCompletion(this.findingRefIssues(doc, ctx, this.#rules.labels(doc, ctx))) }

  findingRefIssues(doc: Doc, ctx: RuleContext, label: (path: string) => string): Pieces<FieldIssue[]> {
    // One host for all references: otherwise a document of many lines would create one per line.
    const host = this.#expressions.hostOf(doc, ctx)
    const allowed = (path: string, option: JsonObject): boolean => optionAllowed(this.manifest, this.#expressions, host, path, option)
    return findingReferenceIssues(this.manifest, doc, ctx, allowed, label)
  }

  requiredContext(action?: string): RequiredContext { return this.#requiredOnce(action ?? '', () => requiredContextOf(this.manifest, action)) }

  actionContext(action: string): RequiredContext { return this.#requiredOnce(`do ${action}`, () => actionContextOf(this.manifest, action)) }

  optionAllowed(path: string, option: JsonObject, doc: Doc, ctx: RuleContext): boolean {
    const host = this.#expressions.hostOf(doc, ctx)
    const ask = path.startsWith('action:') ? inputOptionAllowed : optionAllowed
    return ask(this.manifest, this.#expressions, host, path, option)
  }

  inputRefs(action: string, sent: Json | undefined): RecordReference[] {
    const shape = this.#inputOf(action)
    return shape === undefined ? [] : inputReferences(shape, sent)
  }

  askedInput(action: string, doc: Doc, ctx: RuleContext): ResolvedShape {
    const shape = askedShape(this.#inputOf(action) ?? NO_INPUT, (condition) => this.test(condition, doc, ctx))
    return { ...shape, fields: Object.fromEntries(Object.entries(shape.fields).filter(([, { hidden }]) => !hidden)) }
  }

  checkInput(action: string, sent: Json | undefined, ctx: RuleContext): Entered {
    return checkInput(this.manifest, this.#inputOf(action) ?? NO_INPUT, sent, { timeZone: ctx.company.timeZone, settings: ctx.settings })
  }

  acceptInput(action: string, sent: Json | undefined, doc: Doc, ctx: RuleContext): Entered { return runToCompletion(this.acceptingInput(action, sent, doc, ctx)) }

  *acceptingInput(action: string, sent: Json | undefined, doc: Doc, ctx: RuleContext): Pieces<Entered> {
    const shape = this.#inputOf(action) ?? NO_INPUT
    const allowed = (field: string, option: JsonObject): boolean => this.optionAllowed(`action:${action}.${field}`, option, doc, ctx)
    return yield* acceptingInput(this.manifest, shape, sent, { timeZone: ctx.company.timeZone, ref: ctx.ref, settings: ctx.settings, allowed, test: (condition) => this.test(condition, doc, ctx) })
  }

  inputBounds(action: string, doc: Doc, ctx: RuleContext): InputBounds { return runToCompletion(findingInputBounds(this.manifest, this.#expressions, action, doc, ctx)) }

  unavailableInInput(action: string, field: string, doc: Doc, ctx: RuleContext): ((day: string) => string | undefined) | undefined {
    return unavailableInInput(this.manifest, this.#expressions, { action, field }, doc, ctx)
  }

  actionIssues(action: string, before: Doc, after: Doc | undefined, ctx: RuleContext): FieldIssue[] { return runToCompletion(this.findingActionIssues(action, before, after, ctx)) }

  *findingActionIssues(action: string, before: Doc, after: Doc | undefined, ctx: RuleContext): Pieces<FieldIssue[]> {
    const failed = yield* findingFailedChecks(this.manifest, this.#expressions, action, before, ctx)
    const named = rulesForAction(this.manifest, action)
    if (after === undefined || named.length === 0) return failed
    const { issues } = yield* this.evaluating(after, ctx, { action })
    return [...failed, ...issues.filter((issue) => named.includes(issue.rule))]
  }

  test(expression: string, doc: Doc, ctx: RuleContext): boolean {
    return this.#expressions.test(expression, ANYWHERE, 'condition', this.#expressions.hostOf(doc, ctx))
  }

  value(expression: string, doc: Doc, ctx: RuleContext): Json | undefined {
    return this.#expressions.value(expression, ANYWHERE, 'value', this.#expressions.hostOf(doc, ctx))
  }

  testingEach(expression: string, array: string, doc: Doc, ctx: RuleContext, isWanted?: readonly boolean[]): Pieces<boolean[]> {
    return this.#expressions.evaluatingPerLine(doc, ctx, array, (place, host, index) => onePiece(() => isWanted?.[index] !== false && this.#expressions.test(expression, place, 'condition', host)))
  }

  findingValuesOfEach(expressions: Record<string, string>, array: string, doc: Doc, ctx: RuleContext, isWanted?: readonly boolean[]): Pieces<JsonObject[]> {
    return this.#expressions.evaluatingPerLine(doc, ctx, array, (place, host, index) => (isWanted?.[index] === false ? onePiece(() => ({})) : this.#expressions.findingValues(expressions, place, host)))
  }

  testing(expression: string, doc: Doc, ctx: RuleContext): Pieces<boolean> { return onePiece(() => this.test(expression, doc, ctx)) }

  findingValues(expressions: Record<string, string>, doc: Doc, ctx: RuleContext): Pieces<JsonObject> {
    return this.#expressions.findingValues(expressions, ANYWHERE, this.#expressions.hostOf(doc, ctx))
  }

  whereOfEach(lookup: string, doc: Doc, ctx: RuleContext): RowPredicate[] { return runToCompletion(this.findingWhereOfEach(lookup, doc, ctx)) }

  findingWhereOfEach(lookup: string, doc: Doc, ctx: RuleContext): Pieces<RowPredicate[]> { return this.#rows.findingOfEachLine(lookup, doc, ctx) }

  figureOf(lookup: string): FigureOperands { return this.#rows.figureOf(lookup) }

  rowsOfType(of: string, where: string, doc: Doc, ctx: RuleContext): RowPredicate { return this.#rows.ofType(of, where, doc, ctx) }

  makingLive(doc: Doc, ctx: RuleContext): Pieces<Doc> { return makingLive(this.manifest, this.#expressions, doc, ctx) }

  tone(path: string, doc: Doc, ctx: RuleContext): string | undefined { return toneAt(this.manifest, this.#expressions, this.#expressions.hostOf(doc, ctx), path) }

  rowPredicate(actor: Actor, verb: Verb, ctx?: RuleContext): RowPredicate { return this.#rows.granted(actor, verb, ctx) }

  whereOf(name: 'list' | 'lookup', key: string, ctxDoc: Doc | undefined, ctx: RuleContext): RowPredicate { return this.#rows.ofNamed(name, key, ctxDoc, ctx) }

  rowsWhere(where: string, ctx: RuleContext): RowPredicate { return this.#rows.where(where, ctx) }

  actions(doc: Doc, ctx: RuleContext, relation: RecordRelation, isNew: boolean): { allowed: string[]; refused: Record<string, Refusal> } {
    return runToCompletion(this.findingActions(doc, ctx, relation, isNew))
  }

  findingActions(doc: Doc, ctx: RuleContext, relation: RecordRelation, isNew: boolean): Pieces<{ allowed: string[]; refused: Record<string, Refusal> }> {
    const held = doc[this.manifest.stateField]
    const stored = typeof held === 'string' ? held : (initialState(this.manifest) ?? '')
    const state = isNew ? 'new' : stored
    let host: RuleHost | undefined
    const test = (expression: string): boolean => this.#expressions.test(expression, ANYWHERE, 'condition', (host ??= this.#expressions.hostOf(doc, ctx)))
    return findingAvailableActions({ manifest: this.manifest, doc, state, relation, actor: ctx.user, test })
  }

  project(record: StoredRecord, actor: Actor, context: ProjectionContext = {}): JsonObject {
    return project(this.manifest, record, this.#reader(actor, context))
  }

  redacted(record: StoredRecord | undefined, actor: Actor, context: ProjectionContext = {}): FieldPaths {
    return redactedFields(this.manifest, record, this.#reader(actor, context))
  }

  redactedInLists(actor: Actor, ctx: RuleContext): FieldPaths { return redactedInLists(this.manifest, this.#reader(actor, { ctx })) }

  accept(wire: unknown, stored: Doc | undefined, ctx: RuleContext, redacted?: FieldPaths): Accepted { return runToCompletion(this.accepting(wire, stored, ctx, redacted)) }

  *accepting(wire: unknown, stored: Doc | undefined, ctx: RuleContext, redacted?: FieldPaths): Pieces<Accepted> {
    const { timeZone } = ctx.company
    const fresh = stored === undefined ? { fresh: yield* this.stamping(yield* this.makingDocument(ctx), ctx) } : {}
    return yield* accepting(this.manifest, wire, stored, { ...fresh, makingLine: this.#linesFor(stored, ctx), timeZone, choosesOwner: choosesOwner(this.manifest, ctx.user), ...(redacted === undefined ? {} : { redacted }) })
  }

  /** Creates the new lines of a document that is accepted. */
  #linesFor(stored: Doc | undefined, ctx: RuleContext): (array: string, header: Doc) => Pieces<JsonObject> {
    const { manifest } = this
    const expressions = this.#expressions
    const computing = (header: Doc): Pieces<Doc> => this.recomputingAllValues(header, ctx)
    const { linesOf } = (this.#firstValues ??= firstValueReads(manifest))
    let computedHeader: Doc | undefined
    return function* (array, header) {
      // As on screen, a line starts from a header whose values are computed. Fields that it inherits are sent by the client or taken from
      // the stored header.
      return yield* makingLine(manifest, expressions, array, linesOf.has(array) ? (computedHeader ??= yield* computing(header)) : header, ctx, stored ?? {})
    }
  }

  firstValuesReadRecords(): boolean { return (this.#firstValues ??= firstValueReads(this.manifest)).readRecords }

  formSchema(section?: string): { schema: JsonObject; uiSchema: JsonObject } { return formSchema(this.manifest, section) }

  message(key: string, values: Record<string, Json>, timeZone?: string): string { return message(this.manifest, key, values, timeZone) }

  #requiredOnce(name: string, find: () => RequiredContext): RequiredContext {
    const known = this.#required.get(name) ?? find()
    this.#required.set(name, known)
    return known
  }

  #inputOf(action: string): ResolvedShape | undefined {
    return Object.hasOwn(this.manifest.actions, action) ? this.manifest.actions[action]?.input : undefined
  }

  #reader(actor: Actor, { ctx, assigned }: ProjectionContext): Reader {
    return { actor, evaluator: this.#rows.evaluator(ctx), constants: grantConstants(actor, ctx), ...(assigned === undefined ? {} : { assigned }) }
  }
}
