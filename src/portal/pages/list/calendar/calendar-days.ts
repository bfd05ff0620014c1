/** The days of a calendar, as dates without a time or zone: nothing here reads a clock. */
import { addDays, addMonths, daysBetween } from '../../../../core/index.ts'
import type { CalendarView } from '../../../../core/index.ts'

/** The first and the last day, both included. */
export interface Days { from: string; to: string }

/** From Monday, 0, to Sunday, 6. */
export function weekdayOf(date: string): number {
  return (new Date(`${date}T00:00:00Z`).getUTCDay() + 6) % 7
}

/** Whether the day is a Saturday or a Sunday. */
export function isWeekend(date: string): boolean {
  return weekdayOf(date) > 4
}

/** The Monday of the week. */
export function mondayOf(date: string): string {
  return addDays(date, -weekdayOf(date))
}

function firstOfMonth(date: string): string {
  return `${date.slice(0, 8)}01`
}

function lastOfMonth(date: string): string {
  return addDays(firstOfMonth(addDays(firstOfMonth(date), 31)), -1)
}

/** The period around the day: its week, its month, or the four days from it on. */
export function periodOf(view: CalendarView, day: string): Days {
  if (view === 'day') return { from: day, to: day }
  if (view === 'four-days') return { from: day, to: addDays(day, 3) }
  if (view === 'week') return { from: mondayOf(day), to: addDays(mondayOf(day), 6) }
  return { from: firstOfMonth(day), to: lastOfMonth(day) }
}

/** The days that the view draws: a month has whole weeks. */
export function drawnDays(view: CalendarView, day: string): Days {
  const { from, to } = periodOf(view, day)
  return view === 'month' ? { from: mondayOf(from), to: addDays(mondayOf(to), 6) } : { from, to }
}

/** A day in the period that many periods later: in months the same day of the month, or the month's last. */
export function stepped(view: CalendarView, day: string, periods: number): string {
  if (view === 'day' || view === 'four-days' || view === 'week') return addDays(day, periods * ({ day: 1, 'four-days': 4, week: 7 })[view])
  return addMonths(day, periods)
}

/** Each day of the range. */
export function datesOf({ from, to }: Days): string[] {
  return Array.from({ length: Math.max(0, daysBetween(from, to) + 1) }, (_, index) => addDays(from, index))
}

/** Whole weeks, from the first day on. */
export function weeksOf(days: Days): Days[] {
  const count = Math.ceil((daysBetween(days.from, days.to) + 1) / 7)
  return Array.from({ length: count }, (_, index) => ({ from: addDays(days.from, index * 7), to: addDays(days.from, index * 7 + 6) }))
}

/** An event's part of a row of days: columns from 0, both included, and its lane from 0. */
export interface Bar<T> { event: T; first: number; last: number; lane: number; /** Whether it began before the row. */ hasBegun: boolean; /** Whether it goes on after the row. */ goesOn: boolean }

/** Places the events that overlap the days, each in the first lane that is free; earlier and longer ones come first. */
export function barsIn<T extends Days>(days: Days, events: readonly T[]): Bar<T>[] {
  const ends: number[] = []
  return events.filter(({ from, to }) => from <= days.to && to >= days.from)
    .toSorted((a, b) => a.from.localeCompare(b.from) || b.to.localeCompare(a.to))
    .map((event) => {
      const first = Math.max(0, daysBetween(days.from, event.from))
      const last = Math.min(daysBetween(days.from, days.to), daysBetween(days.from, event.to))
      const free = ends.findIndex((end) => end < first)
      const lane = free === -1 ? ends.length : free
      ends[lane] = last
      return { event, first, last, lane, hasBegun: event.from < days.from, goesOn: event.to > days.to }
    })
}

/** The events of one day. */
export function eventsOn<T extends Days>(day: string, events: readonly T[]): T[] {
  return events.filter(({ from, to }) => from <= day && to >= day)
}
