/** Mails about an account itself, such as that its e-mail was changed. */
import { textLanguage } from '../../core/index.ts'
import { inLanguageOf } from '../languages/of-request.ts'
import type { Services } from '../services.ts'
import type { Db } from '../store/connection/database.ts'
import { queueNotices, type Secret } from '../store/delivery/outbox.ts'
import { whoHasLeft } from '../store/users/people.ts'
import type { User } from '../store/users/users.ts'

/** The text of a mail about an account. `recipient` is the account's address unless given. */
export interface AccountMail { company: string; recipient?: string; subject: string; text: string; holds?: Secret }

/** Whether the person has left all of their companies: the account is of no more use to them, and they get no mail about it. */
export async function hasLeftEverywhere(db: Db, { engines }: Pick<Services, 'engines'>, { id }: Pick<User, 'id'>): Promise<boolean> {
  return (await whoHasLeft(db, engines.base().catalogue.organisation, [id])).has(id)
}

/** Queues what `write` says, in the language of the person, in the caller's transaction; unless the person has left. */
export async function mailAccount(db: Db, services: Pick<Services, 'engines' | 'translations'>, user: Pick<User, 'id' | 'email' | 'language'>, write: () => AccountMail[]): Promise<void> {
  if (await hasLeftEverywhere(db, services, user)) return
  await queueNotices(db, inLanguageOf(services, user, () => write().map((mail) => ({ recipient: user.email, language: textLanguage(), ...mail }))))
}
