import type { Json } from '../document/json.ts'

/** The minimum or maximum of a field; days, times and date-times as the texts in which they are stored. */
export type Bound = string | number

/** By field of an action's input. */
export type InputBounds = Record<string, { min?: Bound; max?: Bound }>

/** The bound that an expression gives; undefined if its value is empty. */
export function boundIn(value: Json | undefined): Bound | undefined {
  return (typeof value === 'string' && value !== '') || typeof value === 'number' ? value : undefined
}

/** The tighter of two bounds, or `other` if it is the only one. */
export function tighter(effect: 'min' | 'max', current: Bound | undefined, other: Bound): Bound {
  return current === undefined || isBeyond(effect, current, other) ? other : current
}

/** Whether the entered value violates a bound. Empty values and values of another type are reported elsewhere. */
export function breaks(effect: 'min' | 'max', entered: Json | undefined, bound: Bound): boolean {
  return typeof entered === typeof bound && entered !== '' && isBeyond(effect, entered as Bound, bound)
}

/** Whether the first value violates the bound. Both are of the same type. */
function isBeyond(effect: 'min' | 'max', candidate: Bound, bound: Bound): boolean {
  return effect === 'min' ? candidate < bound : candidate > bound
}
