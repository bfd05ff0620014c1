/** Serves the built portal: hashed files are cached forever, the page itself never, and every other portal URL returns the page. */
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import fastifyStatic, { type FastifyStaticOptions } from '@fastify/static'
import plugin from 'fastify-plugin'
import type { FastifyRequest } from 'fastify'
import { COLOURS_GROUP, LANGUAGES_META, LOOK_META, SESSION_IN_COOKIE, SESSION_META, START_META, TEXTS_PATH } from '../../contract/index.ts'
import type { CompanyLook, StartHeading } from '../../contract/index.ts'
import type { Settings } from '../../core/index.ts'
import { AppError } from '../errors.ts'
import { readBundle, type Bundle } from '../portal/bundle.ts'
import { startHeading } from '../portal/start-heading.ts'
import { startPlan } from '../portal/start-plan.ts'
import { companyAsked } from '../sign-in/company-asked.ts'
import type { Services } from '../services.ts'
import { effectiveSettings } from '../settings/effective-settings.ts'
import type { Db } from '../store/connection/database.ts'
import { loadSettings } from '../store/settings/settings.ts'

/**
 * vite.config.ts wrote the compressed variants next to the files. `Cache-Control` is left to the options `maxAge` and `immutable`: what
 * `setHeaders` writes gives way to the header that the plugin `security` sets on every response.
 */
const STATIC_OPTIONS = {
  index: false, preCompressed: true,
  // A shared cache must not serve one browser's encoding to another.
  setHeaders: (response) => { void response.setHeader('vary', 'accept-encoding') },
} satisfies Partial<FastifyStaticOptions>

/** Serves `dist/portal`; without a build, the response says how to make one. */
export const staticPortalPlugin = plugin(
  async (app) => {
    const root = path.join(app.services.config.root, 'dist', 'portal')
    const index = path.join(root, 'index.html')
    if (existsSync(root)) {
      await app.register(async (files) => {
        files.addHook('onRoute', (route) => { route.config = { ...route.config, isPublic: true } })
        // One wildcard route: a route for each of several hundred files would take longer than all the rest of the start.
        await files.register(fastifyStatic, { ...STATIC_OPTIONS, root: path.join(root, 'assets'), prefix: '/assets/', decorateReply: false, dotfiles: 'ignore', maxAge: '1y', immutable: true })
        await files.register(fastifyStatic, { ...STATIC_OPTIONS, root, wildcard: false, globIgnore: ['assets/**', 'index.html'], maxAge: 0 })
      })
    }
    await app.register(async (files) => {
      files.addHook('onRoute', (route) => { route.config = { ...route.config, isPublic: true } })
      files.get<{ Params: { file: string } }>(`${TEXTS_PATH}:file`, (request, reply) => {
        const translation = app.services.translations.get(path.basename(request.params.file, '.js'))
        if (translation === undefined) throw new AppError('unknown-route')
        return reply.header('cache-control', 'no-cache').type('text/javascript; charset=utf-8').send(`globalThis.dirishaTranslation = ${JSON.stringify(translation)}`)
      })
    })
    let page: { text: string; bundle: Bundle | undefined } | undefined
    app.setNotFoundHandler(async (request, reply) => {
      if (!isPage(request)) throw new AppError('unknown-route')
      if (page === undefined && existsSync(index)) page = { text: readFileSync(index, 'utf8'), bundle: readBundle(root) }
      if (page === undefined) return reply.status(503).type('text/plain; charset=utf-8').send('The portal has not been built yet: run npm run build.\n')
      return reply.header('cache-control', 'no-cache').type('text/html; charset=utf-8').send(await withMetaTags(page, app.services, { address: request.url, languages: [...app.services.translations.keys()] }))
    })
  },
  { name: 'static-portal', dependencies: ['errors'], fastify: '5.x' },
)

/**
 * Adds to the page how it keeps its session, its languages, the colours of the default company, which are left out if they cannot be read,
 * and what its screen needs first. Before the title, so that they are there when the page's first script runs.
 */
async function withMetaTags({ text, bundle }: { text: string; bundle: Bundle | undefined }, services: Services, { address, languages }: { address: string; languages: string[] }): Promise<string> {
  const { config, engines } = services
  const first = await firstCompany(services.database.kysely).catch(() => undefined)
  const tags = [
    ...(first === undefined ? [] : [meta(LOOK_META, JSON.stringify(lookOf(first)))]),
    ...(languages.length === 0 ? [] : [meta(LANGUAGES_META, languages.join(' ')), '  <script src="/language.js"></script>\n  ']),
    ...(config.isSessionInCookie ? [meta(SESSION_META, SESSION_IN_COOKIE)] : []),
    ...(bundle === undefined ? [] : [meta(START_META, JSON.stringify({ ...startPlan(bundle, engines.base(), address), heading: first && headingFor(first, services, address) }))]),
  ]
  return text.replace('<title>', () => `${tags.join('')}<title>`)
}

function headingFor({ code, stored }: FirstCompany, { engines, translations }: Services, address: string): StartHeading | undefined {
  const engine = engines.forActor({ company: code, roles: [] })
  const settings = effectiveSettings(engine.catalogue.settings, stored)
  return startHeading(engine, address, { code, settings }, translations)
}

function meta(name: string, content: string): string {
  return `<meta name="${name}" content="${inAttribute(content)}" />\n    `
}

interface FirstCompany { code: string; stored: Settings }

/** The company of whoever has not said another, with its settings. */
async function firstCompany(db: Db): Promise<FirstCompany> {
  const { code } = await companyAsked(db, undefined)
  return { code, stored: await loadSettings(db, code) }
}

const lookOf = ({ code, stored }: FirstCompany): CompanyLook => ({ company: code, colours: stored[COLOURS_GROUP] ?? {} })

function inAttribute(text: string): string {
  return text.replace(/[&"<>]/g, (sign) => `&#${String(sign.charCodeAt(0))};`)
}

/** Whether a browser is requesting a screen; missing files and API URLs must stay 404. */
function isPage(request: FastifyRequest): boolean {
  if (request.method !== 'GET' && request.method !== 'HEAD') return false
  const pathname = pathOf(request)
  if (pathname.startsWith('/api') || pathname.startsWith('/assets/')) return false
  const { accept = '' } = request.headers
  // Tools that check whether the portal is up ask for its address without saying what they take.
  return accept.includes('text/html') || (pathname === '/' && (accept === '' || accept.includes('*/*')))
}

function pathOf({ url }: FastifyRequest): string {
  return url.split('?')[0] ?? ''
}
