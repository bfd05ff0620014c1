import { describe, expect, it } from 'vitest'
import { ageColumns, ageOfTask, dueWithTone, waitsForText } from './days.ts'

describe('what is due', () => {
  it.each([
    ['2026-11-20', '8 days late', 'danger'], ['2026-11-27', '1 day late', 'danger'], ['2026-11-28', 'due today', 'warning'], ['2026-11-29', 'due tomorrow', 'warning'],
    ['2026-12-01', 'due in 3 days', 'neutral'], ['2027-01-31', 'due 31st Jan 2027', 'neutral'],
  ])('on %s is “%s”', (due, text, tone) => {
    expect(dueWithTone(due, '2026-11-28')).toEqual({ text, tone })
  })
})

describe('how long something has lasted', () => {
  it.each([
    ['draft', '2026-11-28T09:00:00Z', 'draft, begun today'], ['draft', '2026-11-27T23:00:00Z', 'draft, 1 day old'], ['draft', '2026-11-25T08:00:00Z', 'draft, 3 days old'], ['draft', '2026-11-29T08:00:00Z', 'draft, begun today'],
    ['decide', '2026-11-28T09:00:00Z', 'since today'], ['act', '2026-11-16T08:00:00Z', 'waiting for 12 days'],
  ] as const)('a task to %s since %s is “%s”', (kind, since, text) => {
    expect(ageOfTask(kind, since, '2026-11-28')).toBe(text)
  })

  it.each([['2026-11-28T09:00:00Z', 'waiting for Achieng Okello since today'], ['2026-11-23T09:00:00Z', 'waiting for Achieng Okello for 5 days']])('a request under way since %s is “%s”', (since, text) => {
    expect(waitsForText('Achieng Okello', since, '2026-11-28')).toBe(text)
  })
})

describe('the columns of a table by age', () => {
  it.each([[[1, 3, 7], ['Under 1 day', '1–2 days', '3–6 days', '7 days and more']], [[2, 3], ['Under 2 days', '2 days', '3 days and more']]])('with the borders %j are named by days', (days, columns) => {
    expect(ageColumns(days)).toEqual(columns)
  })
})
