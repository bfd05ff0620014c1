import type { FastifyPluginCallback } from 'fastify'
import { t } from '../../../core/index.ts'
import { SignInAnswer, WindowsLoginRequest } from '../../../contract/index.ts'
import type { Answer } from '../../../contract/index.ts'
import { AppError } from '../../errors.ts'
import { data } from '../../openapi/call.ts'
import { arrivalOf } from '../../sign-in/device.ts'
import { tryFirstStep } from '../../sign-in/first-step.ts'
import { readForm } from '../../sign-in/form.ts'
import { keepDevice } from '../../sign-in/known-device.ts'
import { limit, windowsName } from '../../sign-in/limits.ts'
import { maskName } from '../../sign-in/mask.ts'
import { providerOf, refusePasswords, soleProviderOf } from '../../sign-in/oidc/provider-of.ts'
import { signedInAnswer } from '../../sign-in/signed-in-answer.ts'
import type { Turns } from '../../turns.ts'
import { directoryCompanyOf, verifyWindowsPassword, windowsCompany } from '../../sign-in/windows-account.ts'
import { findUserByUsername, type User } from '../../store/users/users.ts'
import { FORM_LIMIT, SIGN_IN } from './password.ts'

const MAX_NAME_LENGTH = 100
const MAX_PASSWORD_LENGTH = 1_000

/** Signing in with a Windows account; `turns` is shared by all calls that try a password. */
export const windowsRoutes: FastifyPluginCallback<{ turns: Turns }> = (app, { turns }, done) => {
  const { services } = app
  const db = services.database.kysely

  app.post('/hrmis/auth/windows/login', {
    config: { isPublic: true }, bodyLimit: FORM_LIMIT,
    schema: { call: { id: 'windows-login', summary: 'Sign in with a Windows account', tag: SIGN_IN, body: WindowsLoginRequest, answer: data('As with e-mail and password.', SignInAnswer), errors: [401, 422, 429, 503] } },
  }, async (request, reply): Promise<Answer<SignInAnswer>> => {
    const form = readForm(request.body)
    const [username, password] = [form.text('username'), form.raw('password')]
    if (username === '') form.addError('username', 'required', t('Username is Required.'))
    else if (username.length > MAX_NAME_LENGTH) form.addError('username', 'maxLength', t('The user name is too long.'))
    // The directory decides how long a password must be.
    if (password === '') form.addError('password', 'required', t('Password is Required.'))
    else if (password.length > MAX_PASSWORD_LENGTH) form.addError('password', 'maxLength', t('The password is too long.'))
    form.check()
    const arrival = arrivalOf(request, form.text('device_name'))
    await limit(services, { 'sign-in-address': request.ip })
    await refusePasswords(services)
    const offered = await windowsCompany(db, form.text('company'))
    if (providerOf(services.config, offered.code)?.isOnly === true) throw new AppError('passwords-off')
    const answer = await turns.inTurn(windowsName(username.toLowerCase()), () => tryFirstStep(services, {
      name: windowsName(username), actor: maskName(username), method: 'windows', arrival,
      find: () => findUserByUsername(db, username), directoryOf: async (user) => (await directoryCompanyOf(db, user))?.code,
      whyNot: async (found) => {
        const isElsewhere = found !== undefined && soleProviderOf(services.config, found) !== undefined
        const own = found?.active === true && !isElsewhere ? await directoryCompanyOf(db, found) : undefined
        const isRight = await verifyWindowsPassword(services, own ?? offered, own === undefined ? undefined : found, password)
        return isRight ? undefined : reasonOf(found, own !== undefined, isElsewhere)
      },
    }))
    if ('token' in answer) await keepDevice(services, request, reply, answer.user.id)
    return signedInAnswer(answer)
  })

  done()
}

function reasonOf(user: User | undefined, hasWindows: boolean, isElsewhere: boolean): string {
  if (user === undefined) return 'unknown user name'
  if (!user.active) return 'deactivated account'
  if (isElsewhere) return 'signs in at the identity provider only'
  return hasWindows ? 'wrong password' : 'no Windows account'
}
