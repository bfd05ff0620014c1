/** The company that users sign in to: it decides between e-mail, Windows account and identity provider. */
import type { CompanyAnswer } from '../../../contract/index.ts'

const KEY = 'dirisha.company'

/** The company chosen last in this browser; otherwise one that needs only an e-mail; otherwise the first. */
export function chosenCompany(companies: CompanyAnswer[], chosen: string | null): CompanyAnswer | undefined {
  return companies.find(({ id }) => id === chosen) ?? companies.find(({ isWindowsAuth }) => !isWindowsAuth) ?? companies[0]
}

/**
 * Whether the choice makes a difference: an e-mail identifies its company, and an identity provider that all companies share needs no
 * choice.
 */
export function hasChoice(companies: CompanyAnswer[]): boolean {
  if (companies.length < 2) return false
  const providers = new Set(companies.map(({ provider }) => JSON.stringify(provider)))
  return providers.size > 1 || companies.some(({ isWindowsAuth }) => isWindowsAuth)
}

/** The company that this browser last signed in to; null if there is none. */
export function keptCompany(): string | null {
  return localStorage.getItem(KEY)
}

/** Remembers the company for the next sign-in in this browser. */
export function keepCompany(id: string): void {
  localStorage.setItem(KEY, id)
}
