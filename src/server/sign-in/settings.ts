/** Settings that sign-in reads, and environment settings by company. */
import type { Settings } from '../../core/index.ts'
import type { Services } from '../services.ts'
import { effectiveSettings } from '../settings/effective-settings.ts'
import type { Db } from '../store/connection/database.ts'
import { loadSettings } from '../store/settings/settings.ts'

const DEFAULT_MINUTES = 5

/** The effective settings of a company: stored values over the declared defaults. */
export async function settingsOf(services: Services, company: string, db: Db = services.database.kysely): Promise<Settings> {
  return effectiveSettings(services.engines.base().catalogue.settings, await loadSettings(db, company))
}

export interface CodeSettings { isOn: boolean; channels: ('sms' | 'email')[]; minutes: number }

/**
 * Prefers SMS. If codes are on but no channel is, e-mail is used: a mistake in the settings neither lets people in without a code nor locks
 * everyone out.
 */
export function codeSettingsOf(settings: Settings): CodeSettings {
  const group = settings['minor_settings'] ?? {}
  const channels = ([['2fa_sms', 'sms'], ['2fa_email', 'email']] as const).flatMap(([name, channel]) => (group[name] === true ? [channel] : []))
  const minutes = group['otp_expiry']
  return { isOn: group['2fa'] === true, channels: channels.length === 0 ? ['email'] : channels, minutes: typeof minutes === 'number' && minutes > 0 ? minutes : DEFAULT_MINUTES }
}

/** Whether the company lets its people switch company. */
export function allowsCompanySwitch(settings: Settings): boolean {
  return settings['minor_settings']?.['switch_company'] === true
}

/**
 * Whether a person in these companies may switch between any of them. One company that allows it is enough for all: people must be able to
 * return to a company they left, and could reach every other through it anyway.
 */
export async function maySwitch(services: Services, companies: readonly string[], db?: Db): Promise<boolean> {
  if (companies.length < 2) return false
  for (const company of companies) {
    if (allowsCompanySwitch(await settingsOf(services, company, db))) return true
  }
  return false
}

/** Whether the company requires an authenticator of anybody. */
export function asksForAuthenticators(settings: Settings): boolean {
  const asked = settings['security_settings']?.['authenticator_for']
  return Array.isArray(asked) && asked.length > 0
}

/** Whether people with one of the roles must have an authenticator. */
export function mustHaveAuthenticator(settings: Settings, roles: readonly string[]): boolean {
  const asked = settings['security_settings']?.['authenticator_for']
  return Array.isArray(asked) && asked.some((role) => typeof role === 'string' && roles.includes(role))
}

/**
 * The environment setting for the company, by its code as written in variable names, otherwise the one for all companies; undefined if
 * there is neither.
 */
export function ofCompany<T>(set: Record<string, T>, company: string): T | undefined {
  return set[company.toUpperCase().replace(/[^A-Z0-9]/g, '_')] ?? set['']
}
