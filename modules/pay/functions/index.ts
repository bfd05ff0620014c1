import type { FunctionRegistry } from '../../../src/core/index.ts'
import { MAX_MONTHS, highestInstalment, monthStart, mostRepayable, scheduleOf, toppedUp } from './amortise.ts'

/** The number of months that a call iterates over, at most the maximum. */
const monthsOf = (months: number): number => Math.max(0, Math.min(MAX_MONTHS, months))

/** Functions of the pay module, by the names that manifests use. */
export const functions: FunctionRegistry = {
  loanSchedule: {
    signature: 'loanSchedule(double, double, double, string, string): dyn',
    description: 'Amount, months, per cent a year, method, first month: the months with lineNo, period, amount, principal, interest and balance.',
    call: scheduleOf,
    steps: (_amount: number, months: number) => 16 + 2 * monthsOf(months),
  },
  toppedUp: {
    signature: 'toppedUp(dyn, double, double, double, double, string): dyn',
    description: 'Schedule, instalments taken, what is repaid from now on, months, per cent a year, method: what was taken, and the months from the next one on.',
    call: toppedUp,
    steps: (schedule: unknown[], _taken: number, _amount: number, months: number) => 16 + schedule.length + 2 * monthsOf(months),
  },
  highestInstalment: {
    signature: 'highestInstalment(double, double, double, string): double',
    description: 'Amount, months, per cent a year, method: the highest of the months.',
    call: highestInstalment,
    steps: (_amount: number, months: number) => 8 + monthsOf(months),
  },
  mostRepayable: {
    signature: 'mostRepayable(double, double, double, string): double',
    description: 'What can be repaid in a month, months, per cent a year, method: the most that can be borrowed, in whole shillings.',
    call: mostRepayable,
    steps: (_monthly: number, months: number) => 100 + 12 * monthsOf(months),
  },
  monthStart: {
    signature: 'monthStart(string, double): string',
    description: 'The first day of the month so many months after that of the date.',
    call: monthStart,
    steps: () => 8,
  },
}
