/** The companies that the portal serves. */
import { foldedName } from '../../../core/index.ts'
import type { Db, Tx } from '../connection/database.ts'
import type { CompaniesTable } from '../sql/tables.ts'
import { lockKeys } from '../transactions/lock-keys.ts'

/** The company with the code; undefined if there is none. */
export async function findCompany(db: Db, code: string): Promise<CompaniesTable | undefined> {
  return db.selectFrom('companies').selectAll().where('code', '=', code).executeTakeFirst()
}

/** All companies in the order of the sign-in page; the first is the default for visitors without a session. */
export async function allCompanies(db: Db): Promise<CompaniesTable[]> {
  return db.selectFrom('companies').selectAll().orderBy('position').orderBy('name').execute()
}

/** The companies with these codes, ordered by name. */
export async function listCompanies(db: Db, codes: string[]): Promise<CompaniesTable[]> {
  if (codes.length === 0) return []
  return db.selectFrom('companies').selectAll().where('code', 'in', codes).orderBy('name').execute()
}

/** Waits for other transactions that name a company, and makes them wait for this one. */
export async function lockCompanyNames(tx: Tx): Promise<void> {
  await lockKeys(tx, '', ['companies'])
}

/**
 * The company, other than the one with the code, whose code or name people could take for this name, as in letters, mails and on the
 * sign-in page. Call lockCompanyNames first.
 */
export async function companyLike(tx: Tx, code: string, name: string): Promise<CompaniesTable | undefined> {
  const look = foldedName(name)
  return (await allCompanies(tx)).find((other) => other.code !== code && [other.code, other.name, other.display_name].some((one) => foldedName(one) === look))
}

/** Changes the company's display name. */
export async function renameCompany(db: Db, code: string, displayName: string): Promise<void> {
  await db.updateTable('companies').set({ display_name: displayName }).where('code', '=', code).execute()
}

/** Inserts the company, or updates the one with the same code. */
export async function saveCompany(db: Db, company: CompaniesTable): Promise<void> {
  const { code: _, ...rest } = company
  await db.insertInto('companies').values(company).onConflict((oc) => oc.column('code').doUpdateSet(rest)).execute()
}
