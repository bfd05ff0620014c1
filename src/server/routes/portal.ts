import type { FastifyPluginCallback } from 'fastify'
import { day, list, mapOf, nullable, object, optional, record, SettingsByGroup, text, typed } from '../../contract/index.ts'
import type { Answer, BootstrapAnswer, ListsAnswer, LookupsAnswer } from '../../contract/index.ts'
import { assignableRoles, rightsOf } from '../../core/index.ts'
import { commandContext } from '../commands/context.ts'
import { exposedFigures } from '../commands/own-figures.ts'
import { AppError } from '../errors.ts'
import { data, json } from '../openapi/call.ts'
import { administrationFor, homeFor, redirectsFor } from '../portal/home-for.ts'
import { manifestWithHash } from '../portal/manifests-for.ts'
import { menuFor } from '../portal/menu-for.ts'
import { pagesFor } from '../portal/pages-for.ts'
import { rowsOfLists } from '../portal/rows-of-lists.ts'
import { typesFor } from '../portal/types-for.ts'
import { settingsToShow } from '../settings/effective-settings.ts'
import { pictureOf } from '../store/users/people.ts'
import { languageOf } from '../store/users/languages.ts'
import { readPreferences } from '../store/users/preferences.ts'

const TAG = 'Portal'
/** Declares only the top-level names of what the core derives from manifests. */
const BOOTSTRAP = object({
  pages: record, redirects: record, home: nullable(text), menu: list(record), types: record, delegations: optional(text), actor: record, rights: list(text), administration: nullable(text), roles: optional(mapOf(text)),
  settings: SettingsByGroup, settingsShapes: record, preferences: mapOf(record), language: optional(nullable(text)), picture: optional(text), today: day, company: record,
})
const FIGURES = mapOf(typed({ anyOf: [{ type: ['number', 'string', 'boolean', 'null'] }, { type: 'array', items: { type: 'object' } }] }))

/** What the portal needs besides records. */
export const portalRoutes: FastifyPluginCallback = (app, _options, done) => {
  const { engines } = app.services

  app.get('/portal/bootstrap', {
    schema: { call: { id: 'bootstrap', summary: 'Pages, menu, types and settings for the caller', tag: TAG, answer: data('What the portal needs before its first screen.', BOOTSTRAP) } },
  }, async ({ session }): Promise<Answer<BootstrapAnswer>> => {
    const engine = engines.forActor(session.actor)
    const { catalogue } = engine
    const { code, name, currency, timeZone } = session.company
    const rights = rightsOf(session.actor)
    const { kysely } = app.services.database
    const { employee } = session.actor
    const [preferences, language, picture] = await Promise.all([
      readPreferences(kysely, { userId: session.actor.id, company: code }),
      app.services.translations.size === 0 ? undefined : languageOf(kysely, session.actor.id),
      employee === undefined ? undefined : pictureOf(kysely, catalogue.organisation.employees, { company: code, key: employee }),
    ])
    return {
      data: {
        actor: session.actor,
        pages: pagesFor(engine, session), redirects: redirectsFor(engine, session), home: homeFor(engine, session)?.path ?? null, menu: menuFor(engine, session), types: typesFor(engine, session),
        ...(catalogue.organisation.delegations && { delegations: catalogue.organisation.delegations.type }),
        rights, administration: administrationFor(engine, session)?.path ?? null, ...(rights.includes('accounts') && { roles: assignableRoles(catalogue.roles) }),
        settings: settingsToShow(catalogue.settings, session.settings), settingsShapes: catalogue.settings, preferences, ...(language !== undefined && { language }), ...(picture !== undefined && { picture }), today: session.today, company: { code, name, currency, timeZone },
      },
      message: '',
    }
  })

  app.get<{ Params: { file: string } }>('/portal/manifests/:file', {
    schema: { call: { id: 'manifest', path: '/portal/manifests/{hash}.json', summary: 'A resolved manifest by its content hash; never changes', tag: TAG, answer: json('The manifest.', record), errors: [404] } },
  }, (request, reply) => {
    const engine = engines.forActor(request.session.actor)
    const hash = /^([0-9a-f]{8,64})\.json$/.exec(request.params.file)?.[1] ?? ''
    const found = manifestWithHash(engine, request.session.actor, hash)
    if (found === undefined) throw new AppError('not-found')
    const etag = `"${found.hash}"`
    void reply.header('etag', etag).header('cache-control', 'private, max-age=31536000, immutable')
    if (request.headers['if-none-match'] === etag) return reply.status(304).send()
    return reply.type('application/json; charset=utf-8').send(found.text)
  })

  app.get<{ Params: { type: string } }>('/portal/lists/:type', {
    schema: { call: { id: 'lists', summary: 'Rows of the small masters that the rules of a type read', tag: TAG, answer: data('Rows by the name of the list.', mapOf(list(record))), errors: [404] } },
  }, async ({ params, session }): Promise<Answer<ListsAnswer>> => {
    const engine = engines.forActor(session.actor)
    if (!Object.hasOwn(typesFor(engine, session), params.type)) throw new AppError('not-found')
    return { data: await rowsOfLists(app.services, engine, params.type, session), message: '' }
  })

  app.get<{ Params: { type: string } }>('/portal/lookups/:type', {
    config: { costs: 'figures' },
    schema: {
      call: {
        id: 'lookups', summary: 'The caller’s own figures that the rules of a type read', tag: TAG, errors: [404],
        answer: data('Figures by the name of the lookup: a number, text or yes/no, null if there is none, and a list of them if grouped.', FIGURES),
      },
    },
  }, async ({ params, session }): Promise<Answer<LookupsAnswer>> => {
    const command = commandContext(app.services, session)
    if (!Object.hasOwn(typesFor(command.engine, session), params.type)) throw new AppError('not-found')
    return { data: await exposedFigures(app.services.database.kysely, command, command.engine.type(params.type)), message: '' }
  })

  done()
}
