import type { FastifyPluginCallback } from 'fastify'
import { MAX_SEARCH_LENGTH, described, narrowed, object, optional, SignInRecord, text } from '../../../contract/index.ts'
import type { ListAnswer, TypeOf } from '../../../contract/index.ts'
import { whenSearching } from '../../limits/cost-classes.ts'
import { rows as rowsOf } from '../../openapi/call.ts'
import { countSignIns, listSignIns } from '../../store/sign-in/sign-in-log.ts'
import type { LoggedSignIn } from '../../store/sign-in/sign-in-log.ts'
import { accountReach, accountsWithHiddenOrigin } from '../../users/reach.ts'
import { numberedPage } from '../numbered-page.ts'
import { pagedBy } from '../paged-by.ts'
import { requireRight } from '../require-right.ts'

const QUERY = object({
  ...pagedBy(), search: optional(described(narrowed(text, { maxLength: MAX_SEARCH_LENGTH }), 'In names (also of those who acted for somebody), e-mails, addresses, devices and outcomes.')),
})

/** Successful and failed sign-ins, newest first. */
export const signInLogRoutes: FastifyPluginCallback = (app, _options, done) => {
  const db = app.services.database.kysely

  app.get<{ Querystring: TypeOf<typeof QUERY> }>('/admin/signins', {
    config: { costs: whenSearching },
    schema: { querystring: QUERY, call: { id: 'signins', summary: 'Who signed in or tried to, newest first (administrators)', tag: 'Administration', answer: rowsOf('A page of the log.', SignInRecord), errors: [403] } },
  }, async ({ session, query }): Promise<ListAnswer<SignInRecord>> => {
    requireRight(session, 'sign-ins')
    // PostgreSQL accepts no NUL in text, and no stored text contains one.
    const search = query.search?.replaceAll('\0', '').trim()
    const company = session.company.code
    const hidden = await accountsWithHiddenOrigin(db, await accountReach(app.services, session))
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
