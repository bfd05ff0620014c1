import type { Json } from '../document/json.ts'

/** The least or the greatest value of a field: days, times and moments as the texts that they are stored as. */
export type Bound = string | number

/** By field of an action's input. */
export type InputBounds = Record<string, { min?: Bound; max?: Bound }>

/** What an expression gives as a bound; one that is empty is none. */
export function boundIn(value: Json | undefined): Bound | undefined {
  return (typeof value === 'string' && value !== '') || typeof value === 'number' ? value : undefined
}

/** The tighter of two bounds, or the one that there is. */
export function tighter(effect: 'min' | 'max', one: Bound | undefined, other: Bound): Bound {
  return one === undefined || isBeyond(effect, one, other) ? other : one
}

/** Whether what was entered lies on the wrong side of a bound. What is empty, or of another kind, is told elsewhere. */
export function breaks(effect: 'min' | 'max', entered: Json | undefined, bound: Bound): boolean {
  return typeof entered === typeof bound && entered !== '' && isBeyond(effect, entered as Bound, bound)
}

/** Whether the first lies on the wrong side of the bound. Both are of one kind. */
function isBeyond(effect: 'min' | 'max', one: Bound, bound: Bound): boolean {
  return effect === 'min' ? one < bound : one > bound
}
