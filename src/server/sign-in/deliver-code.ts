/** Delivers a code: by SMS if that is turned on and works, otherwise by e-mail. */
import { t } from '../../core/index.ts'
import type { CodeSent } from '../../contract/index.ts'
import { AppError } from '../errors.ts'
import { inLanguageOf } from '../languages/of-request.ts'
import { reachesPeople } from '../mail/reaches-people.ts'
import type { Services } from '../services.ts'
import { phoneOf } from '../store/users/people.ts'
import type { User } from '../store/users/users.ts'
import { mailAccount } from '../mail/mail-account.ts'
import { maskEmail, maskPhone } from './mask.ts'
import type { CodeSettings } from './settings.ts'
import { phoneNumber, sendSms } from './sms.ts'

interface Delivery { user: User; company: string; code: string; codes: CodeSettings }
type Delivered = Pick<CodeSent, 'channel' | 'to'>

/** Returns where the code was sent. @throws AppError code-not-sent if no channel accepted it */
export async function deliverCode(services: Services, delivery: Delivery): Promise<Delivered> {
  for (const channel of delivery.codes.channels) {
    const delivered = channel === 'sms' ? await bySms(services, delivery) : await byEmail(services, delivery)
    if (delivered !== undefined) return delivered
  }
  throw new AppError('code-not-sent')
}

async function bySms(services: Services, { user, code, codes }: Delivery): Promise<Delivered | undefined> {
  const { config, log } = services
  if (config.sms === undefined) {
    log.warn({ company: user.default_company }, 'a code should go by SMS, but SMS_URL is not set')
    return undefined
  }
  const phone = phoneNumber(await phoneOf(services.database.kysely, services.engines.base().catalogue.organisation, user))
  if (phone === undefined) return undefined
  try {
    await sendSms(config.sms, phone, inLanguageOf(services, user, () => t('{code} is your sign-in code for {host}. It is valid for {minutes} minutes. Do not tell it to anybody.', { code, host: new URL(config.publicUrl).host, minutes: codes.minutes })))
    return { channel: 'sms', to: maskPhone(phone) }
  } catch (error) {
    log.error({ err: error }, 'a code could not be sent by SMS')
    return undefined
  }
}

async function byEmail(services: Services, { user, company, code, codes }: Delivery): Promise<Delivered | undefined> {
  if (!reachesPeople(services)) {
    services.log.warn({ company: user.default_company }, 'a code should go by e-mail, but SMTP_URL is not set')
    return undefined
  }
  await mailAccount(services.database.kysely, services, user, () => [{
    company, subject: t('Your sign-in code'), holds: 'sign-in',
    text: [
      t('Dear {name},', { name: user.name }), t('Your sign-in code is {code}. It is valid for {minutes} minutes.', { code, minutes: codes.minutes }),
      t('If you did not try to sign in, somebody knows your password: change it, and do not tell this code to anybody.'),
    ].join('\n\n'),
  }])
  if (services.config.smtpUrl === undefined) {
    // A demo usually has no mail server: the terminal replaces the mailbox.
    services.log.info({}, `The sign-in code for ${user.email} is ${code}.`)
  }
  return { channel: 'email', to: maskEmail(user.email) }
}
