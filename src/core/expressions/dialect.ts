import { Environment } from '@marcbachmann/cel-js'
import { foldedText } from '../folded-text.ts'
import { roundMoney, roundTo } from '../money.ts'
import { COUNTED_JOIN, COUNTED_SIGNATURE, COUNTED_SPLIT, LIMITS, LINEAR_MATCHES, MADE_SIGNATURE, PASSED_ON_SIGNATURE, countedJoin, countedMacro, countedMatches, countedSplit, madeMacro } from './bounded.ts'
import { CHOICES, chooseMacro, firstMacro, type Choice } from './choose-macro.ts'
import { addDays, addMonths, daysBetween, monthsBetween, hoursBetween, isDate } from './dates.ts'
import type { FunctionRegistry } from './functions.ts'
import { ifEmptyMacro, isEmptyMacro, passedOnMacro, sumMacro } from './macros.ts'
import { toPlain } from './record-view.ts'
import { STEPS_OF_DATE, STEPS_OF_RECKONING, countCall, chargeSteps } from './steps.ts'
import { registerWorkdays } from './workday-functions.ts'

/** A function of the dialect, as the reference page and editors show it. */
export interface DialectFunction { signature: string; description: string }

/** The functions that every expression may call besides CEL's own. */
export const DIALECT_FUNCTIONS: DialectFunction[] = [
  { signature: 'sum(list<double>): double', description: 'The exact sum of amounts; in sum(doc.lines.map(l, l.amount)) lines without an amount count nothing.' },
  { signature: 'round2(double): double', description: 'Rounded to two decimals, half away from zero.' },
  { signature: 'round(double, int): double', description: 'Rounded to so many decimals, 0 to 12: of a quantity, so that 3.3 - 1.1 is 2.2.' },
  { signature: 'days(string, string): double', description: 'Days from the first date to the second.' },
  { signature: 'addDays(string, double): string', description: 'The date so many days later, at most 9999-12-31.' },
  { signature: 'addWorkdays(string, double): string', description: 'The date so many working days later, Monday to Friday. A third argument is a list of dates that are holidays: addWorkdays(today, 5.0, lists.holidays.map(h, h.date)).' },
  { signature: 'workdays(string, string, list<double>, list<string>): double', description: 'Days of work from the first date to the last, both included. The week is seven shares of a day, from Monday on ([1.0, 1.0, 1.0, 1.0, 1.0, 0.5, 0.0]); the last argument lists the dates that are holidays. At most 1,100 days.' },
  { signature: 'workdayBy(string, double, list<double>, list<string>): string', description: 'The date by which so many days are worked from the date on, itself included: the opposite of workdays.' },
  { signature: 'nextWorkday(string, list<double>, list<string>): string', description: 'The first day after the date on which something is worked.' },
  { signature: 'dates(string, string): list<string>', description: 'The dates from the first to the last, both included: dates(doc.from, doc.to).filter(d, d in lists.holidays.map(h, h.date)).' },
  { signature: 'adjoining(string, string, list<string>, list<string>, list<double>): double', description: 'The sum of what those count that meet the stretch between the two dates, directly or through one another: their first days, the days on which the next may start, and their amounts, in the same order.' },
  { signature: 'hours(string, string): double', description: 'Hours from the first moment to the second, with a fraction.' },
  { signature: 'monthOf(string): double', description: 'The month of a date, 1 to 12.' },
  { signature: 'yearOf(string): double', description: 'The year of a date.' },
  { signature: 'addMonths(string, double): string', description: 'The date so many months later, at most the last day of its month: addMonths("2026-01-31", 1.0) is "2026-02-28".' },
  { signature: 'months(string, string): double', description: 'Months from the first date to the last, both included, parts of a month by its days: months("2026-01-16", "2026-03-31") is 2.516129…; 0 if the last is before the first.' },
  { signature: 'min(double, double): double', description: 'The smaller of two numbers.' },
  { signature: 'max(double, double): double', description: 'The larger of two numbers.' },
  { signature: 'first(list<T>): T', description: 'The first element, an empty record where there is none: first(lists.periods.filter(p, p.isOpen)).from.' },
  { signature: 'list.latest(x, date): T', description: 'The element whose date, text or number is greatest; those where it is empty are passed over, and where none is left it is an empty record: lists.rates.latest(r, r.from).rate. Also earliest.' },
  { signature: 'list.highest(x, number): T', description: 'The same by a number: lists.limits.lowest(l, l.limit).limit. Also lowest.' },
  { signature: 'string.folded(): string', description: 'The same for texts that people could take for one another: without invisible characters, spaces as one, in lower case, plain letters, dashes and quotation marks for those that look like them: doc.receipt.folded() == doc.other.folded().' },
  { signature: 'isEmpty(dyn): bool', description: 'True for an empty field, an empty text and an empty list.' },
  { signature: 'ifEmpty(T, T): T', description: 'The first value, or the second where the first is empty: ifEmpty(doc.ends, today).' },
]

type Numeric = number | bigint

const ARITHMETIC: Record<string, (left: Numeric, right: Numeric) => number> = {
  '+': (left, right) => Number(left) + Number(right),
  '-': (left, right) => Number(left) - Number(right),
  '*': (left, right) => Number(left) * Number(right),
  '/': (left, right) => Number(left) / Number(right),
  '%': (left, right) => Number(left) % Number(right),
}

/** CEL with the dialect's functions and operators and the modules' functions. Types and variables are registered on top of it. */
export function createDialect(functions: FunctionRegistry): Environment {
  const environment = new Environment({ unlistedVariablesAreDyn: false, enableOptionalTypes: true, limits: LIMITS })
  registerOperators(environment)
  registerDialectFunctions(environment)
  for (const { signature, description, call, steps } of Object.values(functions)) {
    const callPlain = (...args: unknown[]): unknown => {
      const plain = args.map(toPlain)
      countCall((steps as ((...plain: unknown[]) => number) | undefined)?.(...plain))
      return toCel((call as (...plain: unknown[]) => unknown)(...plain))
    }
    environment.registerFunction(signature, callPlain, { description, async: false })
  }
  return environment
}

function registerOperators(environment: Environment): void {
  for (const [operator, handler] of Object.entries(ARITHMETIC)) {
    environment.registerOperator(`int ${operator} double: double`, handler)
    environment.registerOperator(`double ${operator} int: double`, handler)
  }
  environment.registerOperator('double % double: double', ARITHMETIC['%']!)
  environment.registerOperator('double == int', (left: Numeric, right: Numeric) => Number(left) === Number(right))
}

function registerDialectFunctions(environment: Environment): void {
  const sync = { async: false }
  registerWorkdays(environment, dated)
  environment.registerFunction('sum(ast): double', sumMacro as never, sync)
  environment.registerFunction(COUNTED_SIGNATURE, countedMacro as never, sync)
  environment.registerFunction(MADE_SIGNATURE, madeMacro as never, sync)
  environment.registerFunction(`list<string>.${COUNTED_JOIN}(): string`, (list: unknown[]) => countedJoin(list), sync)
  environment.registerFunction(`list<string>.${COUNTED_JOIN}(string): string`, countedJoin, sync)
  environment.registerFunction(`string.${COUNTED_SPLIT}(string): list<string>`, countedSplit, sync)
  for (const choice of Object.keys(CHOICES) as Choice[]) environment.registerFunction(`list.${choice}(ast, ast): dyn`, chooseMacro(choice) as never, sync)
  environment.registerFunction('first(ast): dyn', firstMacro as never, sync)
  environment.registerFunction(PASSED_ON_SIGNATURE, passedOnMacro as never, sync)
  environment.registerFunction('isEmpty(ast): bool', isEmptyMacro as never, sync)
  environment.registerFunction('ifEmpty(ast, ast): dyn', ifEmptyMacro as never, sync)
  environment.registerFunction(`string.${LINEAR_MATCHES}(string): bool`, countedMatches, sync)
  environment.registerFunction('string.folded(): string', countedFold, sync)
  environment.registerFunction('round2(double): double', (amount: number) => roundMoney(amount), sync)
  environment.registerFunction('round2(int): double', (amount: bigint) => Number(amount), sync)
  environment.registerFunction('round(double, int): double', (value: number, decimals: bigint) => reckoned(() => roundTo(value, Number(decimals))), sync)
  environment.registerFunction('round(int, int): double', (value: bigint, decimals: bigint) => reckoned(() => roundTo(Number(value), Number(decimals))), sync)
  environment.registerFunction('hours(string, string): double', (from: string, to: string) => (from === '' || to === '' ? 0 : reckoned(() => hoursBetween(from, to))), sync)
  environment.registerFunction('days(string, string): double', (from: string, to: string) => dated(from, 0, (first) => dated(to, 0, (last) => daysBetween(first, last))), sync)
  environment.registerFunction('addDays(string, double): string', (date: string, days: number) => dated(date, '', (first) => addDays(first, days)), sync)
  environment.registerFunction('addDays(string, int): string', (date: string, days: bigint) => dated(date, '', (first) => addDays(first, Number(days))), sync)
  environment.registerFunction('addMonths(string, double): string', (date: string, months: number) => dated(date, '', (first) => addMonths(first, months)), sync)
  environment.registerFunction('addMonths(string, int): string', (date: string, months: bigint) => dated(date, '', (first) => addMonths(first, Number(months))), sync)
  environment.registerFunction('months(string, string): double', (from: string, to: string) => dated(from, 0, (first) => dated(to, 0, (last) => monthsBetween(first, last))), sync)
  environment.registerFunction('monthOf(string): double', (date: string) => dated(date, 0, (known) => Number(known.slice(5, 7))), sync)
  environment.registerFunction('yearOf(string): double', (date: string) => dated(date, 0, (known) => Number(known.slice(0, 4))), sync)
  for (const [left, right] of [['double', 'double'], ['double', 'int'], ['int', 'double'], ['int', 'int']]) {
    environment.registerFunction(`min(${left}, ${right}): double`, (a: Numeric, b: Numeric) => Math.min(Number(a), Number(b)), sync)
    environment.registerFunction(`max(${left}, ${right}): double`, (a: Numeric, b: Numeric) => Math.max(Number(a), Number(b)), sync)
  }
}

/** An empty date has nothing to calculate: no later date, no days from it, no month. @throws RangeError if a text is no date */
function dated<T>(date: string, nothing: T, reckon: (date: string) => T): T {
  if (date === '') return nothing
  chargeSteps(STEPS_OF_DATE)
  if (!isDate(date.slice(0, 10))) throw new RangeError(`“${date}” is no date`)
  return reckon(date.slice(0, 10))
}

function reckoned(reckon: () => number): number {
  chargeSteps(STEPS_OF_RECKONING)
  return reckon()
}

/** Folding a character takes longer than the reads and the text that are counted for it. */
const CHARACTERS_OF_FOLDED_STEP = 16

function countedFold(text: string): string {
  chargeSteps(Math.floor(text.length / CHARACTERS_OF_FOLDED_STEP))
  return foldedText(text)
}

function toCel(value: unknown): unknown {
  return value === undefined ? null : value
}
