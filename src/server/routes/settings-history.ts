import type { FastifyPluginCallback } from 'fastify'
import { object, SettingsChange } from '../../contract/index.ts'
import type { ListAnswer, TypeOf, SettingChange } from '../../contract/index.ts'
import type { Catalogue } from '../../core/index.ts'
import { isObject } from '../../core/index.ts'
import { rows as rowsOf } from '../openapi/call.ts'
import { titleOfChange } from '../settings/change-titles.ts'
import { countSettingsEvents, listSettingsEvents, type SettingsEvent } from '../store/settings/settings-history.ts'
import { numberedPage } from './numbered-page.ts'
import { pagedBy } from './paged-by.ts'
import { requireRight } from './require-right.ts'

const QUERY = object(pagedBy())

/** For administrators: who changed which setting and when, with the old and new value, from the audit trail of their company. */
export const settingsHistoryRoutes: FastifyPluginCallback = (app, _options, done) => {
  const { database, engines } = app.services
  const db = database.kysely

  app.get<{ Querystring: TypeOf<typeof QUERY> }>('/admin/settings/history', {
    schema: { querystring: QUERY, call: { id: 'settings-history', summary: 'Who changed which settings, when, from what to what; newest first', tag: 'Administration', answer: rowsOf('A page of changes.', SettingsChange), errors: [403] } },
  }, async ({ session, query }): Promise<ListAnswer<SettingsChange>> => {
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

/** If a setting became `x-internal` later, its earlier values are withheld as well. */
function presentChange(catalogue: Catalogue, path: string, change: unknown): SettingChange {
  const [group = '', name = ''] = path.split('.')
  const field = catalogue.settings[group]?.fields[name]
  const isSecret = field?.internal === true || !isObject(change) || !('to' in change)
  return { group, name, title: titleOfChange(catalogue, group, name), from: isSecret ? null : (change['from'] ?? null), to: isSecret ? null : change['to'], isSecret }
}
