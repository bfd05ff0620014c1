/** Reads single settings from the environment and collects what is wrong with them, so that all problems are reported together. */
export type Environment = Readonly<Record<string, string | undefined>>

export interface ConfigProblem {
  name: string
  seen: string
  expected: string
}

const MIN_SECRET_LENGTH = 16

export interface ConfigReader {
  problems: ConfigProblem[]
  /** Records a problem. @returns undefined, so that a caller can return it in place of the value. */
  problem: (name: string, seen: string, expected: string) => undefined
  /** The value without surrounding blanks; undefined if nothing is left. */
  text: (name: string) => string | undefined
  oneOf: <T extends string>(name: string, allowed: readonly T[], fallback: T) => T
  /** A URL with one of the protocols, such as `https:`. */
  address: (name: string, protocols: string[], example: string) => string | undefined
  /** A whole number from 0 to `max`. */
  wholeNumber: (name: string, max: number, fallback: number) => number
  flag: (name: string) => boolean | undefined
  /** A text long enough not to be guessed; a shorter one is a problem, and never repeated. */
  secret: (name: string) => string | undefined
}

/** Creates a reader of the environment. */
export function createConfigReader(environment: Environment): ConfigReader {
  const problems: ConfigProblem[] = []
  const text = (name: string): string | undefined => environment[name]?.trim() || undefined
  const problem = (name: string, seen: string, expected: string): undefined => {
    problems.push({ name, seen, expected })
    return undefined
  }
  return {
    problems, problem, text,
    oneOf(name, allowed, fallback) {
      const seen = text(name)
      if (seen === undefined) return fallback
      return allowed.find((value) => value === seen) ?? problem(name, `'${seen}'`, `one of ${allowed.join(', ')}`) ?? fallback
    },
    address(name, protocols, example) {
      const seen = text(name)
      if (seen === undefined) return undefined
      // The URL may contain a password, so the message never repeats it.
      if (!URL.canParse(seen)) return problem(name, 'not a valid address', `an address such as ${example}`)
      const { protocol } = new URL(seen)
      return protocols.includes(protocol) ? seen : problem(name, `an address with ${protocol}`, `an address such as ${example}`)
    },
    wholeNumber(name, max, fallback) {
      const seen = text(name)
      if (seen === undefined) return fallback
      const value = Number(seen)
      return /^\d+$/.test(seen) && value <= max ? value : (problem(name, `'${seen}'`, `a whole number from 0 to ${max}`) ?? fallback)
    },
    flag(name) {
      const seen = text(name)
      if (seen === undefined) return undefined
      if (seen === '1' || seen === 'true') return true
      return seen === '0' || seen === 'false' ? false : problem(name, `'${seen}'`, '1 or 0')
    },
    secret(name) {
      const value = text(name)
      if (value !== undefined && value.length < MIN_SECRET_LENGTH) problem(name, `shorter than ${MIN_SECRET_LENGTH} characters`, `at least ${MIN_SECRET_LENGTH} characters that nobody guesses`)
      return value
    },
  }
}
