import type { FastifyPluginCallback } from 'fastify'
import { LanguageRequest, MAX_PREFERENCE_BYTES, MAX_PREFERENCES, MAX_PREFERENCES_BYTES, PreferenceRequest, mapOf, record } from '../../contract/index.ts'
import type { Answer } from '../../contract/index.ts'
import { isObject, type JsonObject } from '../../core/index.ts'
import { AppError } from '../errors.ts'
import { data } from '../openapi/call.ts'
import { lockKeys } from '../store/transactions/lock-keys.ts'
import { setLanguage } from '../store/users/languages.ts'
import { readPreferences, setPreference } from '../store/users/preferences.ts'
import { bodyOf } from './documents/request.ts'
import { runOnce } from './run-once.ts'

const NAME = /^[A-Za-z][A-Za-z0-9:._-]{0,99}$/

/** What the current user arranges for themselves: the portal reads it with the bootstrap. */
export const preferenceRoutes: FastifyPluginCallback = (app, _options, done) => {
  app.post('/portal/preferences', {
    schema: { call: { id: 'preference-set', summary: 'Store or remove one of the caller’s preferences, such as the columns of a list', tag: 'Portal', isOnce: true, body: PreferenceRequest, answer: data('All preferences of the caller in this company, by name.', mapOf(record)) } },
  }, async (request, reply) => {
    const { name, value } = preferenceIn(bodyOf(request))
    const whose = { userId: request.session.actor.id, company: request.session.company.code }
    return runOnce(request, reply, async (tx) => {
      // The bounds hold for what is stored at the same time, too.
      await lockKeys(tx, whose.company, [JSON.stringify(['preferences', whose.userId])])
      await setPreference(tx, { ...whose, name }, value)
      const all = await readPreferences(tx, whose)
      if (Object.keys(all).length > MAX_PREFERENCES) throw new AppError('invalid-request', { reason: `there may be at most ${MAX_PREFERENCES} preferences.` })
      if (Buffer.byteLength(JSON.stringify(all)) > MAX_PREFERENCES_BYTES) throw new AppError('invalid-request', { reason: `all preferences together may have at most ${MAX_PREFERENCES_BYTES} bytes.` })
      const answer: Answer<Record<string, JsonObject>> = { data: all, message: '' }
      return { status: 200, body: answer }
    })
  })

  app.post('/portal/language', {
    schema: { call: { id: 'language-set', summary: 'The language in which the caller gets mails and notifications', tag: 'Portal', isOnce: true, body: LanguageRequest, answer: data('The language.', LanguageRequest) } },
  }, async (request, reply) => {
    const { language } = bodyOf(request)
    if (typeof language !== 'string' || (language !== 'en' && !app.services.translations.has(language))) throw new AppError('invalid-request', { reason: `"language" must be one of ${['en', ...app.services.translations.keys()].join(', ')}.` })
    return runOnce(request, reply, async (tx) => {
      await setLanguage(tx, request.session.actor.id, language === 'en' ? null : language)
      const body: Answer<LanguageRequest> = { data: { language }, message: '' }
      return { status: 200, body }
    })
  })

  done()
}

function preferenceIn({ name, value }: JsonObject): { name: string; value: JsonObject | null } {
  if (typeof name !== 'string' || !NAME.test(name)) throw new AppError('invalid-request', { reason: '"name" must begin with a letter and have at most 100 letters, digits and : . _ -' })
  if (value !== null && !isObject(value)) throw new AppError('invalid-request', { reason: '"value" must be an object, or null.' })
  if (Buffer.byteLength(JSON.stringify(value)) > MAX_PREFERENCE_BYTES) throw new AppError('invalid-request', { reason: `"value" may have at most ${MAX_PREFERENCE_BYTES} bytes.` })
  return { name, value }
}
