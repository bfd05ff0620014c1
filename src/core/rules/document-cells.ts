import { isObject } from '../document/json.ts'
import type { Doc, Json, JsonObject } from '../document/json.ts'
import type { FieldIssue } from '../errors.ts'
import { invalidate, indexList } from '../expressions/list-index.ts'
import type { RecordTypes } from '../expressions/record-types.ts'
import { RecordView } from '../expressions/record-view.ts'
import type { RuleHost } from '../expressions/rule-host.ts'
import type { FieldState } from './evaluation.ts'
import type { DocumentPlan, FieldPlan, PlannedRule } from './rule-plan.ts'

/** One field of the header or of one line, with the results of its rules. */
export interface Cell {
  plan: FieldPlan
  scope: Scope
  state: FieldState
  /** False when a visible or enabled rule denies; separate from what the manifest declares unconditionally. */
  shown: boolean
  open: boolean
  issue: FieldIssue | undefined
  /** Failed checks. Those in `errored` could not be evaluated, and count unless a field that they read is already reported. */
  failed: PlannedRule[]
  errored: PlannedRule[]
  /** Why the entered day cannot be chosen, by the rule that gives the reason. */
  reasons: ReadonlyMap<PlannedRule, string>
}

/** For a day that no rule excludes. */
export const NO_REASONS: Cell['reasons'] = new Map()

/** The header or one line. */
export interface Scope {
  array: string | undefined
  /** Zero-based position among the lines. */
  index: number
  source: JsonObject
  view: RecordView
  cells: Cell[]
}

/**
 * A document laid out as cells: those of the header and of each line. It holds values, finds them by path and keeps what expressions see in
 * step with them; it runs no rule and marks nothing.
 */
export class DocumentCells {
  readonly plan: DocumentPlan
  readonly header: Scope
  readonly lines: Record<string, Scope[]> = {}
  readonly #types: RecordTypes
  readonly #host: RuleHost

  /** Copies its input, so that the caller's document stays unchanged. */
  constructor(plan: DocumentPlan, types: RecordTypes, host: RuleHost, doc: Doc) {
    this.plan = plan
    this.#types = types
    this.#host = host
    const View = types.view(plan.manifest.id) ?? RecordView
    this.header = createScope(undefined, 0, copyWithoutEmpty(doc), new View({}, host), plan.header)
    this.header.view.$lines = {}
    for (const array of Object.keys(plan.lines)) this.replaceLines(array)
  }

  /** The current document, as a copy that later changes do not affect. */
  snapshot(lineCopies: WeakMap<Scope, JsonObject> = new WeakMap()): Doc {
    const doc: Doc = { ...this.header.source }
    for (const [array, scopes] of Object.entries(this.lines)) {
      if (!Array.isArray(doc[array])) continue
      doc[array] = scopes.map((scope) => {
        const known = lineCopies.get(scope)
        if (known !== undefined) return known
        const copy = { ...scope.source }
        lineCopies.set(scope, copy)
        return copy
      })
    }
    return doc
  }

  /** The cell at `description` or `lines.0.amount`. */
  at(path: string): Cell | undefined {
    const [first, index, name] = path.split('.') as [string, string?, string?]
    if (index === undefined) return this.header.cells.find((cell) => cell.plan.name === first)
    return this.lines[first]?.[Number(index)]?.cells.find((cell) => cell.plan.name === name)
  }

  pathOf(cell: Cell): string {
    return cell.scope.array === undefined ? cell.plan.name : `${cell.scope.array}.${cell.scope.index}.${cell.plan.name}`
  }

  *all(): Generator<Cell> {
    yield* this.header.cells
    for (const scopes of Object.values(this.lines)) for (const scope of scopes) yield* scope.cells
  }

  /** Whether the cell holds the lines of an array. */
  holdsLines(cell: Cell): boolean {
    return cell.plan.array === undefined && this.plan.lines[cell.plan.name] !== undefined
  }

  /** Sets a value; undefined clears it. After setting lines, call `replaceLines`. */
  put(cell: Cell, value: Json | undefined): void {
    if (value === undefined) delete cell.scope.source[cell.plan.name]
    else cell.scope.source[cell.plan.name] = value
    if (cell.scope.array !== undefined) invalidate(this.header.view.$lines?.[cell.scope.array], cell.plan.name)
  }

  /** Creates scopes for copies of the lines in the header. @returns the cells of the previous lines. */
  replaceLines(array: string): Cell[] {
    const found = this.header.source[array]
    const items = Array.isArray(found) ? found.map((item) => (isObject(item) ? copyWithoutEmpty(item) : {})) : []
    const gone = (this.lines[array] ?? []).flatMap((scope) => scope.cells)
    const scopes = items.map((item, index) => this.#lineScope(array, index, item))
    this.lines[array] = scopes
    const views = scopes.map((scope) => scope.view)
    indexList(views)
    this.header.view.$lines![array] = views
    if (Array.isArray(found)) this.header.source[array] = items
    return gone
  }

  /** Adds a line at the end. @returns its index and the cell of its array; undefined if there is no such array of lines. */
  addLine(array: string, line: JsonObject): { index: number; holder: Cell } | undefined {
    const scopes = this.lines[array]
    if (scopes === undefined) return undefined
    const scope = this.#lineScope(array, scopes.length, copyWithoutEmpty(line))
    scopes.push(scope)
    this.header.view.$lines![array]!.push(scope.view)
    invalidate(this.header.view.$lines![array])
    return { index: scope.index, holder: this.#syncArray(array, scopes) }
  }

  /** Removes a line. @returns its cells and the cell of its array; undefined if there is no such line. */
  removeLine(array: string, index: number): { gone: Cell[]; holder: Cell } | undefined {
    const scopes = this.lines[array]
    const removed = scopes?.splice(index, 1)[0]
    if (scopes === undefined || removed === undefined) return undefined
    this.header.view.$lines![array]!.splice(index, 1)
    invalidate(this.header.view.$lines![array])
    scopes.forEach((scope, place) => { scope.index = place })
    return { gone: removed.cells, holder: this.#syncArray(array, scopes) }
  }

  #lineScope(array: string, index: number, source: JsonObject): Scope {
    const View = this.#types.view(this.plan.manifest.id, array) ?? RecordView
    return createScope(array, index, source, new View(source, this.#host), this.plan.lines[array]!)
  }

  #syncArray(array: string, scopes: Scope[]): Cell {
    this.header.source[array] = scopes.map((scope) => scope.source)
    return this.header.cells.find((one) => one.plan.name === array)!
  }
}

function createScope(array: string | undefined, index: number, source: JsonObject, view: RecordView, plans: FieldPlan[]): Scope {
  view.$source = source
  const scope: Scope = { array, index, source, view, cells: [] }
  scope.cells = plans.map((plan) => ({ plan, scope, state: plan.base, shown: true, open: true, issue: undefined, failed: [], errored: [], reasons: NO_REASONS }))
  return scope
}

function copyWithoutEmpty(record: JsonObject): JsonObject {
  const copy: JsonObject = {}
  for (const [name, value] of Object.entries(record)) if (value !== undefined && value !== null && value !== '') copy[name] = value
  return copy
}
