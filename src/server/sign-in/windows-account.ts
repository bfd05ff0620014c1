/** Determines who signs in with a Windows account, and verifies its password. */
import type { DirectoryConfig } from '../config.ts'
import { AppError } from '../errors.ts'
import type { Services } from '../services.ts'
import { allCompanies, findCompany, listCompanies } from '../store/settings/companies.ts'
import type { Db } from '../store/connection/database.ts'
import type { CompaniesTable } from '../store/sql/tables.ts'
import type { User } from '../store/users/users.ts'
import { isDirectoryPasswordRight } from './directory.ts'
import { isPasswordRight } from './passwords.ts'
import { ofCompany } from './settings.ts'
import { newToken } from './tokens.ts'

/**
 * The company whose directory verifies the person's password; undefined if the password is stored here. It applies to everyone with a user
 * name in a company with Windows accounts: an account closed in the directory must not stay open through a second password.
 */
export async function directoryCompanyOf(db: Db, user: User): Promise<CompaniesTable | undefined> {
  if (user.username === null) return undefined
  const companies = await listCompanies(db, user.companies)
  return companies.find((one) => one.windows_auth && one.code === user.default_company) ?? companies.find((one) => one.windows_auth)
}

/**
 * The company in which an unknown user name is checked: the chosen one, or the first with Windows accounts. @throws AppError
 * windows-not-offered
 */
export async function windowsCompany(db: Db, chosen: string): Promise<CompaniesTable> {
  const company = chosen === '' ? (await allCompanies(db)).find((one) => one.windows_auth) : await findCompany(db, chosen)
  if (company?.windows_auth !== true) throw new AppError('windows-not-offered')
  return company
}

/**
 * Whether the password is that of the person's Windows account. For unknown users the directory is queried as well, with a name that it
 * cannot contain.
 */
export async function verifyWindowsPassword(services: Services, company: CompaniesTable, user: User | undefined, password: string): Promise<boolean> {
  const directory = directoryOf(services, company.code)
  if (directory !== undefined) {
    // The stored name, not the one that was typed.
    const isRight = await isDirectoryPasswordRight(directory, user?.username ?? `nobody-${newToken().slice(0, 12)}`, password, services.log)
    return isRight && user !== undefined
  }
  // The demo organisation has no directory: its Windows passwords are stored in the portal's own table.
  if (!services.isDemo) throw new AppError('directory-unset')
  return isPasswordRight(user?.password_hash, password)
}

/** Whether the directory of one company answers for the people of the other as well. */
export function sharesDirectory(services: Services, one: string, other: string): boolean {
  const directory = directoryOf(services, one)
  return directory === directoryOf(services, other) && (directory !== undefined || services.isDemo)
}

/**
 * The company in which a person starts whose password was checked by the directory of `company`: their default company, if the directory
 * answers for it.
 */
export function companyServed(services: Services, company: string, user: User): string {
  return user.companies.includes(user.default_company) && sharesDirectory(services, company, user.default_company) ? user.default_company : company
}

function directoryOf({ config }: Services, company: string): DirectoryConfig | undefined {
  return ofCompany(config.directories, company)
}
