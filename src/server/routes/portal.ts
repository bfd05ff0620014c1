/** GET portal/bootstrap, GET portal/manifests/<hash>.json, GET portal/lists/<type> */
import type { FastifyPluginCallback } from 'fastify'
import type { Answer, BootstrapAnswer, ListsAnswer } from '../../contract/index.ts'
import { toClientManifest } from '../../core/index.ts'
import type { Engine, JsonObject } from '../../core/index.ts'
import { AppError } from '../errors.ts'
import { homeFor, redirectsFor } from '../portal/home-for.ts'
import { menuFor } from '../portal/menu-for.ts'
import { pagesFor } from '../portal/pages-for.ts'
import { rowsOfLists } from '../portal/rows-of-lists.ts'
import { typesFor } from '../portal/types-for.ts'
import { settingsToShow } from '../settings/effective-settings.ts'

export const portalRoutes: FastifyPluginCallback = (app, _options, done) => {
  const { engines } = app.services

  app.get('/portal/bootstrap', ({ session }): Answer<BootstrapAnswer> => {
    const engine = engines.forActor(session.actor)
    const { catalogue } = engine
    const { code, name, currency } = session.company
    const home = homeFor(engine, session)
    return {
      data: {
        actor: session.actor,
        pages: pagesFor(engine, session), redirects: redirectsFor(engine, session), home: home === undefined ? null : home.path, menu: menuFor(engine, session), types: typesFor(engine, session.actor),
        settings: settingsToShow(catalogue.settings, session.settings), settingsShapes: catalogue.settings, today: session.today, company: { code, name, currency },
      },
      message: '',
    }
  })

  app.get<{ Params: { file: string } }>('/portal/manifests/:file', (request, reply) => {
    const engine = engines.forActor(request.session.actor)
    const hash = /^([0-9a-f]{8,64})\.json$/.exec(request.params.file)?.[1]
    const text = hash === undefined ? undefined : manifestTexts(engine).get(hash)
    if (text === undefined) throw new AppError('not-found')
    const etag = `"${hash}"`
    void reply.header('etag', etag).header('cache-control', 'private, max-age=31536000, immutable')
    if (request.headers['if-none-match'] === etag) return reply.status(304).send()
    return reply.type('application/json; charset=utf-8').send(text)
  })

  app.get<{ Params: { type: string } }>('/portal/lists/:type', async ({ params, session }): Promise<Answer<ListsAnswer>> => {
    const engine = engines.forActor(session.actor)
    if (!Object.hasOwn(typesFor(engine, session.actor), params.type)) throw new AppError('not-found')
    return { data: await rowsOfLists(app.services, engine, params.type, session), message: '' }
  })

  const texts = new WeakMap<Engine, Map<string, string>>()

  function manifestTexts(engine: Engine): Map<string, string> {
    let known = texts.get(engine)
    if (known === undefined) {
      known = new Map(Object.values(engine.catalogue.types).map((type) => [type.hash, JSON.stringify(toClientManifest(type) satisfies JsonObject | object)]))
      texts.set(engine, known)
    }
    return known
  }

  done()
}
