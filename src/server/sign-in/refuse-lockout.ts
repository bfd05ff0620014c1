/** Keeps administrators able to sign in when they change how sign-in codes are sent. */
import { t } from '../../core/index.ts'
import type { FieldIssue, Settings } from '../../core/index.ts'
import { invalidDocument } from '../errors.ts'
import { reachesPeople } from '../mail/reaches-people.ts'
import type { Services } from '../services.ts'
import type { Tx } from '../store/connection/database.ts'
import { administratorsWithCodes, phoneOf } from '../store/users/people.ts'
import { codeSettingsOf } from './settings.ts'
import { phoneNumber } from './sms.ts'

/** @throws AppError invalid-document if the new settings send codes in no way that reaches every administrator of the company */
export async function refuseLockout(services: Services, tx: Tx, company: string, before: Settings, after: Settings): Promise<void> {
  const [was, { isOn, channels }] = [codeSettingsOf(before), codeSettingsOf(after)]
  // What was so already is not refused with every other change.
  const isSame = was.isOn === isOn && was.channels.join() === channels.join()
  if (!isOn || isSame || (channels.includes('email') && reachesPeople(services))) return
  if (!channels.includes('sms') || services.config.sms === undefined) throw refusal('2fa', t('This server is not set up to send codes in this way, so nobody could sign in.'))
  const { organisation } = services.engines.base().catalogue
  const without: string[] = []
  for (const user of await administratorsWithCodes(tx, organisation, company)) {
    if (phoneNumber(await phoneOf(tx, organisation, user)) === undefined) without.push(user.name)
  }
  if (without.length > 0) throw refusal('2fa_email', t('No code would reach these administrators, who have no phone number in an employee record: {names}. Enter their numbers, let them add an authenticator under Security, or send codes by e-mail as well.', { names: without.join(', ') }))
}

function refusal(setting: string, message: string): ReturnType<typeof invalidDocument> {
  const issue: FieldIssue = { path: `minor_settings.${setting}`, rule: 'lockout', message, severity: 'error' }
  return invalidDocument([issue])
}
