/** At which company somebody signs in: only that decides between e-mail and Windows account. */
import type { CompanyAnswer } from '../../../contract/index.ts'

const KEY = 'dirisha.company'

/** The company chosen here last; else one where the e-mail is enough; else the first. */
export function chosenCompany(companies: CompanyAnswer[], chosen: string | null): CompanyAnswer | undefined {
  return companies.find(({ id }) => id === chosen) ?? companies.find(({ isWindowsAuth }) => !isWindowsAuth) ?? companies[0]
}

/** Whether the choice changes anything: an e-mail tells its company by itself. */
export function hasChoice(companies: CompanyAnswer[]): boolean {
  return companies.length > 1 && companies.some(({ isWindowsAuth }) => isWindowsAuth)
}

/** The company that this browser last signed in to; null when it never has. */
export function keptCompany(): string | null {
  return localStorage.getItem(KEY)
}

/** Remembers the company for the next sign-in in this browser. */
export function keepCompany(id: string): void {
  localStorage.setItem(KEY, id)
}
