import type { Actor, RecordRelation } from './access/actor.ts'
import type { FigureOperands } from './access/row-conditions.ts'
import type { RowPredicate } from './access/row-predicate.ts'
import type { FieldPaths } from './redaction/redacted-fields.ts'
import type { Accepted } from './document/accept.ts'
import type { Entered } from './document/accept-input.ts'
import type { Doc, Json, JsonObject } from './document/json.ts'
import type { StoredRecord } from './document/stored-record.ts'
import type { FieldIssue } from './errors.ts'
import type { RuleContext } from './expressions/context.ts'
import type { OnRuleError } from './expressions/functions.ts'
import type { KnownRecords } from './expressions/known-records.ts'
import type { Catalogue, ResolvedDocumentType, ResolvedShape, Verb } from './manifest/resolve/resolved.ts'
import type { EvaluateOptions, Evaluation, FormSession } from './rules/evaluation.ts'
import type { InputBounds } from './rules/bound.ts'
import type { Pieces } from './pieces.ts'
import type { RuleTrace } from './rules/trace.ts'

/** A record that a document refers to. */
export interface RecordReference { type: string; key: string }

/** Why an action is refused: the state does not offer it, the actor may not perform it, or its condition does not hold. */
export type Refusal = 'state' | 'who' | 'when'

/** What the context must hold before `evaluate` is called. */
export interface RequiredContext {
  /** Names of the type's `lists` that expressions read. */
  lists: string[]
  /** Names of the type's `lookups` that expressions read. */
  lookups: string[]
  /** Those of the lookups that no other transaction may change meanwhile, because the outcome depends on them. */
  held: string[]
  /** Whether any expression reads settings. */
  settings: boolean
}

/** What determines, together with the record itself, which of the actor's grants cover it. */
export interface ProjectionContext {
  /** Settings, company and today, for row conditions that read them. */
  ctx?: RuleContext
  /** Keys of records on which the actor has an approval entry. */
  assigned?: ReadonlySet<string>
}

/**
 * One document type, compiled: the same decisions in the browser and on the server. Documents use inner field names. A method in -ing is a
 * generator that yields between pieces of work (pieces.ts).
 */
export interface CompiledType {
  manifest: ResolvedDocumentType
  /** Plans the rules now; otherwise that happens when they are needed first, which for a list in the browser is never. */
  prepare(): void
  /** Computes, clears and checks; leaves the given document unchanged. Never throws: a rule that fails denies and is reported. */
  evaluate(doc: Doc, ctx: RuleContext, options?: EvaluateOptions): Evaluation
  /** Generator version of `evaluate`. */
  evaluating(doc: Doc, ctx: RuleContext, options?: EvaluateOptions): Pieces<Evaluation>
  /** A document being edited, evaluated incrementally; the same results as `evaluate`. */
  session(doc: Doc, ctx: RuleContext, options?: EvaluateOptions): FormSession
  /** Generator version of `session`. */
  startingSession(doc: Doc, ctx: RuleContext, options?: EvaluateOptions): Pieces<FormSession>
  /** A new document with its defaults, in its initial state, with the rules applied. */
  newDocument(ctx: RuleContext): Doc
  /** Generator version of `newDocument`. */
  makingDocument(ctx: RuleContext): Pieces<Doc>
  /** A new line with its defaults and the values that it inherits from the header. */
  newLine(arrayField: string, doc: Doc, ctx: RuleContext): JsonObject
  /** The document with its `x-stamp` values and owner, as the server creates it. */
  stamp(doc: Doc, ctx: RuleContext): Doc
  /** Generator version of `stamp`. */
  stamping(doc: Doc, ctx: RuleContext): Pieces<Doc>
  /** Referenced records to load before `evaluate`. Given those loaded so far, also the records that rules reach through them. */
  refsOf(doc: Doc, loaded?: RuleContext['ref']): RecordReference[]
  /**
   * What expressions read besides the document; with an action, only what is evaluated when a document is checked for it, without fills.
   */
  requiredContext(action?: string): RequiredContext
  /** What performing an action reads if the document as a whole is not checked for it. */
  actionContext(action: string): RequiredContext
  /**
   * Whether the record may be chosen at the path (`x-ref.options`; `action:<id>.<field>` for an action's input); an expression that fails
   * refuses.
   */
  optionAllowed(path: string, option: JsonObject, doc: Doc, ctx: RuleContext): boolean
  /** The records that an action's input refers to. */
  inputRefs(action: string, sent: Json | undefined): RecordReference[]
  /** What an action asks for on this record: its input without the fields whose `x-when` is false. */
  askedInput(action: string, doc: Doc, ctx: RuleContext): ResolvedShape
  /**
   * Checks an action's input against the declarations of its fields: types, limits, choices. This is what a dialog can report before it
   * calls the server.
   */
  checkInput(action: string, sent: Json | undefined, ctx: RuleContext): Entered
  /**
   * Checks the input as the server accepts it: like `checkInput`, and whether the referenced records exist and may be chosen. Input to an
   * action that declares none is ignored.
   */
  acceptInput(action: string, sent: Json | undefined, doc: Doc, ctx: RuleContext): Entered
  /** Generator version of `acceptInput`. */
  acceptingInput(action: string, sent: Json | undefined, doc: Doc, ctx: RuleContext): Pieces<Entered>
  /** The minimum and maximum of each field of an action's input that its checks bound, as far as they can be evaluated here. */
  inputBounds(action: string, doc: Doc, ctx: RuleContext): InputBounds
  /**
   * Returns a function that gives the reason why a day cannot be chosen in a date field of an action's input, or undefined for a day that
   * can. Returns undefined if no check excludes days.
   */
  unavailableInInput(action: string, field: string, doc: Doc, ctx: RuleContext): ((day: string) => string | undefined) | undefined
  /**
   * What prevents an action: its `checks` over the document as it is, and rules that name it in `for` over the document as it leaves it
   * (`after`). Pass undefined as `after` if the document was just evaluated for the action and found valid.
   */
  actionIssues(action: string, before: Doc, after: Doc | undefined, ctx: RuleContext): FieldIssue[]
  /** Generator version of `actionIssues`. */
  findingActionIssues(action: string, before: Doc, after: Doc | undefined, ctx: RuleContext): Pieces<FieldIssue[]>
  /** The document with its computed values recalculated and nothing else changed. */
  recomputeComputedFields(doc: Doc, ctx: RuleContext): Doc
  /** Generator version of `recomputeComputedFields`. */
  recomputingComputedFields(doc: Doc, ctx: RuleContext): Pieces<Doc>
  /**
   * The document with the fields of `recomputedFields` recalculated and nothing else changed. `onFailure` is called for each whose expression
   * fails; it is then empty. An empty field that an expression reads is no failure.
   */
  recomputeIndexed(doc: Doc, ctx: RuleContext, onFailure: OnRuleError): Doc
  /** The document with its values computed by all rules that write, in pieces. States of fields and issues are not evaluated. */
  recomputingAllValues(doc: Doc, ctx: RuleContext): Pieces<Doc>
  /** The display name of the field at a path, as the document is now: a label rule's caption, otherwise the title. */
  label(path: string, doc: Doc, ctx: RuleContext): string
  /** For the server: issues of references changed since `ctx.prev` that name no known record, or one that may not be chosen. */
  refIssues(doc: Doc, ctx: RuleContext): FieldIssue[]
  /** Generator version of `refIssues`. `label` gives the display name of the field at a path. */
  findingRefIssues(doc: Doc, ctx: RuleContext, label: (path: string) => string): Pieces<FieldIssue[]>
  /** Evaluates a boolean expression of the manifest (`when` of a section, action, step, print); a failure is false and is reported. */
  test(expression: string, doc: Doc, ctx: RuleContext): boolean
  /** Generator version of `test`: a single piece. */
  testing(expression: string, doc: Doc, ctx: RuleContext): Pieces<boolean>
  /** Like `test`, for an expression that reads a line: one result for every line of the array, in pieces; false for a line that is not wanted. */
  testingEach(expression: string, array: string, doc: Doc, ctx: RuleContext, isWanted?: readonly boolean[]): Pieces<boolean[]>
  /** The values of expressions that read a line, by name: one set for every line of the array, in pieces; none for a line that is not wanted. */
  findingValuesOfEach(expressions: Record<string, string>, array: string, doc: Doc, ctx: RuleContext, isWanted?: readonly boolean[]): Pieces<JsonObject[]>
  /** The value of an expression of the manifest (`sets`, `posts`, a step's employee or limit); undefined if it is empty or fails. */
  value(expression: string, doc: Doc, ctx: RuleContext): Json | undefined
  /** The values of several expressions, by name; yields after each. Those that are empty or fail are left out. */
  findingValues(expressions: Record<string, string>, doc: Doc, ctx: RuleContext): Pieces<JsonObject>
  /** The colour in which the value at a path is shown (`x-tone`); undefined if none. */
  tone(path: string, doc: Doc, ctx: RuleContext): string | undefined
  /** Each rule, whether it applied and its result; for documentation, tests and support. */
  trace(doc: Doc, ctx: RuleContext, options?: EvaluateOptions): RuleTrace[]
  /**
   * The rows on which the actor has the verb: the union over their roles; `never` if none grants it. The context gives settings, company
   * and today to conditions that read them.
   */
  rowPredicate(actor: Actor, verb: Verb, ctx?: RuleContext): RowPredicate
  /** The rows for which a condition over `row`, user, settings and company holds; `never` for one that the database cannot apply. */
  rowsWhere(where: string, ctx: RuleContext): RowPredicate
  /** The row condition of a named list or lookup. */
  whereOf(name: 'list' | 'lookup', key: string, ctxDoc: Doc | undefined, ctx: RuleContext): RowPredicate
  /** Which figure a lookup computes over the records that meet its condition. */
  figureOf(lookup: string): FigureOperands
  /** The row condition of a lookup with `each`, for every line of its array. */
  whereOfEach(lookup: string, doc: Doc, ctx: RuleContext): RowPredicate[]
  /** Generator version of `whereOfEach`. */
  findingWhereOfEach(lookup: string, doc: Doc, ctx: RuleContext): Pieces<RowPredicate[]>
  /** The rows of another type for which a condition over `row` and the document holds. */
  rowsOfType(of: string, where: string, doc: Doc, ctx: RuleContext): RowPredicate
  /** The document with its `x-live` fields computed, in pieces; without these fields if the context has no figures. */
  makingLive(doc: Doc, ctx: RuleContext): Pieces<Doc>
  /** The actions that the person may perform now, and why the others are refused. */
  actions(doc: Doc, ctx: RuleContext, relation: RecordRelation, isNew: boolean): { allowed: string[]; refused: Record<string, Refusal> }
  /** Generator version of `actions`. */
  findingActions(doc: Doc, ctx: RuleContext, relation: RecordRelation, isNew: boolean): Pieces<{ allowed: string[]; refused: Record<string, Refusal> }>
  /** The record by wire names: allow-listed, without the fields redacted for the actor's roles, with `_rev`. */
  project(record: StoredRecord, actor: Actor, context?: ProjectionContext): JsonObject
  /** Paths of the fields that are redacted for the actor in the record; without a record, those that they may not set on a new one. */
  redacted(record: StoredRecord | undefined, actor: Actor, context?: ProjectionContext): FieldPaths
  /** Paths by which the actor may not sort, filter or search a list: those redacted for them on any of its rows. */
  redactedInLists(actor: Actor, ctx: RuleContext): FieldPaths
  /** Reads a record by wire names into inner names. Unknown and redacted fields, wrong types and changed read-only fields become issues. */
  accept(wire: unknown, stored: Doc | undefined, ctx: RuleContext, redacted?: FieldPaths): Accepted
  /** Generator version of `accept`. */
  accepting(wire: unknown, stored: Doc | undefined, ctx: RuleContext, redacted?: FieldPaths): Pieces<Accepted>
  /**
   * Whether an `x-default` or `x-stamp` reads lists or other records, directly or through computed values; `accept` and `stamp` then need
   * these in their context.
   */
  firstValuesReadRecords(): boolean
  /** JSON Schema and UI schema for rjsf: of the header sections, of one section, or of an action's input (`action:<id>`). */
  formSchema(section?: string): { schema: JsonObject; uiSchema: JsonObject }
  /**
   * A message of the manifest, otherwise the built-in one, with its placeholders filled; date-times are shown in the time zone, otherwise
   * in UTC.
   */
  message(key: string, values: Record<string, Json>, timeZone?: string): string
}

/** All document types of a catalogue, each compiled on first use. */
export interface Engine {
  catalogue: Catalogue
  /** What expressions know about the catalogue's records; the same object for engines that know the same. */
  records: KnownRecords
  /** @throws UnknownTypeError */
  type(id: string): CompiledType
  has(id: string): boolean
}
