/** GET admin/signins: who signed in or tried to, newest first. */
import type { FastifyPluginCallback } from 'fastify'
import type { ListAnswer, SignInRecord } from '../../../contract/index.ts'
import { AppError } from '../../errors.ts'
import { decodeCursor, encodeCursor } from '../../store/cursor.ts'
import { countSignIns, listSignIns } from '../../store/sign-in-log.ts'
import type { LoggedSignIn } from '../../store/sign-in-log.ts'
import { requireAdministrator } from '../admin-only.ts'

const MOST_COUNTED = 10_000
const QUERY = {
  type: 'object',
  properties: { cursor: { type: 'string', maxLength: 500 }, limit: { type: 'integer', minimum: 1, maximum: 200, default: 25 }, search: { type: 'string', maxLength: 100 } },
} as const

export const signInLogRoutes: FastifyPluginCallback = (app, _options, done) => {
  const db = app.services.database.kysely

  app.get<{ Querystring: { cursor?: string; limit: number; search?: string } }>('/admin/signins', { schema: { querystring: QUERY } }, async ({ session, query }): Promise<ListAnswer<SignInRecord>> => {
    requireAdministrator(session)
    // PostgreSQL takes no NUL in a text, and nothing that is kept holds one.
    const search = query.search?.replaceAll('\0', '').trim()
    const list = `signins ${search ?? ''}`
    const marker = query.cursor === undefined ? undefined : decodeCursor(query.cursor, list)
    if (marker !== undefined && !/^\d{1,15}$/.test(marker.key)) throw new AppError('invalid-cursor')
    const question = { company: session.company.code, search, limit: query.limit }
    const rows = await listSignIns(db, { ...question, limit: query.limit + 1, before: marker === undefined ? undefined : Number(marker.key) })
    const count = marker?.count ?? (await countSignIns(db, question))
    const page = rows.slice(0, query.limit)
    const last = page.at(-1)
    const next = rows.length > query.limit && last !== undefined ? encodeCursor({ direction: 'next', value: '', key: String(last.id), list, count }) : null
    return { data: page.map(present), message: '', page: { next, previous: null, count: Math.min(count, MOST_COUNTED), more: count > MOST_COUNTED } }
  })

  done()
}

function present({ id, at, kind, actor, name, email, ip, device, reason }: LoggedSignIn): SignInRecord {
  return { id, at: at.toISOString(), outcome: kind, name, who: email ?? actor, ip, device, detail: reason }
}
