import type { FastifyPluginCallback } from 'fastify'
import { t } from '../../../core/index.ts'
import { needsCode, SetCompanyRequest, SwitchAnswer } from '../../../contract/index.ts'
import type { Answer, SignInAnswer } from '../../../contract/index.ts'
import { AppError } from '../../errors.ts'
import { data } from '../../openapi/call.ts'
import { afterFirstStep } from '../../sign-in/after-first-step.ts'
import { beginSession } from '../../sign-in/begin-session.ts'
import type { FirstStep } from '../../sign-in/begin-session.ts'
import { arrivalOf } from '../../sign-in/device.ts'
import { readForm } from '../../sign-in/form.ts'
import { askedFor } from '../../sign-in/signed-in-answer.ts'
import { mayGoOver, providerOf } from '../../sign-in/oidc/provider-of.ts'
import { maySwitch } from '../../sign-in/settings.ts'
import { findCompany } from '../../store/settings/companies.ts'
import { findSessionFacts } from '../../store/sign-in/sessions.ts'
import { findUserById } from '../../store/users/users.ts'
import type { Session } from '../../services.ts'
import { FORM_LIMIT, SIGN_IN } from './password.ts'

/** Switching to another of the caller's companies. */
export const setCompanyRoutes: FastifyPluginCallback = (app, _options, done) => {
  const { services } = app
  const { database } = services

  app.post('/hrmis/auth/setCompany', {
    bodyLimit: FORM_LIMIT, config: { isBeforeAuthenticator: true },
    schema: {
      call: {
        id: 'set-company', summary: 'Switch to another of the caller’s companies; the token is replaced', tag: SIGN_IN, body: SetCompanyRequest, errors: [403, 422, 503],
        answer: data('The user with the new token; or a challenge, if only the new company asks for a code.', SwitchAnswer),
      },
    },
  }, async (request): Promise<Answer<SwitchAnswer>> => {
    const { session } = request
    const form = readForm(request.body)
    const company = form.text('default_company')
    if (company === '') form.addError('default_company', 'required', t('Required.'))
    form.check()
    const user = await findUserById(database.kysely, session.actor.id)
    if (user?.companies.includes(company) !== true) throw new AppError('company-not-yours')
    await refuseUntrusted(session, company)
    if (company !== session.company.code && !(await maySwitch(services, session.companies))) throw new AppError('switch-not-allowed')
    const step: FirstStep = { user, company, method: 'switch', arrival: arrivalOf(request), replaces: session.tokenHash, before: { provedAt: session.provedAt, hasSecondStep: session.hasSecondStep } }
    return present(session.hasSecondStep ? await database.transaction((tx) => beginSession(services, tx, step, undefined)) : await afterFirstStep(services, step))
  })

  /** If a company requires its identity provider, or does not trust the one or the directory of the session, the caller must go through the sign-in page. */
  async function refuseUntrusted({ tokenHash, company: { code: from, displayName: own }, companies }: Session, to: string): Promise<void> {
    if (companies.includes(to) && mayGoOver(services.config, from, to)) return
    const company = (await findCompany(database.kysely, to))?.display_name ?? to
    const provider = providerOf(services.config, to)
    if (provider?.isOnly !== true && (await findSessionFacts(database.kysely, tokenHash))?.directory_of) throw new AppError('directory-not-trusted', { company, own })
    throw provider?.isOnly === true ? new AppError('provider-elsewhere', { company, name: provider.name }) : new AppError('provider-not-trusted', { company, name: providerOf(services.config, from)?.name })
  }

  done()
}

function present(answer: SignInAnswer): Answer<SwitchAnswer> {
  if (needsCode(answer)) return { data: answer, message: askedFor(answer) }
  return { data: { ...answer.user, token: answer.token }, message: t('You are now in another company.') }
}
