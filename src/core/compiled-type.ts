import type { Actor, Standing } from './access/actor.ts'
import type { FigureOperands } from './access/row-conditions.ts'
import type { RowPredicate } from './access/row-predicate.ts'
import type { FieldPaths } from './redaction/redacted-fields.ts'
import type { Accepted } from './document/accept.ts'
import type { Entered } from './document/accept-input.ts'
import type { Doc, Json, JsonObject } from './document/json.ts'
import type { StoredRecord } from './document/stored-record.ts'
import type { FieldIssue } from './errors.ts'
import type { RuleContext } from './expressions/context.ts'
import type { KnownRecords } from './expressions/known-records.ts'
import type { Catalogue, ResolvedDocumentType, Verb } from './manifest/resolve/resolved.ts'
import type { EvaluateOptions, Evaluation, FormSession } from './rules/evaluation.ts'
import type { InputBounds } from './rules/bound.ts'
import type { Pieces } from './pieces.ts'
import type { RuleTrace } from './rules/trace.ts'

/** A record that a document refers to. */
export interface RecordReference { type: string; key: string }

/** Why an action is refused: the state does not offer it, the person may not, or its condition does not hold. */
export type Refusal = 'state' | 'who' | 'when'

/** What the context must hold before `evaluate` is asked. */
export interface RequiredContext {
  /** Names of the type's `lists` that expressions read. */
  lists: string[]
  /** Names of the type's `lookups` that expressions read. */
  lookups: string[]
  /** Those of the lookups that no other transaction may change meanwhile, because what is done rests on them. */
  held: string[]
  /** Whether any expression reads settings. */
  settings: boolean
}

/** What decides which of the actor's grants cover a record, beside the record. */
export interface ProjectionBeside {
  /** Settings, company and today, for row conditions that read them. */
  ctx?: RuleContext
  /** Keys of records on which the actor has an approval entry. */
  assigned?: ReadonlySet<string>
}

/** One document type, compiled: the same decisions in the browser and on the server. Documents are by inner field names. */
export interface CompiledType {
  manifest: ResolvedDocumentType
  /** Computes, clears and checks; the document given is left as it is. Never throws: a rule that fails denies and is reported. */
  evaluate(doc: Doc, ctx: RuleContext, options?: EvaluateOptions): Evaluation
  /** The same in pieces. */
  evaluating(doc: Doc, ctx: RuleContext, options?: EvaluateOptions): Pieces<Evaluation>
  /** A document being edited, worked out incrementally; the same results as `evaluate`. */
  session(doc: Doc, ctx: RuleContext, options?: EvaluateOptions): FormSession
  /** A new document with its defaults, in its initial state, by the rules. */
  newDocument(ctx: RuleContext): Doc
  /** The same in pieces. */
  makingDocument(ctx: RuleContext): Pieces<Doc>
  /** A new line with its defaults and what it inherits from the header. */
  newLine(arrayField: string, doc: Doc, ctx: RuleContext): JsonObject
  /** The document with its `x-stamp` values and owner, as the server creates it. */
  stamp(doc: Doc, ctx: RuleContext): Doc
  /** The same in pieces. */
  stamping(doc: Doc, ctx: RuleContext): Pieces<Doc>
  /** Referred records to load before `evaluate`; with what is loaded already, those that rules reach through it. */
  refsOf(doc: Doc, loaded?: RuleContext['ref']): RecordReference[]
  /** What expressions read beside the document; with an action only what checking a document for it evaluates, without fills. */
  requiredContext(action?: string): RequiredContext
  /** What doing an action reads where the document is not checked as a whole for it. */
  actionContext(action: string): RequiredContext
  /** Whether the record may be chosen at the path (`x-ref.options`; `action:<id>.<field>` for an action's input); a failure refuses. */
  optionAllowed(path: string, option: JsonObject, doc: Doc, ctx: RuleContext): boolean
  /** The records that an action's input names. */
  inputRefs(action: string, sent: Json | undefined): RecordReference[]
  /** An action's input by the declaration of its fields: types, limits, choices. What a dialog can say before the server is asked. */
  checkInput(action: string, sent: Json | undefined, ctx: RuleContext): Entered
  /** The same as the server takes it, with the records that are named and whether they may be chosen. An action without input takes none. */
  acceptInput(action: string, sent: Json | undefined, doc: Doc, ctx: RuleContext): Entered
  /** The same in pieces. */
  acceptingInput(action: string, sent: Json | undefined, doc: Doc, ctx: RuleContext): Pieces<Entered>
  /** The least and the greatest value of each field of an action's input that its checks bound, as far as they can be worked out here. */
  inputBounds(action: string, doc: Doc, ctx: RuleContext): InputBounds
  /** How a date field of an action's input tells why a day cannot be chosen, nothing of one that can be; undefined where no check closes days. */
  unavailableInInput(action: string, field: string, doc: Doc, ctx: RuleContext): ((day: string) => string | undefined) | undefined
  /**
   * What keeps an action from being done: its `checks` over the document as it is, and rules that name it in `for` over the
   * document as it leaves it; `undefined` for one that was evaluated for the action just now and found right.
   */
  actionIssues(action: string, before: Doc, after: Doc | undefined, ctx: RuleContext): FieldIssue[]
  /** The same in pieces. */
  findingActionIssues(action: string, before: Doc, after: Doc | undefined, ctx: RuleContext): Pieces<FieldIssue[]>
  /** The document with its computed values worked out anew and nothing else touched. */
  recompute(doc: Doc, ctx: RuleContext): Doc
  /** The same in pieces. */
  recomputing(doc: Doc, ctx: RuleContext): Pieces<Doc>
  /** The document with its values worked out by all rules that write, in pieces; nothing is said of its fields. */
  workingOut(doc: Doc, ctx: RuleContext): Pieces<Doc>
  /** What people call the field at a path here and now: a label rule's caption, else the title. */
  label(path: string, doc: Doc, ctx: RuleContext): string
  /** For the server: references changed since `ctx.prev` that name no known record, or one that may not be chosen. */
  refIssues(doc: Doc, ctx: RuleContext): FieldIssue[]
  /** The same in pieces. `label`: what people call the field at a path. */
  findingRefIssues(doc: Doc, ctx: RuleContext, label: (path: string) => string): Pieces<FieldIssue[]>
  /** A boolean expression of the manifest (`when` of a section, action, step, print); a failure is false and reported. */
  test(expression: string, doc: Doc, ctx: RuleContext): boolean
  /** The same as a piece. */
  testing(expression: string, doc: Doc, ctx: RuleContext): Pieces<boolean>
  /** The same of an expression that reads a line; one for every line of the array, in pieces. */
  testingEach(expression: string, array: string, doc: Doc, ctx: RuleContext): Pieces<boolean[]>
  /** The values of expressions that read a line, by name; one set for every line of the array, in pieces. */
  workingOutEach(expressions: Record<string, string>, array: string, doc: Doc, ctx: RuleContext): Pieces<JsonObject[]>
  /** The value of an expression of the manifest (`sets`, `posts`, a step's employee or limit); undefined when empty or failed. */
  value(expression: string, doc: Doc, ctx: RuleContext): Json | undefined
  /** The same of several, by name, an expression a piece; what is empty or failed is left out. */
  workingOutValues(expressions: Record<string, string>, doc: Doc, ctx: RuleContext): Pieces<JsonObject>
  /** The colour in which the value at a path is read (`x-tone`); undefined for none. */
  tone(path: string, doc: Doc, ctx: RuleContext): string | undefined
  /** Each rule, whether it applied and what it gave; for documentation, tests and support. */
  trace(doc: Doc, ctx: RuleContext, options?: EvaluateOptions): RuleTrace[]
  /** Union over the actor's roles; `never` when none grants the verb. The context gives settings, company and today to conditions that read them. */
  rowPredicate(actor: Actor, verb: Verb, ctx?: RuleContext): RowPredicate
  /** The rows for which a condition over `row`, user, settings and company holds; `never` for one that the database cannot apply. */
  rowsWhere(where: string, ctx: RuleContext): RowPredicate
  /** The condition of a named list or lookup. */
  whereOf(name: 'list' | 'lookup', key: string, ctxDoc: Doc | undefined, ctx: RuleContext): RowPredicate
  /** What a lookup is of the records that meet its condition. */
  figureOf(lookup: string): FigureOperands
  /** The condition of a lookup with `each`, for every line of its array. */
  whereOfEach(lookup: string, doc: Doc, ctx: RuleContext): RowPredicate[]
  /** The same in pieces. */
  findingWhereOfEach(lookup: string, doc: Doc, ctx: RuleContext): Pieces<RowPredicate[]>
  /** The rows of another type for which a condition over `row` and the document holds. */
  rowsOfType(of: string, where: string, doc: Doc, ctx: RuleContext): RowPredicate
  /** The document with its `x-live` fields worked out, in pieces; with a context without figures, without them. */
  makingLive(doc: Doc, ctx: RuleContext): Pieces<Doc>
  /** What the person may do now, and why not the rest. */
  actions(doc: Doc, ctx: RuleContext, standing: Standing, isNew: boolean): { allowed: string[]; refused: Record<string, Refusal> }
  /** The same in pieces. */
  findingActions(doc: Doc, ctx: RuleContext, standing: Standing, isNew: boolean): Pieces<{ allowed: string[]; refused: Record<string, Refusal> }>
  /** Inner record to wire, allow-listed, without the fields redacted for the actor's roles, with `_rev`. */
  project(record: StoredRecord, actor: Actor, beside?: ProjectionBeside): JsonObject
  /** Paths of the fields that the actor does not get of the record; without one, those they may not give to a new one. */
  redacted(record: StoredRecord | undefined, actor: Actor, beside?: ProjectionBeside): FieldPaths
  /** Paths by which the actor may not sort, filter or search a list: those redacted from them on any row of it. */
  redactedInLists(actor: Actor, ctx: RuleContext): FieldPaths
  /** Wire to inner. Unknown and redacted fields, wrong types and changed read-only fields become issues. */
  accept(wire: unknown, stored: Doc | undefined, ctx: RuleContext, redacted?: FieldPaths): Accepted
  /** The same in pieces. */
  accepting(wire: unknown, stored: Doc | undefined, ctx: RuleContext, redacted?: FieldPaths): Pieces<Accepted>
  /** Whether an `x-default` or `x-stamp` reads lists or other records, or what is worked out from them, which `accept` and `stamp` then need in their context. */
  firstValuesReadRecords(): boolean
  /** What rjsf gets: the header sections, one section, or the input of an action (`action:<id>`). */
  formSchema(section?: string): { schema: JsonObject; uiSchema: JsonObject }
  /** The manifest's message over the built-in ones, placeholders filled; moments by the clock of the time zone, else by UTC. */
  message(key: string, values: Record<string, Json>, timeZone?: string): string
}

/** All document types of a catalogue, compiled when first asked for. */
export interface Engine {
  catalogue: Catalogue
  /** What expressions know of the catalogue's records; the same object for engines that know the same. */
  records: KnownRecords
  /** @throws UnknownTypeError */
  type(id: string): CompiledType
  has(id: string): boolean
}
