import multipart from '@fastify/multipart'
import type { FastifyPluginAsync } from 'fastify'
import { IMAGES_GROUP, SettingsAnswer, UpdateSettingsRequest } from '../../contract/index.ts'
import { packagesOf, t } from '../../core/index.ts'
import type { Catalogue } from '../../core/index.ts'
import { whenLarge } from '../limits/cost-classes.ts'
import { json } from '../openapi/call.ts'
import { refuseLockout } from '../sign-in/refuse-lockout.ts'
import { settingsOf } from '../sign-in/settings.ts'
import { arrangementOf, extraLinksOf } from '../settings/arrangement.ts'
import { effectiveSettings, settingsToShow } from '../settings/effective-settings.ts'
import { imageAddresses } from '../settings/image-addresses.ts'
import { MULTIPART_LIMITS, readSent } from '../settings/read-parts.ts'
import { readUpdate } from '../settings/read-update.ts'
import { updateSettings } from '../settings/update-settings.ts'
import { findCompany } from '../store/settings/companies.ts'
import type { Db } from '../store/connection/database.ts'
import { loadSettingsWithRevs } from '../store/settings/settings.ts'
import { changesRights, requireRight } from './require-right.ts'
import { runOnce } from './run-once.ts'

/** Settings always exist, so the call by which others create them changes them too. */
const CHANGES = [
  { path: '/admin/updateSettings', id: 'updateSettings', summary: 'Change settings (administrators)' },
  { path: '/admin/settings', id: 'createSettings', summary: 'Change settings (alias)' },
] as const

/** Reads and changes settings; changes come as JSON, or as multipart with pictures. */
export const settingsRoutes: FastifyPluginAsync = async (app) => {
  const { services } = app
  const catalogue = (): Catalogue => services.engines.base().catalogue
  await app.register(multipart, { limits: MULTIPART_LIMITS, throwFileSizeLimit: false })

  app.get('/admin/settings', {
    schema: {
      call: {
        id: 'settings', summary: 'Effective settings, apart from those that never leave the server (administrators)', tag: 'Administration',
        answer: json('The settings, and the whole menu as the company arranged it.', SettingsAnswer), errors: [403],
      },
    },
  }, async ({ session }): Promise<SettingsAnswer> => {
    requireRight(session, 'settings')
    return presentSettings(services.database.kysely, catalogue(), session.company.code, '')
  })

  for (const { path, id, summary } of CHANGES) {
    app.post(path, {
      bodyLimit: 2_000_000, config: { ...changesRights('settings'), costs: whenLarge },
      schema: { call: { id, summary, tag: 'Administration', isOnce: true, body: UpdateSettingsRequest, answer: json('The effective settings.', SettingsAnswer), errors: [409, 413, 422] } },
    }, async (request, reply) => {
      const { session } = request
      const { body, files } = await readSent(request)
      const update = readUpdate(catalogue(), body, files)
      // Identifies a repeated request: Fastify does not parse a multipart body itself.
      request.body = { body, files: Object.entries(files).map(([name, { hash }]) => [name, hash]) }
      return runOnce(request, reply, async (tx) => {
        await updateSettings(tx, catalogue(), session, update, services.clock.now())
        const { code } = session.company
        await refuseLockout(services, tx, code, session.settings, await settingsOf(services, code, tx))
        return { status: 200, body: await presentSettings(tx, catalogue(), code, t('Settings saved.')) }
      })
    })
  }
}

async function presentSettings(db: Db, { settings, menu, pages }: Catalogue, code: string, message: string): Promise<SettingsAnswer> {
  const { stored, revs } = await loadSettingsWithRevs(db, code)
  const company = await findCompany(db, code)
  return {
    data: settingsToShow(settings, effectiveSettings(settings, stored)), message, packages: packagesOf(menu, pages, arrangementOf(stored)), extraLinks: extraLinksOf(stored), revs,
    images: imageAddresses(stored[IMAGES_GROUP]), displayName: company?.display_name ?? '',
  }
}
