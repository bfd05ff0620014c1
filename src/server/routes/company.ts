import type { FastifyPluginCallback } from 'fastify'
import type { Answer, CompanyAnswer } from '../../contract/index.ts'
import { AppError } from '../errors.ts'
import type { Session } from '../services.ts'
import { companyAsked } from '../sign-in/company-asked.ts'
import { canSwitch, mayChange } from '../sign-in/switching.ts'
import { imageAddresses } from '../settings/image-addresses.ts'
import { findImage, imagesOf } from '../store/images.ts'
import type { JsonObject } from '../../core/index.ts'
import { allCompanies, findCompany, listCompanies } from '../store/companies.ts'
import type { CompaniesTable } from '../store/tables.ts'
import { findUserById } from '../store/users.ts'

const OPEN_TO_STRANGERS = { config: { isSessionOptional: true } }

/** GET company, GET company/companies, GET company/images/<hash>: for who has signed in theirs, for the sign-in page those that can be signed in to. */
export const companyRoutes: FastifyPluginCallback = (app, _options, done) => {
  const { services } = app
  const db = services.database.kysely

  app.get<{ Querystring: { company?: string } }>('/company', OPEN_TO_STRANGERS, async ({ session, query }: { session: Session | undefined; query: { company?: string } }): Promise<Answer<CompanyAnswer>> => {
    if (session === undefined) {
      const asked = await companyAsked(db, query.company)
      return { data: presentCompany(asked, false, (await imagesOf(db, [asked.code])).get(asked.code)), message: '' }
    }
    const company = await findCompany(db, session.company.code)
    if (company === undefined) throw new AppError('not-found')
    const user = await findUserById(db, session.actor.id)
    return { data: { ...presentCompany(company, await canSwitch(services, company.code, user?.companies ?? []), (await imagesOf(db, [company.code])).get(company.code)), currency: session.company.currency }, message: '' }
  })

  app.get('/company/companies', OPEN_TO_STRANGERS, async ({ session }: { session: Session | undefined }): Promise<Answer<CompanyAnswer[]>> => {
    if (session === undefined) {
      const all = await allCompanies(db)
      const shown = await imagesOf(db, all.map(({ code }) => code))
      return { data: all.map((company) => presentCompany(company, false, shown.get(company.code))), message: '' }
    }
    const user = await findUserById(db, session.actor.id)
    const codes = user?.companies ?? []
    const companies = await listCompanies(db, codes)
    const here = session.company.code
    const mayGo = await Promise.all(companies.map(({ code }) => (code === here ? canSwitch(services, here, codes) : mayChange(services, here, code))))
    const shown = await imagesOf(db, codes)
    return { data: companies.map((company, index) => presentCompany(company, mayGo[index] === true, shown.get(company.code))), message: '' }
  })

  app.get<{ Params: { hash: string } }>('/company/images/:hash', { config: { isPublic: true } }, async ({ params }, reply) => {
    const image = /^[0-9a-f]{64}$/.test(params.hash) ? await findImage(db, params.hash) : undefined
    if (image === undefined) throw new AppError('not-found')
    return reply
      .header('cache-control', 'public, max-age=31536000, immutable')
      .header('x-content-type-options', 'nosniff')
      .header('content-security-policy', "default-src 'none'; sandbox")
      .type(image.media_type)
      .send(image.content)
  })

  done()
}

/** `maySwitch`: of the person's own company whether they may leave it for another, of another whether they may change to it. */
function presentCompany(company: CompaniesTable, maySwitch: boolean, images: JsonObject | undefined): CompanyAnswer {
  return {
    id: company.code, name: company.name, displayName: company.display_name, base64Logo: company.logo, currency: company.currency,
    switch_company: maySwitch, isWindowsAuth: company.windows_auth, images: imageAddresses(images),
  }
}
