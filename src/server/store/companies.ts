/** The companies that the portal serves. */
import type { Db } from './database.ts'
import type { CompaniesTable } from './tables.ts'

/** The company with the code; undefined when there is none. */
export async function findCompany(db: Db, code: string): Promise<CompaniesTable | undefined> {
  return db.selectFrom('companies').selectAll().where('code', '=', code).executeTakeFirst()
}

/** All, as they are offered on the sign-in page: the first is where a stranger is taken to belong. */
export async function allCompanies(db: Db): Promise<CompaniesTable[]> {
  return db.selectFrom('companies').selectAll().orderBy('position').orderBy('name').execute()
}

/** Those with the codes, by name. */
export async function listCompanies(db: Db, codes: string[]): Promise<CompaniesTable[]> {
  if (codes.length === 0) return []
  return db.selectFrom('companies').selectAll().where('code', 'in', codes).orderBy('name').execute()
}

/** Gives the company another name to show. */
export async function renameCompany(db: Db, code: string, displayName: string): Promise<void> {
  await db.updateTable('companies').set({ display_name: displayName }).where('code', '=', code).execute()
}

/** Adds the company, or brings the one with the code to what is given. */
export async function saveCompany(db: Db, company: CompaniesTable): Promise<void> {
  const { code: _, ...rest } = company
  await db.insertInto('companies').values(company).onConflict((oc) => oc.column('code').doUpdateSet(rest)).execute()
}
