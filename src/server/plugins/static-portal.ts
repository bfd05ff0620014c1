/** The built portal: hashed files for ever, the page itself never from a cache, any other address of the portal the page. */
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import fastifyStatic, { type FastifyStaticOptions } from '@fastify/static'
import plugin from 'fastify-plugin'
import type { FastifyRequest } from 'fastify'
import { COLOURS_GROUP, LOOK_META, SESSION_IN_COOKIE, SESSION_META } from '../../contract/index.ts'
import type { Look } from '../../contract/index.ts'
import { AppError } from '../errors.ts'
import { companyAsked } from '../sign-in/company-asked.ts'
import type { Services } from '../services.ts'
import type { Db } from '../store/database.ts'
import { groupOf } from '../store/settings.ts'

/** vite.config.ts laid what is compressed beside the files. */
const LAID_BESIDE = { index: false, cacheControl: false, preCompressed: true } as const

const headers = (cacheControl: string): NonNullable<FastifyStaticOptions['setHeaders']> => (response) => {
  void response.setHeader('cache-control', cacheControl)
  // A cache on the way must not hand a browser the form that another one asked for.
  void response.setHeader('vary', 'accept-encoding')
}

/** Serves `dist/portal`; without a build the address says how to make one. */
export const staticPortalPlugin = plugin(
  async (app) => {
    const root = path.join(app.services.config.root, 'dist', 'portal')
    const index = path.join(root, 'index.html')
    if (existsSync(root)) {
      await app.register(async (files) => {
        files.addHook('onRoute', (route) => { route.config = { ...route.config, isPublic: true } })
        // Hundreds of files: a route for each would take longer than all others of a start.
        await files.register(fastifyStatic, { ...LAID_BESIDE, root: path.join(root, 'assets'), prefix: '/assets/', decorateReply: false, dotfiles: 'ignore', setHeaders: headers('public, max-age=31536000, immutable') })
        await files.register(fastifyStatic, { ...LAID_BESIDE, root, wildcard: false, globIgnore: ['assets/**', 'index.html'], setHeaders: headers('no-cache') })
      })
    }
    let page: { text: string } | undefined
    app.setNotFoundHandler(async (request, reply) => {
      if (!isPage(request)) throw new AppError('unknown-route')
      if (page === undefined && existsSync(index)) page = { text: readFileSync(index, 'utf8') }
      if (page === undefined) return reply.status(503).type('text/plain; charset=utf-8').send('The portal has not been built yet: run npm run build.\n')
      return reply.header('cache-control', 'no-cache').type('text/html; charset=utf-8').send(await dressed(page.text, app.services))
    })
  },
  { name: 'static-portal', dependencies: ['errors'], fastify: '5.x' },
)

/** The page with how it is to keep its session, and the colours of the company that a stranger is taken to belong to; without them when they cannot be read now. */
async function dressed(page: string, { database, config }: Services): Promise<string> {
  const look = await lookOfFirst(database.kysely).catch(() => undefined)
  const tags = [...(look === undefined ? [] : [meta(LOOK_META, JSON.stringify(look))]), ...(config.isSessionInCookie ? [meta(SESSION_META, SESSION_IN_COOKIE)] : [])]
  return page.replace('</head>', () => `${tags.join('')}</head>`)
}

function meta(name: string, content: string): string {
  return `  <meta name="${name}" content="${inAttribute(content)}" />\n  `
}

async function lookOfFirst(db: Db): Promise<Look> {
  const { code } = await companyAsked(db, undefined)
  return { company: code, colours: (await groupOf(db, COLOURS_GROUP, [code])).get(code) ?? {} }
}

function inAttribute(text: string): string {
  return text.replace(/[&"<>]/g, (sign) => `&#${String(sign.charCodeAt(0))};`)
}

/** A screen's address, as a browser asks for it; a missing file or API address stays missing. */
function isPage(request: FastifyRequest): boolean {
  if (request.method !== 'GET' && request.method !== 'HEAD') return false
  const [pathname = ''] = request.url.split('?')
  if (pathname.startsWith('/api') || pathname.startsWith('/assets/')) return false
  return (request.headers.accept ?? '').includes('text/html')
}
