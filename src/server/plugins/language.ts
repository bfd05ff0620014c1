/** The language of each request: its texts are translated while it is answered. */
import plugin from 'fastify-plugin'
import type { Translation } from '../../core/index.ts'
import { inLanguage } from '../languages/of-request.ts'

/** Must be registered before anything that refuses a request. Without translations it does nothing. */
export const languagePlugin = plugin(
  (app, _options, done) => {
    const { translations } = app.services
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
