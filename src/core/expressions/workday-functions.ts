/** The functions of the dialect that count days of work and of what is next to one another. */
import type { Environment } from '@marcbachmann/cel-js'
import { daysBetween } from './dates.ts'
import { adjoining } from './spans.ts'
import { MAX_DAYS, datesBetween, dueDate, nextWorkday, workdayBy, workdays } from './workdays.ts'
import { chargeReads, chargeSteps } from './steps.ts'

/** For each day a date is created and its weekday read. */
const STEPS_OF_WORKDAY = 6
/** The most days that addWorkdays goes ahead: no number that a user enters causes unbounded work. */
const MAX_AHEAD = 366

type Dated = <T>(date: string, nothing: T, reckon: (date: string) => T) => T
type Numeric = number | bigint

/** @param dated applies a function to a date, or returns the second argument if it is empty */
export function registerWorkdays(environment: Environment, dated: Dated): void {
  const sync = { async: false }
  const ahead = (date: string, count: Numeric, holidays: string[] = []): string => dated(date, '', (first) => dueDate(first, charged(Math.min(MAX_AHEAD, Math.max(0, Math.trunc(Number(count))))), known(holidays)))
  environment.registerFunction('addWorkdays(string, double): string', ahead, sync)
  environment.registerFunction('addWorkdays(string, int): string', ahead, sync)
  environment.registerFunction('addWorkdays(string, double, list<string>): string', ahead, sync)
  environment.registerFunction('addWorkdays(string, int, list<string>): string', ahead, sync)
  const between = <T>(from: string, to: string, nothing: T, reckon: (from: string, to: string) => T): T => dated(from, nothing, (first) => dated(to, nothing, (last) => {
    charged(Math.min(MAX_DAYS, daysBetween(first, last) + 1))
    return reckon(first, last)
  }))
  environment.registerFunction('workdays(string, string, list<double>, list<string>): double', (from: string, to: string, week: Numeric[], holidays: string[]) => between(from, to, 0, (first, last) => workdays(first, last, week.map(Number), known(holidays))), sync)
  environment.registerFunction('workdayBy(string, double, list<double>, list<string>): string', (from: string, days: number, week: Numeric[], holidays: string[]) => dated(from, '', (first) => {
    const date = workdayBy(first, days, week.map(Number), known(holidays))
    charged(daysBetween(first, date))
    return date
  }), sync)
  environment.registerFunction('nextWorkday(string, list<double>, list<string>): string', (after: string, week: Numeric[], holidays: string[]) => dated(after, '', (date) => {
    const next = nextWorkday(date, week.map(Number), known(holidays))
    charged(daysBetween(date, next))
    return next
  }), sync)
  environment.registerFunction('dates(string, string): list<string>', (from: string, to: string) => between(from, to, [], datesBetween), sync)
  environment.registerFunction('adjoining(string, string, list<string>, list<string>, list<double>): double', (from: string, to: string, starts: string[], ends: string[], amounts: Numeric[]) => dated(from, 0, (first) => dated(to, 0, (last) => {
    chargeSteps(starts.length * starts.length)
    return adjoining(first, last, starts.map((start, place) => ({ start, end: ends[place] ?? start, amount: Number(amounts[place] ?? 0) })))
  })), sync)
}

function charged(days: number): number {
  if (days > 0) chargeSteps(days * STEPS_OF_WORKDAY)
  return days
}

function known(holidays: string[]): ReadonlySet<string> {
  chargeReads(holidays.length)
  return new Set(holidays)
}
