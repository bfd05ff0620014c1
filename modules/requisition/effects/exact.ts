/** A quantity without what binary arithmetic adds. */
export function exact(quantity: number): number {
  return Number(quantity.toFixed(6))
}
