import type { JsonObject } from '../core/index.ts'
import { contrast, readable } from './colour.ts'

/** The settings group that holds a company's colours. */
export const COLOURS_GROUP = 'site_colors'

/** A company and the colours that it has set, by name. */
export interface CompanyLook { company: string; colours: JsonObject }

/**
 * Name of the `meta` element in which the page carries the look of the first company as JSON, so that no colours change while the portal
 * loads.
 */
export const LOOK_META = 'dirisha-look'

/** Colours in which text is written unchanged; for the others the theme picks a readable shade. */
const TEXT_COLOURS: ReadonlySet<string> = new Set(['primary'])
/** The minimum contrast of WCAG 2.2, 1.4.3. */
const RATIO = 4.5
const PAPER = '#ffffff'

export interface ColourProblem { message: string; /** The nearest colour that passes. */ nearest: string }

/** Why a colour of the site is rejected; undefined if it is accepted or is not a colour (`#rrggbb`) at all. */
export function colourProblem(name: string, title: string, colour: unknown): ColourProblem | undefined {
  if (!TEXT_COLOURS.has(name) || typeof colour !== 'string' || !/^#[0-9a-f]{6}$/i.test(colour)) return undefined
  const ratio = contrast(colour, PAPER)
  if (ratio >= RATIO) return undefined
  const nearest = readable(colour, PAPER, '#000000', RATIO)
  // Rounded down: 4.49 fails and must not be shown as 4.5.
  return { message: `${title} is too light for texts: ${colour} has a contrast of ${(Math.floor(ratio * 10) / 10).toFixed(1)} : 1 on white, and needs ${RATIO} : 1. The nearest that passes is ${nearest}.`, nearest }
}
