import type { FastifyPluginCallback } from 'fastify'
import type { Answer, ProviderStartAnswer, StepUpAnswer, StepUpDone } from '../../../contract/index.ts'
import { looksLikeCode } from '../../sign-in/authenticators/check-code.ts'
import { confirmAtProvider, passkeyOfSession, personOf, proveByCode, proveByPasskey, proveByPassword, waysOf } from '../../sign-in/authenticators/prove.ts'
import { arrivalOf } from '../../sign-in/device.ts'
import { readForm } from '../../sign-in/form.ts'
import { keepBrowserToken } from '../../sign-in/oidc/browser.ts'
import { limit } from '../../sign-in/limits.ts'
import { passwordNameOf } from '../../sign-in/present-password.ts'
import { proofEndsAt } from '../../sign-in/step-up.ts'
import { directoryCompanyOf } from '../../sign-in/windows-account.ts'
import type { Session } from '../../services.ts'
import type { Turns } from '../../turns.ts'
import { bodyOf } from '../documents/request.ts'
import { FORM_LIMIT } from './password.ts'

/** GET and POST hrmis/auth/stepUp, POST hrmis/auth/stepUp/passkey/options, POST hrmis/auth/stepUp/passkey, POST hrmis/auth/stepUp/provider: shows once more who sits at the screen. */
export const stepUpRoutes: FastifyPluginCallback<{ turns: Turns }> = (app, { turns }, done) => {
  const { services } = app
  const early = { bodyLimit: FORM_LIMIT, config: { isBeforeAuthenticator: true } } as const
  const shown = ({ settings }: Session): Answer<StepUpDone> => ({ data: { until: proofEndsAt(settings, services.clock.now()).toISOString() }, message: '' })

  app.get('/hrmis/auth/stepUp', { config: early.config }, async ({ session }): Promise<Answer<StepUpAnswer>> => ({ data: { ways: await waysOf(services, await personOf(services, session)) }, message: '' }))

  app.post('/hrmis/auth/stepUp', early, async (request): Promise<Answer<StepUpDone>> => {
    const { session } = request
    const form = readForm(request.body)
    const [password, code] = [form.raw('password'), form.text('code').replace(/[\s-]/g, '')]
    if (password === '' && code === '') form.say('code', 'required', 'The code is required.')
    else if (password === '' && !looksLikeCode(code)) form.say('code', 'pattern', 'This is neither a code of an app nor a recovery code.')
    form.check()
    await limit(services, { 'verify-address': request.ip })
    const arrival = arrivalOf(request)
    const user = await personOf(services, session)
    const name = passwordNameOf(user, (await directoryCompanyOf(services.database.kysely, user)) !== undefined)
    const isRight = await turns.inTurn(name.toLowerCase(), () => (password === '' ? proveByCode(services, session, code, arrival) : proveByPassword(services, session, password, arrival)))
    if (!isRight && password === '') form.say('code', 'wrong', 'The code is not right.')
    else if (!isRight) form.say('password', 'wrong', 'This is not your password.')
    form.check()
    return shown(session)
  })

  app.post('/hrmis/auth/stepUp/passkey/options', early, async ({ session, ip }): Promise<Answer<object>> => {
    await limit(services, { 'verify-address': ip })
    return { data: await passkeyOfSession(services, session), message: '' }
  })

  app.post('/hrmis/auth/stepUp/provider', early, async (request, reply): Promise<Answer<ProviderStartAnswer>> => {
    await limit(services, { 'sign-in-address': request.ip })
    return { data: { address: await confirmAtProvider(services, request.session, keepBrowserToken(services.config, request, reply)) }, message: '' }
  })

  app.post('/hrmis/auth/stepUp/passkey', early, async (request): Promise<Answer<StepUpDone>> => {
    await limit(services, { 'verify-address': request.ip })
    await proveByPasskey(services, request.session, bodyOf(request)['response'], arrivalOf(request))
    return shown(request.session)
  })

  done()
}
