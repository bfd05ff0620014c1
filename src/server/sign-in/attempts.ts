/** Slows guessing down in this process: attempts are counted by address and by address and e-mail in a sliding window. */

export interface Limits {
  windowMs: number
  /** Attempts for one e-mail from one address. */
  perPerson: number
  /** Attempts from one address; a whole office may share it. */
  perAddress: number
}

export const SIGN_IN_LIMITS: Limits = { windowMs: 60_000, perPerson: 15, perAddress: 300 }
const MOST_KEPT = 50_000

export class AttemptCounter {
  readonly #limits: Limits
  readonly #attempts = new Map<string, number[]>()

  constructor(limits: Limits) {
    this.#limits = limits
  }

  /** Counts an attempt; false when there were too many. */
  isAllowed(address: string, email: string, now: number): boolean {
    const isAddressAllowed = this.#count(address, this.#limits.perAddress, now)
    return this.#count(`${address} ${email.toLowerCase()}`, this.#limits.perPerson, now) && isAddressAllowed
  }

  #count(key: string, most: number, now: number): boolean {
    const recent = (this.#attempts.get(key) ?? []).filter((at) => at > now - this.#limits.windowMs)
    if (recent.length >= most) return false
    if (this.#attempts.size > MOST_KEPT) this.#attempts.clear()
    this.#attempts.set(key, [...recent, now])
    return true
  }
}

/** Locks e-mails that nobody has as known ones are locked in the database, so that the lock does not tell who is known. */
export class UnknownEmails {
  readonly #failures = new Map<string, { count: number; lockedUntil: number }>()

  /** Instant until which the e-mail is locked; 0 when it is not. */
  lockedUntil(email: string): number {
    return this.#failures.get(email.toLowerCase())?.lockedUntil ?? 0
  }

  countFailure(email: string, most: number, until: number): void {
    const key = email.toLowerCase()
    const count = (this.#failures.get(key)?.count ?? 0) + 1
    if (this.#failures.size > MOST_KEPT) this.#failures.clear()
    this.#failures.set(key, count >= most ? { count: 0, lockedUntil: until } : { count, lockedUntil: 0 })
  }
}
