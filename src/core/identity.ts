let last = 0
const numbers = new WeakMap<object, number>()

/** A number that identifies the object itself, regardless of its contents; for building composite keys. */
export function identityOf(object: object): number {
  let number = numbers.get(object)
  if (number !== undefined) return number
  number = last += 1
  numbers.set(object, number)
  return number
}
