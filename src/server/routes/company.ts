/** GET company, GET company/companies */
import type { FastifyPluginCallback } from 'fastify'
import type { Answer, CompanyAnswer } from '../../contract/index.ts'
import { AppError } from '../errors.ts'
import { findCompany, listCompanies } from '../store/companies.ts'
import type { CompaniesTable } from '../store/tables.ts'
import { findUserById } from '../store/users.ts'

export const companyRoutes: FastifyPluginCallback = (app, _options, done) => {
  const { database } = app.services

  app.get('/company', async ({ session }): Promise<Answer<CompanyAnswer>> => {
    const company = await findCompany(database.kysely, session.company.code)
    if (company === undefined) throw new AppError('not-found')
    return { data: { ...presentCompany(company), currency: session.company.currency }, message: '' }
  })

  app.get('/company/companies', async ({ session }): Promise<Answer<CompanyAnswer[]>> => {
    const user = await findUserById(database.kysely, session.actor.id)
    const companies = await listCompanies(database.kysely, user?.companies ?? [])
    return { data: companies.map(presentCompany), message: '' }
  })

  done()
}

function presentCompany(company: CompaniesTable): CompanyAnswer {
  return {
    id: company.code, name: company.name, displayName: company.display_name, base64Logo: company.logo, currency: company.currency,
    switch_company: company.switch_company, isWindowsAuth: company.windows_auth,
  }
}
