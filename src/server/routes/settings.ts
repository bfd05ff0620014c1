/** GET admin/settings, POST admin/updateSettings */
import type { FastifyPluginCallback } from 'fastify'
import type { Answer } from '../../contract/index.ts'
import type { Settings } from '../../core/index.ts'
import { invalidDocument } from '../errors.ts'
import { checkSettings, settingChanges } from '../settings/check-settings.ts'
import { effectiveSettings } from '../settings/effective-settings.ts'
import { appendEvent } from '../store/events.ts'
import { loadSettings, saveSettings } from '../store/settings.ts'
import { requireAdministrator } from './admin-only.ts'

export const settingsRoutes: FastifyPluginCallback = (app, _options, done) => {
  const { services } = app

  app.get('/admin/settings', ({ session }): Answer<Settings> => ({ data: session.settings, message: '' }))

  app.post('/admin/updateSettings', { bodyLimit: 2_000_000 }, async ({ body, session, ip }): Promise<Answer<Settings>> => {
    requireAdministrator(session)
    const issues = checkSettings(services.engines.base().catalogue.settings, body)
    if (issues.length > 0) throw invalidDocument(issues)
    const sent = body as Settings
    const company = session.company.code
    const at = services.clock.now()
    const changes = settingChanges(session.settings, sent)
    await services.database.transaction(async (tx) => {
      for (const [group, values] of Object.entries(sent)) await saveSettings(tx, company, group, values, session.actor.id)
      if (Object.keys(changes).length > 0) await appendEvent(tx, { company, type: 'settings', key: null, kind: 'updated', actor: session.actor.id, changes, ip, at })
    })
    const stored = await loadSettings(services.database.kysely, company)
    return { data: effectiveSettings(services.engines.base().catalogue.settings, stored), message: 'Settings saved.' }
  })

  done()
}
