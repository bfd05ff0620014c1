/** Figures of what was tried, for `npm run attack`: a line of JSON in the file that it names; nothing in other runs. */
import { appendFileSync } from 'node:fs'

/** The file of `npm run attack`; undefined in other runs, which try less. */
export const ATTACK = process.env['ATTACK_TOLD']

/** Tells how often something was tried, and how often it went wrong. */
export function tellFigures(name: string, figures: Record<string, number>): void {
  if (ATTACK !== undefined) appendFileSync(ATTACK, `${JSON.stringify({ name, ...figures })}\n`)
}
