let last = 0
const numbers = new WeakMap<object, number>()

/** A number that stands for the object itself, whatever it holds: for keys that are made of several. */
export function identityOf(object: object): number {
  let number = numbers.get(object)
  if (number !== undefined) return number
  number = last += 1
  numbers.set(object, number)
  return number
}
