import type { FastifyPluginCallback } from 'fastify'
import { COLOURS_GROUP, CompanyAnswer, described, list, object, optional, text } from '../../contract/index.ts'
import type { Answer } from '../../contract/index.ts'
import type { ProviderConfig } from '../config.ts'
import { AppError } from '../errors.ts'
import { data, file } from '../openapi/call.ts'
import type { Session } from '../services.ts'
import { providerOf } from '../sign-in/oidc/provider-of.ts'
import { companyAsked } from '../sign-in/company-asked.ts'
import { maySwitch } from '../sign-in/settings.ts'
import { imageAddresses } from '../settings/image-addresses.ts'
import { findImage, imagesOf } from '../store/files/images.ts'
import { groupOf } from '../store/settings/settings.ts'
import type { JsonObject } from '../../core/index.ts'
import { allCompanies, findCompany, listCompanies } from '../store/settings/companies.ts'
import type { CompaniesTable } from '../store/sql/tables.ts'

const SESSION_OPTIONAL = { config: { isSessionOptional: true, isBeforeAuthenticator: true } }

const TAG = 'Company'
const ASKED = object({ company: optional(described(text, 'Without a token: code of the company; the first one by default.')) })

/** The caller's companies; without a session, those that can be signed in to, for the sign-in page. */
export const companyRoutes: FastifyPluginCallback = (app, _options, done) => {
  const { services } = app
  const db = services.database.kysely

  const presented = async (companies: CompaniesTable[], isOpen: boolean): Promise<CompanyAnswer[]> => {
    const codes = companies.map(({ code }) => code)
    const [images, colours] = await Promise.all([imagesOf(db, codes), groupOf(db, COLOURS_GROUP, codes)])
    return companies.map((company) => presentCompany(company, isOpen, providerOf(services.config, company.code), images.get(company.code), colours.get(company.code)))
  }
  const one = async (company: CompaniesTable, isOpen: boolean): Promise<CompanyAnswer> => {
    const [answer] = await presented([company], isOpen)
    if (answer === undefined) throw new AppError('not-found')
    return answer
  }

  app.get<{ Querystring: { company?: string } }>('/company', {
    ...SESSION_OPTIONAL,
    schema: { call: { id: 'company', summary: 'The company of the session; without a token the requested one, for the sign-in page', tag: TAG, query: ASKED, answer: data('The company.', CompanyAnswer), errors: [401, 404] } },
  }, async ({ session, query }: { session: Session | undefined; query: { company?: string } }): Promise<Answer<CompanyAnswer>> => {
    if (session === undefined) return { data: await one(await companyAsked(db, query.company), false), message: '' }
    const company = await findCompany(db, session.company.code)
    if (company === undefined) throw new AppError('not-found')
    return { data: { ...(await one(company, await maySwitch(services, session.companies))), currency: session.company.currency }, message: '' }
  })

  app.get('/company/companies', {
    ...SESSION_OPTIONAL,
    schema: { call: { id: 'companies', summary: 'The caller’s companies; without a token all that people can sign in to', tag: TAG, answer: data('The companies.', list(CompanyAnswer)), errors: [401] } },
  }, async ({ session }: { session: Session | undefined }): Promise<Answer<CompanyAnswer[]>> => {
    if (session === undefined) return { data: await presented(await allCompanies(db), false), message: '' }
    const codes = session.companies
    return { data: await presented(await listCompanies(db, codes), await maySwitch(services, codes)), message: '' }
  })

  app.get<{ Params: { hash: string } }>('/company/images/:hash', {
    config: { isPublic: true },
    schema: { call: { id: 'company-image', summary: 'A picture of a company; an address always returns the same picture', tag: TAG, answer: file('The picture.', 'image/webp'), errors: [404] } },
  }, async ({ params }, reply) => {
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

function presentCompany(company: CompaniesTable, isOpen: boolean, provider: ProviderConfig | undefined, images: JsonObject | undefined, colours: JsonObject | undefined): CompanyAnswer {
  return {
    id: company.code, name: company.name, displayName: company.display_name, base64Logo: company.logo, currency: company.currency,
    switch_company: isOpen, isWindowsAuth: company.windows_auth,
    provider: provider === undefined ? null : { name: provider.name, isOnly: provider.isOnly }, images: imageAddresses(images), colours: colours ?? {},
  }
}
