import { describe, expect, it } from 'vitest'
import { problemsOf, REQUIRED_ROWS, tableOf, type ReportRow } from './attack-figures.ts'

const whole: ReportRow[] = REQUIRED_ROWS.flatMap(({ begins, of }) => of.map((database) => ({ name: `${begins}x`, database, figures: { tried: 10, succeeded: 0 } })))
const with_ = (more: Partial<ReportRow>): ReportRow[] => [...whole, { name: 'closed fields', database: 'pglite', figures: {}, ...more }]

describe('the figures of the attack tests', () => {
  it('they pass when each row exists for each database and no attack succeeded', () => {
    expect(problemsOf(whole)).toEqual([])
  })

  it('they fail when a row is missing for one database', () => {
    expect(problemsOf(whole.filter(({ name, database }) => !(name.startsWith('wild') && database === 'pglite')))).toEqual(['Nothing was reported of "wild requests" on pglite.'])
    expect(problemsOf([])).toHaveLength(whole.length)
  })

  it.each<[Partial<ReportRow>, string]>([
    [{ figures: { tried: 5, succeeded: 1 } }, 'closed fields on pglite: succeeded 1, which must be 0.'],
    [{ figures: { tried: 5, 'answers of 500': 2 } }, 'closed fields on pglite: answers of 500 2, which must be 0.'],
    [{ figures: { acknowledged: 5, lost: 1 } }, 'closed fields on pglite: lost 1, which must be 0.'],
    [{ figures: { acknowledged: 5, found: 4 } }, 'closed fields on pglite: found 4 of 5.'],
    [{ figures: { tried: 0, succeeded: 0 } }, 'closed fields on pglite: nothing was tried.'],
    [{ figures: { milliseconds: 100 }, most: 100 }, 'closed fields on pglite: 100 ms, which must be below 100.'],
  ])('they fail with %j', (row, complaint) => {
    expect(problemsOf(with_(row))).toEqual([complaint])
  })

  it('their table ends with the longest time that each database’s server was held', () => {
    const rows: ReportRow[] = [{ name: 'held by a', database: 'pglite', figures: { milliseconds: 12 }, most: 100 }, { name: 'held by b', database: 'pglite', figures: { milliseconds: 34 }, most: 100 }, { name: 'wild requests', database: 'postgres', figures: { tried: 100_000, 'answers of 500': 0 } }]
    expect(tableOf(rows).split('\n').map((line) => line.trim().replace(/ {2,}/g, ' | '))).toEqual([
      'held by a | pglite | milliseconds 12 (below 100)', 'held by b | pglite | milliseconds 34 (below 100)', 'wild requests | postgres | tried 100,000, answers of 500 0', 'the longest that any of them held the server | pglite | milliseconds 34',
    ])
  })
})
