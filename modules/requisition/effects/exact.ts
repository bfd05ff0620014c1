/** Rounds a quantity to six decimals, which removes floating-point errors. */
export function exact(quantity: number): number {
  return Number(quantity.toFixed(6))
}
