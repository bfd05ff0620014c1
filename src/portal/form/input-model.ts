import { ChangeFeed } from '../../core/index.ts'
import type { FieldIssue, FieldState, InputBounds, Json, JsonObject, ResolvedShape } from '../../core/index.ts'
import type { FieldSource } from './field-source.ts'

interface InputQuestions {
  /** Evaluates an expression for a field's default. */
  value: (expression: string) => Json | undefined
  /** The problems of the values, in the words that the server will use. */
  check: (values: JsonObject) => FieldIssue[]
  /** The minimum and maximum of bounded fields for the given values. */
  bounds: (values: JsonObject) => InputBounds
  /** Why a day cannot be chosen in a field for the given values; undefined where no check closes days. */
  unavailable: (field: string, values: JsonObject) => ((day: string) => string | undefined) | undefined
}

/** The values that an action's dialog asks for: fields of a shape, without rules. The server checks them again. */
export class InputModel implements FieldSource {
  readonly #shape: ResolvedShape
  readonly #check: InputQuestions['check']
  readonly #boundsOf: InputQuestions['bounds']
  readonly #unavailable: InputQuestions['unavailable']
  readonly #feed = new ChangeFeed()
  readonly #complaints = new Map<string, string>()
  #values: JsonObject
  #touched = new Set<string>()
  readonly #entered: Set<string>
  #refused = new Map<string, string>()
  #wasTried = false
  #problems: ReadonlyMap<string, string>
  #bounds: InputBounds

  /** @param shape the fields that are asked for
   * @param kept what was entered before and not sent, null for what was cleared; the defaults are for the other fields */
  constructor(shape: ResolvedShape, { value, check, bounds, unavailable }: InputQuestions, kept: JsonObject = {}) {
    this.#shape = shape
    this.#check = check
    this.#boundsOf = bounds
    this.#unavailable = unavailable
    this.#values = {}
    for (const field of Object.values(shape.fields)) {
      const first = field.defaultExpression === undefined ? field.default : value(field.defaultExpression)
      if (first !== undefined && first !== null) this.#values[field.name] = first
    }
    this.#values = Object.fromEntries(Object.entries({ ...this.#values, ...kept }).filter(([name, value]) => value !== null && Object.hasOwn(shape.fields, name)))
    this.#entered = new Set(Object.keys(kept))
    this.#problems = this.#found()
    this.#bounds = bounds(this.#values)
  }

  values = (): JsonObject => this.#values
  /** The values that are no defaults, null for a cleared one; undefined while nothing is entered. */
  entered = (): JsonObject | undefined => (this.#entered.size === 0 ? undefined : Object.fromEntries([...this.#entered].map((path) => [path, this.#values[path] ?? null])))
  /** Whether everything that is required is entered, and nothing is wrong. */
  isComplete = (): boolean => this.#problems.size === 0
  value = (path: string): Json | undefined => this.#values[path]
  field = (path: string): FieldState => ({ visible: this.#shape.fields[path]?.hidden === false, enabled: true, required: this.#shape.required.includes(path), locked: false, ...this.#bounds[path] })
  unavailable = (path: string): ((day: string) => string | undefined) | undefined => this.#unavailable(path, this.#values)
  warning = (): undefined => undefined

  error = (path: string): string | undefined =>
    this.#complaints.get(path) ?? this.#refused.get(path) ?? (this.#wasTried || this.#touched.has(path) ? this.#problems.get(path) : undefined)

  set = (path: string, value: Json | undefined): void => {
    const { [path]: _old, ...rest } = this.#values
    this.#values = value === undefined ? rest : { ...rest, [path]: value }
    this.#entered.add(path)
    const [bounds, problems] = [this.#bounds, this.#problems]
    this.#problems = this.#found()
    this.#bounds = this.#boundsOf(this.#values)
    this.#refused.delete(path)
    this.#feed.publish(path)
    // Another field's bounds and closed days may depend on this one. Which days are closed is known only day by day, as they are shown.
    for (const name of Object.keys(this.#shape.fields)) {
      const isSame = problems.get(name) === this.#problems.get(name) && bounds[name]?.min === this.#bounds[name]?.min && bounds[name]?.max === this.#bounds[name]?.max
      if (name !== path && (!isSame || this.unavailable(name) !== undefined)) this.#feed.publish(name)
    }
  }

  complain = (path: string, message: string | undefined): void => {
    if (message === undefined) this.#complaints.delete(path)
    else this.#complaints.set(path, message)
    this.#feed.publish(path)
  }

  touch = (path: string): void => {
    this.#touched.add(path)
    this.#feed.publish(path)
  }

  /** Shows every problem; returns true if there is none. */
  validate(): boolean {
    this.#wasTried = true
    this.#feed.publishAll()
    return Object.keys(this.#shape.fields).every((path) => this.error(path) === undefined)
  }

  /** Shows what the server refused (`input.paidOn` or `paidOn`). */
  refuse(issues: FieldIssue[]): void {
    this.#refused = new Map(issues.map((issue) => [issue.path.replace(/^input\./, ''), issue.message]))
    this.#feed.publishAll()
  }

  subscribe = (path: string, listener: () => void): (() => void) => this.#feed.subscribe(path, listener)
  version = (path: string): number => this.#feed.versionOf(path)

  #found(): ReadonlyMap<string, string> {
    return new Map(this.#check(this.#values).map(({ path, message }) => [path, message]))
  }
}
