/** Figures of what was tried, for `npm run attack`: one line of JSON in the file that it names; nothing in other runs. */
import { appendFileSync } from 'node:fs'
import type { ReportRow } from '../tools/attack-figures.ts'

/** The file of `npm run attack`; undefined in other runs, which try less. */
export const ATTACK = process.env['ATTACK_REPORT']

/**
 * Reports how often something was tried on a database, and how often it went wrong. Call it before the assertions. `most`: the limit in
 * milliseconds.
 */
export function reportFigures(name: string, database: ReportRow['database'], figures: Record<string, number>, most?: number): void {
  if (ATTACK !== undefined) appendFileSync(ATTACK, `${JSON.stringify({ name, database, figures, ...(most !== undefined && { most }) } satisfies ReportRow)}\n`)
}
