import type { Json } from '../document/json.ts'

/** The least or the greatest value of a field: days, times and moments as the texts that they are stored as. */
export type Bound = string | number

/** By field of an action's input. */
export type InputBounds = Record<string, { min?: Bound; max?: Bound }>

/** What an expression gives as a bound; one that is empty is none. */
export function boundIn(value: Json | undefined): Bound | undefined {
  return (typeof value === 'string' && value !== '') || typeof value === 'number' ? value : undefined
}

/** Whether the first lies on the wrong side of the bound. Both are of one kind. */
export function isBeyond(effect: 'min' | 'max', one: Bound, bound: Bound): boolean {
  return effect === 'min' ? one < bound : one > bound
}
