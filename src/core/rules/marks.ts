import type { Cell, DocumentCells, Scope } from './document-cells.ts'
import type { Pieces } from '../pieces.ts'
import type { FieldPlan } from './rule-plan.ts'

/**
 * Which cells are to be evaluated, and which have changed. A cell waits for its writers, the rules that may change its value, in the order
 * of their dependencies; and for its late rules: states, shape and checks, which write nothing.
 */
export class Marks {
  readonly changed = new Set<Cell>()
  /** Arrays whose lines were added, removed or replaced since the last `forgetChanges`. */
  readonly reshaped = new Set<string>()
  readonly #cells: DocumentCells
  /** Indexed by the rank of the field. */
  readonly #writes: (Set<Cell> | undefined)[] = []
  readonly #late = new Set<Cell>()

  constructor(cells: DocumentCells) {
    this.#cells = cells
  }

  /** Marks everything: a full evaluation. */
  markAll(): void {
    for (const cell of this.#cells.all()) this.#markWhole(cell)
  }

  /** Marks the late rules of every cell. */
  markAllLate(): void {
    for (const cell of this.#cells.all()) this.#late.add(cell)
  }

  /** The value of a cell changed: marks its own rules and those that read it. */
  markValue(cell: Cell): void {
    this.changed.add(cell)
    this.#markWhole(cell)
    this.#markReaders(cell.plan, cell.scope)
  }

  /** Whether a cell is shown, open or locked changed: marks what depends on that alone. */
  markState(cell: Cell): void {
    this.changed.add(cell)
    this.#late.add(cell)
  }

  /** Lines were added or removed: marks everything on them, and whatever reads any of them. `holder` is the cell of the array. */
  markLines(holder: Cell, gone: Cell[] = []): void {
    for (const cell of gone) this.#forget(cell)
    const array = holder.plan.name
    this.reshaped.add(array)
    this.markValue(holder)
    for (const scope of this.#cells.lines[array] ?? []) for (const cell of scope.cells) this.#markWhole(cell)
    for (const plan of this.#cells.plan.lines[array] ?? []) this.#markReaders(plan, undefined)
  }

  /**
   * Runs the waiting writers in one pass through the ranks, yielding after each expression. What they mark at ranks already passed waits
   * for the next pass.
   * @returns whether any were waiting.
   */
  *runWrites(running: (cell: Cell) => Pieces<void>): Pieces<boolean> {
    let hasRun = false
    for (let rank = 0; rank < this.#writes.length; rank += 1) {
      const cells = this.#writes[rank]
      if (cells === undefined || cells.size === 0) continue
      this.#writes[rank] = undefined
      hasRun = true
      for (const cell of cells) {
        yield* running(cell)
        yield
      }
    }
    return hasRun
  }

  /** Runs the waiting late rules, yielding after each expression. */
  *runLate(running: (cell: Cell) => Pieces<void>): Pieces<void> {
    for (const cell of this.#late) {
      yield* running(cell)
      yield
    }
    this.#late.clear()
  }

  forgetChanges(): void {
    this.changed.clear()
    this.reshaped.clear()
  }

  #forget(cell: Cell): void {
    this.#late.delete(cell)
    this.#writes[cell.plan.rank]?.delete(cell)
    this.changed.delete(cell)
  }

  #markWhole(cell: Cell): void {
    if (cell.plan.writes) this.#markWrite(cell)
    this.#late.add(cell)
  }

  #markReaders(plan: FieldPlan, scope: Scope | undefined): void {
    for (const { plan: reader, part, same } of plan.readers) {
      if (same) {
        if (scope !== undefined) this.#mark(scope.cells[reader.index]!, part)
      } else if (reader.array === undefined) {
        this.#mark(this.#cells.header.cells[reader.index]!, part)
      } else {
        for (const line of this.#cells.lines[reader.array] ?? []) this.#mark(line.cells[reader.index]!, part)
      }
    }
  }

  #mark(cell: Cell, part: 'write' | 'late'): void {
    if (part === 'write') this.#markWrite(cell)
    else this.#late.add(cell)
  }

  #markWrite(cell: Cell): void {
    (this.#writes[cell.plan.rank] ??= new Set()).add(cell)
  }
}
