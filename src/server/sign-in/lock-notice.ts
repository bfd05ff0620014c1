/** Mails a person locked out by failed attempts, once per lock. */
import { localDateAndTime, readableDate, t, texts } from '../../core/index.ts'
import type { JsonObject } from '../../core/index.ts'
import type { Services } from '../services.ts'
import type { Db } from '../store/connection/database.ts'
import { findCompany } from '../store/settings/companies.ts'
import { addJob } from '../store/delivery/jobs.ts'
import { findUserById } from '../store/users/users.ts'
import { mailAccount } from '../mail/mail-account.ts'
import { recordSignInEvent, type SignInNote } from './audit.ts'
import { LOCK_MINUTES } from './limits.ts'

const TOO_MANY = texts({
  passwords: 'Too many wrong passwords were entered for your account, the last on {when}. Nobody can sign in with it for {minutes} minutes.',
  codes: 'Too many wrong codes were entered for your account, the last on {when}. Nobody can sign in with it for {minutes} minutes.',
})

export const LOCK_JOB = 'mail-lock-out'

/**
 * Records the lock of a name in the audit trail and queues a mail to its owner. The job finds out whether there is one, so that locking
 * takes equally long for unknown names.
 */
export async function noteLocked(db: Db, locked: Omit<SignInNote, 'kind' | 'detail'> & { what: 'passwords' | 'codes' }): Promise<void> {
  const { what, ...trail } = locked
  const { company, actor, arrival, at } = trail
  await recordSignInEvent(db, { ...trail, kind: 'locked-out', detail: what })
  await addJob(db, { kind: LOCK_JOB, runAt: at, payload: { user: actor, company, what, ip: arrival.ip, device: arrival.device, at: at.toISOString() } })
}

/** The job: mails the person who was locked out. */
export async function mailLocked(services: Services, payload: JsonObject): Promise<void> {
  const { database: { kysely }, config } = services
  const text = (name: string): string => (typeof payload[name] === 'string' ? payload[name] : '')
  const user = await findUserById(kysely, text('user'))
  if (user?.active !== true) return
  const company = await findCompany(kysely, text('company'))
  const { date = '', time = '' } = localDateAndTime(text('at'), company?.time_zone) ?? {}
  const when = `${readableDate(date)}, ${time}`
  await mailAccount(kysely, services, user, () => {
    const from = [text('device'), text('ip') === '' ? '' : t('address {ip}', { ip: text('ip') })].filter((part) => part !== '').join(', ')
    return [{
      company: company?.code ?? user.default_company, subject: t('Your account is locked for a while'),
      text: [
        t('Dear {name},', { name: user.name }),
        t(TOO_MANY[text('what') === 'codes' ? 'codes' : 'passwords'], { when: `${when}${from === '' ? '' : ` (${from})`}`, minutes: LOCK_MINUTES }),
        t('If it was you: wait, or ask your administrator to unlock the account. If it was not you: somebody is guessing. They did not get in; change your password if others could know it, and tell your administrator.'),
        config.publicUrl,
      ].join('\n\n'),
    }]
  })
}
