import { COST_NAMES, type Rate, type Rates } from './limits/cost-classes.ts'
import type { ConfigReader } from './config-reader.ts'

type Reader = Pick<ConfigReader, 'text' | 'problem'>

const MAX_RATE = 1_000_000

/**
 * Reads LIMIT_<CLASS>=person/company: the number of requests of the cost class that a person and a company may make per minute (LIMIT_MAIL:
 * per hour). `off` removes the limit, and the limit on concurrent requests too.
 */
export function readLimits({ text, problem }: Reader): Rates {
  return Object.fromEntries(COST_NAMES.flatMap((name): [string, Rate | 'off'][] => {
    const variable = `LIMIT_${name.toUpperCase()}`
    const seen = text(variable)
    if (seen === undefined) return []
    if (seen === 'off') return [[name, 'off']]
    const [person = 0, company = 0] = /^(\d{1,7})\/(\d{1,7})$/.exec(seen)?.slice(1).map(Number) ?? []
    if (person >= 1 && company >= person && company <= MAX_RATE) return [[name, { person, company }]]
    problem(variable, `'${seen}'`, 'two whole numbers such as 60/240, how often a person and how often a company, or off')
    return []
  }))
}
