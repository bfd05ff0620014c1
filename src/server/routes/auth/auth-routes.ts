import type { FastifyPluginAsync } from 'fastify'
import { Turns } from '../../turns.ts'
import { authenticatorRoutes } from './authenticators.ts'
import { oidcRoutes } from './oidc.ts'
import { passwordRoutes } from './password.ts'
import { secondStepRoutes } from './second-step.ts'
import { sessionRoutes } from './sessions.ts'
import { setCompanyRoutes } from './set-company.ts'
import { setPasswordRoutes } from './set-password.ts'
import { signInLogRoutes } from './sign-in-log.ts'
import { stepUpRoutes } from './step-up.ts'
import { windowsRoutes } from './windows.ts'

/** Signing in, in every way that there is, and what people and administrators see of it. */
export const authRoutes: FastifyPluginAsync = async (app) => {
  // Tries at one password wait for one another, whichever call each of them makes: who is right in many tabs at once is not locked out by their number.
  const turns = new Turns()
  for (const routes of [passwordRoutes, windowsRoutes, setPasswordRoutes, stepUpRoutes, secondStepRoutes]) await app.register(routes, { turns })
  for (const routes of [oidcRoutes, sessionRoutes, setCompanyRoutes, signInLogRoutes, authenticatorRoutes]) await app.register(routes)
}
