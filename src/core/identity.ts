let last = 0
const numbers = new WeakMap<object, number>()

/** A number for an object, the same for the same one: for keys that are made of several. */
export function numberOf(object: object): number {
  let number = numbers.get(object)
  if (number !== undefined) return number
  number = last += 1
  numbers.set(object, number)
  return number
}
