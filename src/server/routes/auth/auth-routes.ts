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

/** Every way of signing in, and what users and administrators see of it. */
export const authRoutes: FastifyPluginAsync = async (app) => {
  // Attempts at the same password are serialised across these calls, so that someone who enters the right password in many tabs at once is
  // not locked out by the number of attempts.
  const turns = new Turns()
  for (const routes of [passwordRoutes, windowsRoutes, setPasswordRoutes, stepUpRoutes, secondStepRoutes]) await app.register(routes, { turns })
  for (const routes of [oidcRoutes, sessionRoutes, setCompanyRoutes, signInLogRoutes, authenticatorRoutes]) await app.register(routes)
}
