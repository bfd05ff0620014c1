/**
 * Fills an empty database with the demo organisation: inserts people and masters directly, creates documents by replaying their stories.
 */
import type { AuditSubject } from '../../core/index.ts'
import type { Services } from '../services.ts'
import { allCompanies, saveCompany } from '../store/settings/companies.ts'
import type { Database } from '../store/connection/database.ts'
import { syncedAtTheEnd } from '../store/connection/synced-at-the-end.ts'
import { appendEvent, hasEvent } from '../store/audit/events.ts'
import { closeNotifications } from '../store/delivery/notifications.ts'
import { closeOutbox } from '../store/delivery/outbox.ts'
import { saveSettings } from '../store/settings/settings.ts'
import { countUsers, saveUser } from '../store/users/users.ts'
import { createSeedRecords } from '../seed/create-seed-records.ts'
import { hashPassword } from '../sign-in/passwords.ts'
import type { Demo } from './demo-file.ts'
import { DEMO_PASSWORD } from './demo-file.ts'
import { insertRecords } from './insert-records.ts'
import { liveStories } from './live-stories.ts'

/** The author of the initial records. */
export const DEMO_AUTHOR = 'demo'

/** Notifications from the last days stay unread. */
const UNREAD_DAYS = 3
const DAY_MS = 86_400_000

/** Loads the demo. Returns false and changes nothing if the database already has users or companies. */
export async function loadDemo(services: Services, demo: Demo): Promise<boolean> {
  const { database, clock } = services
  if ((await countUsers(database.kysely)) > 0 || (await allCompanies(database.kysely)).length > 0) return false
  const passwords = await Promise.all(demo.users.map(() => hashPassword(DEMO_PASSWORD)))
  const began = beginning(demo, clock.now())
  await database.transaction(async (tx) => {
    for (const [position, company] of demo.companies.entries()) {
      await saveCompany(tx, {
        code: company.code, name: company.name, display_name: company.display_name ?? company.name, currency: company.currency ?? 'KES',
        time_zone: company.time_zone ?? 'Africa/Nairobi', logo: company.logo ?? null, windows_auth: company.windows_auth ?? false, position,
      })
    }
    for (const [index, user] of demo.users.entries()) {
      await saveUser(tx, {
        email: user.email, username: user.username ?? null, name: user.name, password_hash: passwords[index] ?? null, employee: user.employee ?? null,
        default_company: user.default_company, companies: user.companies ?? [user.default_company], roles: user.roles ?? [], is_admin: user.is_admin ?? false,
        is_approver: user.is_approver ?? false, is_navuser: user.is_navuser ?? false, portal_admin: user.portal_admin ?? false,
        gender: user.gender ?? null, email_verified_at: began,
      })
    }
    for (const [company, groups] of Object.entries(demo.settings)) {
      for (const [group, values] of Object.entries(groups)) await saveSettings(tx, company, group, values, DEMO_AUTHOR)
    }
    await insertRecords(services, tx, demo, DEMO_AUTHOR, began)
  })
  await syncedAtTheEnd(database, async () => {
    await createSeedRecords(services)
    await liveStories(services, demo)
    await closeOutbox(database.kysely)
    await closeNotifications(database.kysely, new Date(clock.now().getTime() - UNREAD_DAYS * DAY_MS))
  })
  await appendEvent(database.kysely, { company: '', type: 'demo' satisfies AuditSubject, key: null, kind: 'loaded', actor: DEMO_AUTHOR, ip: null, at: clock.now() })
  return true
}

/** Whether the demo was loaded completely. */
export function isDemoLoaded(database: Database): Promise<boolean> {
  return hasEvent(database.kysely, 'demo' satisfies AuditSubject, 'loaded')
}

/** A month before the first story. */
function beginning(demo: Demo, now: Date): Date {
  const first = Math.max(0, ...demo.stories.map((story) => story.at.daysAgo))
  return new Date(now.getTime() - (first + 30) * DAY_MS)
}
