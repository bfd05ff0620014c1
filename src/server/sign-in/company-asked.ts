import { AppError } from '../errors.ts'
import { allCompanies } from '../store/settings/companies.ts'
import type { Db } from '../store/connection/database.ts'
import type { CompaniesTable } from '../store/sql/tables.ts'

/** The company that a request without a session refers to: by its code, otherwise the first one. @throws AppError not-found */
export async function companyAsked(db: Db, code: unknown): Promise<CompaniesTable> {
  const companies = await allCompanies(db)
  const company = code === undefined || code === '' ? companies[0] : companies.find((one) => one.code === code)
  if (company === undefined) throw new AppError('not-found')
  return company
}
