/** GET admin/settings, POST admin/updateSettings */
import type { FastifyPluginCallback } from 'fastify'
import type { Answer } from '../../contract/index.ts'
import type { ResolvedShape, Settings } from '../../core/index.ts'
import { invalidDocument } from '../errors.ts'
import { checkSettings, settingChanges } from '../settings/check-settings.ts'
import { effectiveSettings, settingsToShow } from '../settings/effective-settings.ts'
import { appendEvent } from '../store/events.ts'
import { loadSettings, saveSettings } from '../store/settings.ts'
import { requireAdministrator } from './admin-only.ts'
import { runOnce } from './run-once.ts'

export const settingsRoutes: FastifyPluginCallback = (app, _options, done) => {
  const { services } = app
  const shapes = (): Record<string, ResolvedShape> => services.engines.base().catalogue.settings

  app.get('/admin/settings', ({ session }): Answer<Settings> => {
    requireAdministrator(session)
    return { data: settingsToShow(shapes(), session.settings), message: '' }
  })

  app.post('/admin/updateSettings', { bodyLimit: 2_000_000 }, async (request, reply) => {
    const { body, session, ip } = request
    requireAdministrator(session)
    const issues = checkSettings(shapes(), body)
    if (issues.length > 0) throw invalidDocument(issues)
    const sent = body as Settings
    const company = session.company.code
    const at = services.clock.now()
    return runOnce(request, reply, async (tx) => {
      const changes = settingChanges(shapes(), session.settings, sent)
      for (const [group, values] of Object.entries(sent)) await saveSettings(tx, company, group, values, session.actor.id)
      if (Object.keys(changes).length > 0) await appendEvent(tx, { company, type: 'settings', key: null, kind: 'updated', actor: session.actor.id, changes, ip, at })
      const answer: Answer<Settings> = { data: settingsToShow(shapes(), effectiveSettings(shapes(), await loadSettings(tx, company))), message: 'Settings saved.' }
      return { status: 200, body: answer }
    })
  })

  done()
}
