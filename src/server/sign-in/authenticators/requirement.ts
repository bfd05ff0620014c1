/** Of whom a company asks for more than a password. */
import type { Settings } from '../../../core/index.ts'

/** Whether somebody with one of the roles must have an authenticator. */
export function mustHaveAuthenticator(settings: Settings, roles: readonly string[]): boolean {
  const asked = settings['security_settings']?.['authenticator_for']
  return Array.isArray(asked) && asked.some((role) => typeof role === 'string' && roles.includes(role))
}
