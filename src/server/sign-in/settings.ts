/** The settings of a company that sign-in reads, what they allow, and what the environment sets for a company. */
import type { Settings } from '../../core/index.ts'
import type { Services } from '../services.ts'
import { effectiveSettings } from '../settings/effective-settings.ts'
import type { Db } from '../store/database.ts'
import { loadSettings } from '../store/settings.ts'

const DEFAULT_MINUTES = 5

/** The settings of a company, those that nobody set by their declared defaults. */
export async function settingsOf(services: Services, company: string, db: Db = services.database.kysely): Promise<Settings> {
  return effectiveSettings(services.engines.base().catalogue.settings, await loadSettings(db, company))
}

export interface CodeSettings { isOn: boolean; channels: ('sms' | 'email')[]; minutes: number }

/** SMS goes first. On without any channel means e-mail: a slip in the settings neither lets anybody in without a code nor locks everybody out. */
export function codeSettingsOf(settings: Settings): CodeSettings {
  const group = settings['minor_settings'] ?? {}
  const channels = ([['2fa_sms', 'sms'], ['2fa_email', 'email']] as const).flatMap(([name, channel]) => (group[name] === true ? [channel] : []))
  const minutes = group['otp_expiry']
  return { isOn: group['2fa'] === true, channels: channels.length === 0 ? ['email'] : channels, minutes: typeof minutes === 'number' && minutes > 0 ? minutes : DEFAULT_MINUTES }
}

/** Whether the company lets its people change company. */
export function letsPeopleSwitch(settings: Settings): boolean {
  return settings['minor_settings']?.['switch_company'] === true
}

/**
 * Whether somebody of these companies may change from any of them to any other. One company that allows it is enough for all: who
 * could leave it must be able to come back, and by way of it every other could be reached anyway.
 */
export async function maySwitch(services: Services, companies: readonly string[]): Promise<boolean> {
  if (companies.length < 2) return false
  for (const company of companies) {
    if (letsPeopleSwitch(await settingsOf(services, company))) return true
  }
  return false
}

/** Whether somebody with one of the roles must have an authenticator. */
export function mustHaveAuthenticator(settings: Settings, roles: readonly string[]): boolean {
  const asked = settings['security_settings']?.['authenticator_for']
  return Array.isArray(asked) && asked.some((role) => typeof role === 'string' && roles.includes(role))
}

/** What the environment sets for the company, by its code as it stands in the variables' names, or for all that have nothing of their own; undefined when neither. */
export function ofCompany<T>(set: Record<string, T>, company: string): T | undefined {
  return set[company.toUpperCase().replace(/[^A-Z0-9]/g, '_')] ?? set['']
}
