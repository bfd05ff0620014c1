import type { FastifyPluginCallback } from 'fastify'
import type { ListAnswer, SignInRecord } from '../../../contract/index.ts'
import { whenSearching } from '../../limits/cost-classes.ts'
import { countSignIns, listSignIns } from '../../store/sign-in-log.ts'
import type { LoggedSignIn } from '../../store/sign-in-log.ts'
import { accountReach, hiddenArrivals } from '../../users/reach.ts'
import { numberedPage } from '../numbered-page.ts'
import { requireRight } from '../require-right.ts'

const QUERY = {
  type: 'object',
  properties: { cursor: { type: 'string', maxLength: 500 }, limit: { type: 'integer', minimum: 1, maximum: 200, default: 25 }, search: { type: 'string', maxLength: 100 } },
} as const

/** GET admin/signins: who signed in or tried to, newest first. */
export const signInLogRoutes: FastifyPluginCallback = (app, _options, done) => {
  const db = app.services.database.kysely

  app.get<{ Querystring: { cursor?: string; limit: number; search?: string } }>('/admin/signins', { config: { costs: whenSearching }, schema: { querystring: QUERY } }, async ({ session, query }): Promise<ListAnswer<SignInRecord>> => {
    requireRight(session, 'sign-ins')
    // PostgreSQL takes no NUL in a text, and nothing that is kept holds one.
    const search = query.search?.replaceAll('\0', '').trim()
    const company = session.company.code
    const hidden = await hiddenArrivals(db, await accountReach(db, session))
    const { rows, page } = await numberedPage({ list: `signins ${search ?? ''}`, limit: query.limit, cursor: query.cursor }, {
      rows: (before, limit) => listSignIns(db, { company, hidden, search, before, limit }), count: () => countSignIns(db, { company, hidden, search }),
    })
    return { data: rows.map(present), message: '', page }
  })

  done()
}

function present({ id, at, kind, actor, name, email, by, ip, device, reason }: LoggedSignIn): SignInRecord {
  return { id, at: at.toISOString(), outcome: kind, name, who: email ?? actor, by, ip, device, detail: reason }
}
