/** Figures of what was tried, for `npm run attack`: a line of JSON in the file that it names; nothing in other runs. */
import { appendFileSync } from 'node:fs'
import type { Told } from '../tools/attack-figures.ts'

/** The file of `npm run attack`; undefined in other runs, which try less. */
export const ATTACK = process.env['ATTACK_TOLD']

/** Tells how often something was tried on a database, and how often it went wrong; before it is expected that it did not. `most`: the milliseconds that it may take. */
export function tellFigures(name: string, database: Told['database'], figures: Record<string, number>, most?: number): void {
  if (ATTACK !== undefined) appendFileSync(ATTACK, `${JSON.stringify({ name, database, figures, ...(most !== undefined && { most }) } satisfies Told)}\n`)
}
