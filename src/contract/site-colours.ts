import type { JsonObject } from '../core/index.ts'
import { contrast, readable } from './colour.ts'

/** The group of settings that holds a company's colours. */
export const COLOURS_GROUP = 'site_colors'

/** A company and the colours that it has set, by name. */
export interface Look { company: string; colours: JsonObject }

/** Name of the `meta` element in which the page brings the look of the first company, as JSON: nobody sees it change colour. */
export const LOOK_META = 'dirisha-look'

/** Colours in which texts are written as they are; of the others the theme takes a shade that can be read. */
const TEXT_COLOURS: ReadonlySet<string> = new Set(['primary'])
/** WCAG 2.2, 1.4.3. */
const RATIO = 4.5
const PAPER = '#ffffff'

export interface ColourProblem { message: string; /** The nearest colour that passes. */ nearest: string }

/** Why a colour of the site cannot be taken; undefined when it can, or is no colour at all. `#rrggbb`. */
export function colourProblem(name: string, title: string, colour: unknown): ColourProblem | undefined {
  if (!TEXT_COLOURS.has(name) || typeof colour !== 'string' || !/^#[0-9a-f]{6}$/i.test(colour)) return undefined
  const ratio = contrast(colour, PAPER)
  if (ratio >= RATIO) return undefined
  const nearest = readable(colour, PAPER, '#000000', RATIO)
  // Rounded down: 4.49 is not enough, and must not read as 4.5.
  return { message: `${title} is too light for texts: ${colour} has a contrast of ${(Math.floor(ratio * 10) / 10).toFixed(1)} : 1 on white, and needs ${RATIO} : 1. The nearest that passes is ${nearest}.`, nearest }
}
