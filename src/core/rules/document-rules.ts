import type { Doc } from '../document/json.ts'
import type { RuleContext } from '../expressions/context.ts'
import type { OnRuleError } from '../expressions/functions.ts'
import type { Language } from '../expressions/language.ts'
import { RuleHost } from '../expressions/rule-host.ts'
import { onlyRecomputed } from '../manifest/resolve/recomputed-fields.ts'
import type { ResolvedDocumentType } from '../manifest/resolve/resolved.ts'
import type { DocumentCells } from './document-cells.ts'
import type { EvaluateOptions, Evaluation, FieldState } from './evaluation.ts'
import { runToCompletion } from '../pieces.ts'
import type { Pieces } from '../pieces.ts'
import { planningDocument } from './rule-plan.ts'
import type { DocumentPlan } from './rule-plan.ts'
import { RuleRuntime } from './rule-runtime.ts'
import type { RuleTrace } from './trace.ts'

interface RuntimeOptions {
  action?: string
  looksAhead?: boolean
  onTrace?: (trace: RuleTrace) => void
  onRuleError?: OnRuleError
}

/** The rules of one type, planned once and applied to whole documents. */
export class DocumentRules {
  readonly #manifest: ResolvedDocumentType
  readonly #language: Language
  readonly #onRuleError: OnRuleError
  readonly #plan: DocumentPlan
  /** The plan of the computed fields alone. */
  #computes: DocumentPlan | undefined
  /** The plan of `recomputedFields` alone. */
  #indexed: DocumentPlan | undefined

  private constructor(manifest: ResolvedDocumentType, language: Language, onRuleError: OnRuleError, plan: DocumentPlan) {
    this.#manifest = manifest
    this.#language = language
    this.#onRuleError = onRuleError
    this.#plan = plan
  }

  static *planning(manifest: ResolvedDocumentType, language: Language, onRuleError: OnRuleError): Pieces<DocumentRules> {
    return new DocumentRules(manifest, language, onRuleError, yield* planningDocument(manifest, language))
  }

  /** A document with everything evaluated. */
  evaluatedRuntime(doc: Doc, ctx: RuleContext, options: RuntimeOptions = {}): RuleRuntime { return runToCompletion(this.evaluatingRuntime(doc, ctx, options)) }

  /** Generator version of `evaluatedRuntime`. */
  *evaluatingRuntime(doc: Doc, ctx: RuleContext, options: RuntimeOptions = {}): Pieces<RuleRuntime> {
    const runtime = this.#marked(this.#plan, doc, ctx, options)
    yield
    yield* runtime.evaluatingMarked()
    runtime.marks.forgetChanges()
    return runtime
  }

  *evaluating(doc: Doc, ctx: RuleContext, { action, looksAhead = false }: EvaluateOptions = {}): Pieces<Evaluation> {
    const runtime = yield* this.evaluatingRuntime(doc, ctx, { looksAhead, ...(action === undefined ? {} : { action }) })
    const issues = yield* runtime.collectingIssues()
    let fields: Evaluation['fields'] | undefined
    return {
      // Computed on demand: the server rarely needs the state of a field.
      get fields() { return (fields ??= fieldStates(runtime.cells)) },
      label: (path) => labelOf(runtime.cells, path),
      doc: runtime.cells.snapshot(), issues: issues.filter((issue) => issue.severity === 'error'), warnings: issues.filter((issue) => issue.severity === 'warning'),
    }
  }

  trace(doc: Doc, ctx: RuleContext, { action }: EvaluateOptions = {}): RuleTrace[] {
    const traces: RuleTrace[] = []
    this.evaluatedRuntime(doc, ctx, { ...(action === undefined ? {} : { action }), onTrace: (trace) => traces.push(trace) })
    return traces
  }

  /** The document with its computed fields recalculated and nothing else changed. */
  *recomputingComputedFields(doc: Doc, ctx: RuleContext): Pieces<Doc> {
    this.#computes ??= yield* planningDocument({ ...this.#manifest, rules: {} }, this.#language)
    if (this.#computes.writers.length === 0) return doc
    const runtime = this.#marked(this.#computes, doc, ctx)
    yield
    yield* runtime.evaluatingMarkedValues()
    return runtime.cells.snapshot()
  }

  /** The document with the `recomputedFields` recalculated and nothing else changed. One whose expression fails is reported, and empty. */
  recomputeIndexed(doc: Doc, ctx: RuleContext, onRuleError: OnRuleError): Doc {
    this.#indexed ??= runToCompletion(planningDocument({ ...this.#manifest, rules: {}, shape: onlyRecomputed(this.#manifest) }, this.#language))
    const runtime = this.#marked(this.#indexed, doc, ctx, { onRuleError })
    runToCompletion(runtime.evaluatingMarkedValues())
    return runtime.cells.snapshot()
  }

  /** A document with its values computed by all rules that write. States of fields and issues are not evaluated. */
  *recomputingAllValues(doc: Doc, ctx: RuleContext): Pieces<Doc> {
    const runtime = this.#marked(this.#plan, doc, ctx)
    yield
    yield* runtime.evaluatingMarkedValues()
    return runtime.cells.snapshot()
  }

  /** A document with everything marked, still to be evaluated. */
  #marked(plan: DocumentPlan, doc: Doc, ctx: RuleContext, { action = 'save', looksAhead = false, onTrace, onRuleError = this.#onRuleError }: RuntimeOptions = {}): RuleRuntime {
    const host = new RuleHost(this.#language, this.#manifest, ctx)
    const runtime = new RuleRuntime(plan, this.#language, host, doc, { action, looksAhead, onTrace, onRuleError })
    runtime.marks.markAll()
    return runtime
  }

  /** Captions by path; the rules run when the first one is requested. */
  labels(doc: Doc, ctx: RuleContext): (path: string) => string {
    let cells: DocumentCells | undefined
    return (path) => {
      cells ??= this.evaluatedRuntime(doc, ctx).cells
      return labelOf(cells, path)
    }
  }
}

function labelOf(cells: DocumentCells, path: string): string {
  const cell = cells.at(path)
  return cell?.state.label ?? cell?.plan.label ?? path
}

function fieldStates(cells: DocumentCells): Record<string, FieldState> {
  const fields: Record<string, FieldState> = {}
  for (const cell of cells.header.cells) fields[cell.plan.name] = cell.state
  for (const [array, plans] of Object.entries(cells.plan.lines)) {
    for (const plan of plans) fields[`${array}.*.${plan.name}`] = plan.base
    for (const scope of cells.lines[array] ?? []) for (const cell of scope.cells) {
      if (!isSameState(cell.state, cell.plan.base)) fields[cells.pathOf(cell)] = cell.state
    }
  }
  return fields
}

/** All keys of a state; the type check fails if one is left out. */
const OF_STATE = Object.keys({ visible: true, enabled: true, required: true, needed: true, locked: true, hint: true, label: true, min: true, max: true } satisfies Record<keyof FieldState, true>) as (keyof FieldState)[]

function isSameState(left: FieldState, right: FieldState): boolean {
  return left === right || OF_STATE.every((key) => left[key] === right[key])
}
