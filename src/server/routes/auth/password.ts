import type { FastifyPluginCallback } from 'fastify'
import { LoginRequest, SignInAnswer } from '../../../contract/index.ts'
import type { Answer } from '../../../contract/index.ts'
import type { ProviderConfig } from '../../config.ts'
import { data } from '../../openapi/call.ts'
import { arrivalOf } from '../../sign-in/device.ts'
import { emailOf, passwordOf, readForm } from '../../sign-in/form.ts'
import { keepDevice } from '../../sign-in/known-device.ts'
import { limit } from '../../sign-in/limits.ts'
import { refusePasswords, soleProviderOf } from '../../sign-in/oidc/provider-of.ts'
import { isPasswordRight } from '../../sign-in/passwords.ts'
import { signedInAnswer } from '../../sign-in/signed-in-answer.ts'
import { tryFirstStep } from '../../sign-in/first-step.ts'
import type { Turns } from '../../turns.ts'
import { directoryCompanyOf } from '../../sign-in/windows-account.ts'
import { findUserByEmail, type User } from '../../store/users/users.ts'

/** Bytes; more than any form that a person fills in. */
export const FORM_LIMIT = 10_000
/** The OpenAPI tag of all sign-in calls. */
export const SIGN_IN = 'Sign-in'

/** Signing in with e-mail and password; `turns` is shared by all calls that try a password. */
export const passwordRoutes: FastifyPluginCallback<{ turns: Turns }> = (app, { turns }, done) => {
  const { services } = app
  const db = services.database.kysely

  app.post('/hrmis/auth/login', {
    config: { isPublic: true }, bodyLimit: FORM_LIMIT,
    schema: {
      call: {
        id: 'login', summary: 'Sign in with e-mail and password', tag: SIGN_IN, body: LoginRequest, errors: [401, 422, 429, 503],
        answer: data('The token and its user; or, if the company asks for a code, the challenge that the code belongs to.', SignInAnswer),
      },
    },
  }, async (request, reply): Promise<Answer<SignInAnswer>> => {
    const form = readForm(request.body)
    const email = emailOf(form)
    const password = passwordOf(form)
    form.check()
    const arrival = arrivalOf(request, form.text('device_name'))
    await limit(services, { 'sign-in-address': request.ip })
    await refusePasswords(services)
    const answer = await turns.inTurn(email.toLowerCase(), () => tryFirstStep(services, {
      name: email, actor: email, method: 'password', arrival,
      find: () => findUserByEmail(db, email),
      whyNot: async (user) => {
        // A user with a Windows account cannot sign in with a local password, even if one is stored.
        const hasWindows = user !== undefined && (await directoryCompanyOf(db, user)) !== undefined
        const provider = user === undefined ? undefined : soleProviderOf(services.config, user)
        const hash = user?.active === true && !hasWindows && provider === undefined ? user.password_hash : null
        return (await isPasswordRight(hash, password)) ? undefined : reasonOf(user, hasWindows, provider)
      },
    }))
    if ('token' in answer) await keepDevice(services, request, reply, answer.user.id)
    return signedInAnswer(answer)
  })

  done()
}

function reasonOf(user: User | undefined, hasWindows: boolean, provider: ProviderConfig | undefined): string {
  if (user === undefined) return 'unknown e-mail'
  if (!user.active) return 'deactivated account'
  if (provider !== undefined) return 'signs in at the identity provider only'
  if (hasWindows) return 'has a Windows account'
  return user.password_hash === null ? 'account not activated' : 'wrong password'
}
