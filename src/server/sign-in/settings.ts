/** The settings of a company that sign-in reads. */
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
