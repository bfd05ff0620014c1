/** The language of each request: its texts are translated while it is answered. */
import path from 'node:path'
import plugin from 'fastify-plugin'
import type { Translation } from '../../core/index.ts'
import { inLanguage } from '../languages/of-request.ts'
import { readTranslations } from '../languages/read-translations.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** The translations of this installation by language; English is not among them. */
    translations: ReadonlyMap<string, Translation>
  }
}

/** Must be registered before anything that refuses a request. Without translations it does nothing. */
export const languagePlugin = plugin(
  (app, _options, done) => {
    const { root, modules } = app.services.config
    const translations = readTranslations([root, ...modules].map((folder) => path.join(folder, 'texts')))
    app.decorate('translations', translations)
    if (translations.size === 0) return done()
    app.addHook('onRequest', ({ headers }, _reply, next) => inLanguage(preferred(headers['accept-language'] ?? '', translations), next))
    // Reading the body continues from its socket, which belongs to no request, so the language is restored here.
    app.addHook('preValidation', ({ headers }, _reply, next) => inLanguage(preferred(headers['accept-language'] ?? '', translations), next))
    done()
  },
  { name: 'language', fastify: '5.x' },
)

/** The first language of an Accept-Language header that is there; undefined for English. A region that is not there leads to its language. */
export function preferred(header: string, translations: ReadonlyMap<string, Translation>): Translation | undefined {
  for (const part of header.split(',')) {
    const [tag = ''] = part.split(';')
    const name = tag.trim()
    const [language = ''] = name.split('-')
    const found = translations.get(name) ?? translations.get(language)
    if (found !== undefined) return found
    if (language === 'en') return undefined
  }
  return undefined
}
