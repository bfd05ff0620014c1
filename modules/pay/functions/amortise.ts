/** Repayment of a loan in equal monthly instalments, computed in cents so that the parts always add up. */

/** One month of a schedule; amounts in shillings. */
interface Repayment { lineNo: number; period: string; amount: number; principal: number; interest: number; balance: number }

/** Interest on the outstanding balance; with the other method, on the whole loan every month. */
const REDUCING = 'Reducing balance'
/** The maximum number of months of a loan. */
export const MAX_MONTHS = 120
const MAX_SHILLINGS = 1_000_000_000

interface Part { principal: number; interest: number }

/** The months of a loan: principal and interest in cents; the last one takes the rounding difference. */
function partsOf(cents: number, months: number, yearlyPercent: number, method: string): Part[] {
  const monthly = yearlyPercent / 1200
  if (method === REDUCING && monthly > 0) return reducing(cents, months, monthly)
  const principal = Math.floor(cents / months)
  const interest = Math.floor(cents * monthly)
  const inAll = Math.round(cents * monthly * months)
  return Array.from({ length: months }, (_, index) => (index < months - 1
    ? { principal, interest }
    : { principal: cents - principal * (months - 1), interest: inAll - interest * (months - 1) }))
}

function reducing(cents: number, months: number, monthly: number): Part[] {
  const instalment = Math.round((cents * monthly) / (1 - (1 + monthly) ** -months))
  let left = cents
  return Array.from({ length: months }, (_, index) => {
    const interest = Math.round(left * monthly)
    const principal = index === months - 1 ? left : Math.min(left, instalment - interest)
    left -= principal
    return { principal, interest }
  })
}

/** The whole months and cents of the input; undefined if there is nothing to repay. */
function terms(amount: number, instalments: number, yearlyPercent: number): { cents: number; months: number } | undefined {
  const cents = Math.round(amount * 100)
  const isSound = Number.isInteger(instalments) && instalments >= 1 && instalments <= MAX_MONTHS && yearlyPercent >= 0 && yearlyPercent <= 100
  return isSound && cents > 0 && amount <= MAX_SHILLINGS ? { cents, months: instalments } : undefined
}

/** The repayment schedule of a loan whose first month starts at `first`; empty if there is nothing to repay. */
export function scheduleOf(amount: number, instalments: number, yearlyPercent: number, method: string, first: string): Repayment[] {
  const given = terms(amount, instalments, yearlyPercent)
  if (given === undefined) return []
  let left = given.cents
  return partsOf(given.cents, given.months, yearlyPercent, method).map(({ principal, interest }, index) => {
    left -= principal
    return { lineNo: index + 1, period: monthStart(first, index), amount: (principal + interest) / 100, principal: principal / 100, interest: interest / 100, balance: left / 100 }
  })
}

/** The schedule of a loan that is rescheduled from its next month on; the first `taken` instalments stay. */
export function toppedUp(schedule: Repayment[], taken: number, amount: number, instalments: number, yearlyPercent: number, method: string): Repayment[] {
  const kept = schedule.filter(({ lineNo }) => lineNo <= taken)
  const first = schedule.find(({ lineNo }) => lineNo > taken)?.period
  const next = first === undefined ? [] : scheduleOf(amount, instalments, yearlyPercent, method, first)
  return [...kept, ...next.map((row) => ({ ...row, lineNo: row.lineNo + taken }))]
}

/** The highest monthly instalment of a loan. */
export function highestInstalment(amount: number, instalments: number, yearlyPercent: number, method: string): number {
  const given = terms(amount, instalments, yearlyPercent)
  if (given === undefined) return 0
  return Math.max(...partsOf(given.cents, given.months, yearlyPercent, method).map(({ principal, interest }) => principal + interest)) / 100
}

/** The largest loan, in whole shillings, whose instalments never exceed `monthly`. */
export function mostRepayable(monthly: number, instalments: number, yearlyPercent: number, method: string): number {
  let most = 0
  let tooMuch = Math.min(MAX_SHILLINGS, Math.floor(Math.max(0, monthly) * instalments)) + 1
  while (tooMuch - most > 1) {
    const tried = Math.floor((most + tooMuch) / 2)
    // A thousandth of a cent: the rounding error of sums.
    if (highestInstalment(tried, instalments, yearlyPercent, method) <= monthly + 0.00001) most = tried
    else tooMuch = tried
  }
  return most
}

/** The first day of the month `months` months after that of a date, from 0001-01-01 to 9999-12-01; empty for an empty date. */
export function monthStart(date: string, months: number): string {
  if (date === '') return ''
  const counted = Number(date.slice(0, 4)) * 12 + Number(date.slice(5, 7)) - 1 + months
  const count = Math.min(9999 * 12 + 11, Math.max(12, counted))
  return `${String(Math.floor(count / 12)).padStart(4, '0')}-${String((count % 12) + 1).padStart(2, '0')}-01`
}
