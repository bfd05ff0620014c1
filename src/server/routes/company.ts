/** GET company, GET company/companies: for who has signed in theirs, for the sign-in page those that can be signed in to. */
import type { FastifyPluginCallback } from 'fastify'
import type { Answer, CompanyAnswer } from '../../contract/index.ts'
import { AppError } from '../errors.ts'
import type { Session } from '../services.ts'
import { companyAsked } from '../sign-in/company-asked.ts'
import { canSwitch } from '../sign-in/switching.ts'
import { allCompanies, findCompany, listCompanies } from '../store/companies.ts'
import type { CompaniesTable } from '../store/tables.ts'
import { findUserById } from '../store/users.ts'

const OPEN_TO_STRANGERS = { config: { isSessionOptional: true } }

export const companyRoutes: FastifyPluginCallback = (app, _options, done) => {
  const { services } = app
  const db = services.database.kysely

  app.get<{ Querystring: { company?: string } }>('/company', OPEN_TO_STRANGERS, async ({ session, query }: { session: Session | undefined; query: { company?: string } }): Promise<Answer<CompanyAnswer>> => {
    if (session === undefined) return { data: presentCompany(await companyAsked(db, query.company), false), message: '' }
    const company = await findCompany(db, session.company.code)
    if (company === undefined) throw new AppError('not-found')
    const user = await findUserById(db, session.actor.id)
    return { data: { ...presentCompany(company, await canSwitch(services, company.code, user?.companies ?? [])), currency: session.company.currency }, message: '' }
  })

  app.get('/company/companies', OPEN_TO_STRANGERS, async ({ session }: { session: Session | undefined }): Promise<Answer<CompanyAnswer[]>> => {
    if (session === undefined) return { data: (await allCompanies(db)).map((company) => presentCompany(company, false)), message: '' }
    const user = await findUserById(db, session.actor.id)
    const codes = user?.companies ?? []
    const companies = await listCompanies(db, codes)
    const mayLeave = await canSwitch(services, session.company.code, codes)
    return { data: companies.map((company) => presentCompany(company, mayLeave)), message: '' }
  })

  done()
}

/** `mayLeave`: whether the person who asks may change to another company. */
function presentCompany(company: CompaniesTable, mayLeave: boolean): CompanyAnswer {
  return {
    id: company.code, name: company.name, displayName: company.display_name, base64Logo: company.logo, currency: company.currency,
    switch_company: mayLeave, isWindowsAuth: company.windows_auth,
  }
}
