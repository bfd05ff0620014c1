import type { FastifyPluginCallback } from 'fastify'
import type { ListAnswer, SettingChange, SettingsChange } from '../../contract/index.ts'
import type { Catalogue } from '../../core/index.ts'
import { isObject } from '../../core/index.ts'
import { titleOfChange } from '../settings/change-titles.ts'
import { countSettingsEvents, listSettingsEvents, type SettingsEvent } from '../store/settings-history.ts'
import { numberedPage } from './numbered-page.ts'
import { requireRight } from './require-right.ts'

const QUERY = { type: 'object', properties: { cursor: { type: 'string', maxLength: 500 }, limit: { type: 'integer', minimum: 1, maximum: 200, default: 25 } } } as const

/** GET admin/settings/history, for administrators: who changed which setting, when, from what to what, out of the audit trail of their company. */
export const settingsHistoryRoutes: FastifyPluginCallback = (app, _options, done) => {
  const { database, engines } = app.services
  const db = database.kysely

  app.get<{ Querystring: { cursor?: string; limit: number } }>('/admin/settings/history', { schema: { querystring: QUERY } }, async ({ session, query }): Promise<ListAnswer<SettingsChange>> => {
    requireRight(session, 'settings')
    const company = session.company.code
    const { rows, page } = await numberedPage({ list: 'settings history', limit: query.limit, cursor: query.cursor }, {
      rows: (before, limit) => listSettingsEvents(db, company, { before, limit }), count: () => countSettingsEvents(db, company),
    })
    const { catalogue } = engines.base()
    return { data: rows.map((row) => present(catalogue, row)), message: '', page }
  })

  done()
}

function present(catalogue: Catalogue, { id, at, actor, actor_name: name, changes }: SettingsEvent): SettingsChange {
  return { id, at: at.toISOString(), by: name ?? actor, changes: Object.entries(changes ?? {}).map(([path, change]) => presentChange(catalogue, path, change)) }
}

/** A setting that was made `x-internal` later keeps its old values to itself as well. */
function presentChange(catalogue: Catalogue, path: string, change: unknown): SettingChange {
  const [group = '', name = ''] = path.split('.')
  const field = catalogue.settings[group]?.fields[name]
  const isSecret = field?.internal === true || !isObject(change) || !('to' in change)
  return { group, name, title: titleOfChange(catalogue, group, name), from: isSecret ? null : (change['from'] ?? null), to: isSecret ? null : change['to'], isSecret }
}
