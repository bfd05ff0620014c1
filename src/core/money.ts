/** Rounds to two decimals, half away from zero, by the number's decimal notation: 1.005 becomes 1.01. */
export function roundMoney(amount: number): number {
  return toCents(amount) / 100
}

/**
 * Rounds a quantity to the given number of decimals, half away from zero, by the number's decimal notation: errors of binary arithmetic do
 * not show.
 * @throws RangeError outside of 0 to 12 decimals.
 */
export function roundTo(value: number, decimals: number): number {
  if (decimals < 0 || decimals > 12) throw new RangeError('round() takes 0 to 12 decimals')
  const rounded = Number(`${Math.round(Number(`${String(Math.abs(value))}e${decimals}`))}e-${decimals}`)
  // A number large or small enough to be written with an exponent has no such decimals, or nothing else.
  return Number.isFinite(rounded) ? Math.sign(value) * rounded : Number(value.toFixed(decimals))
}

/** The exact sum of amounts: each is rounded to minor units and the units are added. */
export function sumMoney(amounts: readonly number[]): number {
  let cents = 0
  for (const amount of amounts) cents += toCents(amount)
  return cents / 100
}

/** Whether the amount has at most two decimals in decimal notation. */
export function isMoney(amount: number): boolean {
  return Number.isFinite(amount) && roundMoney(amount) === amount
}

/** The amount in minor units. */
function toCents(amount: number): number {
  const scaled = amount * 100
  const whole = Math.round(scaled)
  // The scaled product of a two-decimal number is off by at most a few units in the last place.
  if (Math.abs(scaled - whole) <= Math.abs(scaled) * 4e-16 + 1e-300) return whole
  // 1.005 * 100 is 100.49999999999999: the shortest decimal notation decides, as a person reads it.
  const text = String(Math.abs(amount))
  if (text.includes('e')) return Math.sign(amount) * Math.round(Math.abs(scaled))
  const point = text.indexOf('.')
  const cents = Number(text.slice(0, point)) * 100 + Number(text.slice(point + 1).padEnd(2, '0').slice(0, 2))
  const up = Number(text.charAt(point + 3) || '0') >= 5 ? 1 : 0
  return Math.sign(amount) * (cents + up)
}
