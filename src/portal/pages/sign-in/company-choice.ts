/** At which company somebody signs in: only that decides between e-mail, Windows account and identity provider. */
import type { CompanyAnswer } from '../../../contract/index.ts'

const KEY = 'dirisha.company'

/** The company chosen here last; else one where the e-mail is enough; else the first. */
export function chosenCompany(companies: CompanyAnswer[], chosen: string | null): CompanyAnswer | undefined {
  return companies.find(({ id }) => id === chosen) ?? companies.find(({ isWindowsAuth }) => !isWindowsAuth) ?? companies[0]
}

/** Whether the choice changes anything: an e-mail names its company by itself, and a provider that is everybody's needs none. */
export function hasChoice(companies: CompanyAnswer[]): boolean {
  if (companies.length < 2) return false
  const providers = new Set(companies.map(({ provider }) => JSON.stringify(provider)))
  return providers.size > 1 || companies.some(({ isWindowsAuth }) => isWindowsAuth)
}

/** The company that this browser last signed in to; null when it never has. */
export function keptCompany(): string | null {
  return localStorage.getItem(KEY)
}

/** Remembers the company for the next sign-in in this browser. */
export function keepCompany(id: string): void {
  localStorage.setItem(KEY, id)
}
