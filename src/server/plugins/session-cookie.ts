/**
 * Sessions in a cookie, if configured: a call that starts a session puts its token in the cookie and sends the portal the proof instead.
 */
import plugin from 'fastify-plugin'
import { setSessionCookie, usesCookie, refuseForged } from '../sign-in/session-cookie.ts'

/** Registered before all routes, so that no way of signing in can bypass it. */
export const sessionCookiePlugin = plugin(
  (app, _options, done) => {
    const { config } = app.services
    if (!config.isSessionInCookie) return done()
    // Applies to public routes too, so that a foreign page cannot sign the user in under an account of its choice.
    app.addHook('onRequest', (request, _reply, next) => {
      refuseForged(request, config)
      next()
    })
    app.addHook('preSerialization', (request, reply, payload: unknown, next) => {
      const begun = usesCookie(request, config) ? begunSession(payload) : undefined
      if (begun === undefined) return next(null, payload)
      next(null, { ...begun.answer, data: { ...begun.data, token: setSessionCookie(reply, config, begun.data.token) } })
    })
    done()
  },
  { name: 'session-cookie', dependencies: ['errors'], fastify: '5.x' },
)

interface Begun { answer: object; data: { token: string } }

/** The response of a call that started a session (LoginAnswer or SwitchAnswer); undefined for any other. */
function begunSession(payload: unknown): Begun | undefined {
  const data: unknown = isObject(payload) ? payload['data'] : undefined
  const isBegun = isObject(data) && typeof data['token'] === 'string' && ('user' in data || 'default_company' in data)
  return isBegun ? { answer: payload as object, data: data as Begun['data'] } : undefined
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}
