import type { FastifyInstance, FastifyPluginCallback, FastifyReply, FastifyRequest } from 'fastify'
import { t, texts } from '../../core/index.ts'
import { MAX_SEARCH_LENGTH, CreateUserRequest, DeactivateUserRequest, described, LinkHandedOut, nullable, narrowed, object, optional, ReassignAnswer, ReassignRequest, text, UpdateUserRequest, UserRevision, UserRow, enumOf } from '../../contract/index.ts'
import type { Answer, ListAnswer, TypeOf } from '../../contract/index.ts'
import { commandContext } from '../commands/context.ts'
import { AppError } from '../errors.ts'
import { whenSearching } from '../limits/cost-classes.ts'
import { reachesPeople } from '../mail/reaches-people.ts'
import { data, rows as rowsOf } from '../openapi/call.ts'
import type { Services } from '../services.ts'
import { emailOf, readForm } from '../sign-in/form.ts'
import { limit } from '../sign-in/limits.ts'
import type { Db, Tx } from '../store/connection/database.ts'
import type { LinkPurpose } from '../store/sign-in/links.ts'
import { countListed, listUsers } from '../store/users/user-list.ts'
import type { User } from '../store/users/users.ts'
import { presentUsers } from '../users/present-users.ts'
import { accountReach, findWithin, lockForChange, type AccountScope } from '../users/reach.ts'
import { reassignApprovals, type Reassigned } from '../users/reassign-approvals.ts'
import { createUser, updateUser } from '../users/save-user.ts'
import { deactivateUser, removeAuthenticatorsOf, restoreUser, sendLink, unlockUser, checkUserReason, type LinkSent, type UserTarget } from '../users/account-status.ts'
import { bodyOf, enteredText, revOf } from './documents/request.ts'
import { markedPage } from './marked-page.ts'
import { pagedBy } from './paged-by.ts'
import { changesRights, requireRight } from './require-right.ts'
import { runOnce, type Outcome } from './run-once.ts'

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
const QUERY = object({
  ...pagedBy({ cursorLength: 2_000 }), search: optional(described(narrowed(text, { maxLength: MAX_SEARCH_LENGTH }), 'In names, e-mails, user names and employee numbers.')),
  active: optional(described(enumOf(['0', '1', '']), '1 for active ones, 0 for deactivated ones.')),
})
const READ = { tag: 'Administration', answer: data('The account.', UserRow), errors: [403] } as const
/** Shared by the calls that change an account. */
const CHANGED = { ...READ, isOnce: true } as const
const SENT: Record<LinkPurpose, string> = texts({ reset: 'Password Re-set Sent Successfully!', activation: 'Activation Link Sent Successfully!' })

const HANDED_OUT = 'No mail server is set. Give this link to the person yourself: it works once, and the sign-in log names you and who used it.'

type RequestForOne = FastifyRequest<{ Params: { id: string } }>

/** The accounts that the administrator manages. */
export const userRoutes: FastifyPluginCallback = (app, _options, done) => {
  addReadingRoutes(app)
  addChangingRoutes(app)
  addActivationLinkRoute(app)
  addReassigningRoute(app)
  done()
}

function addReadingRoutes(app: FastifyInstance): void {
  const { services } = app
  const db = services.database.kysely

  app.get<{ Querystring: TypeOf<typeof QUERY> }>('/admin/users', {
    config: { costs: whenSearching },
    schema: { querystring: QUERY, call: { ...READ, id: 'users', summary: 'Users of the companies that the caller administers, by name', answer: rowsOf('A page of accounts.', UserRow) } },
  }, async ({ session, query }): Promise<ListAnswer<UserRow>> => {
    requireRight(session, 'accounts')
    // PostgreSQL accepts no NUL in text, and no stored text contains one.
    const search = query.search?.replaceAll('\0', '').trim()
    const active = query.active === undefined || query.active === '' ? undefined : query.active === '1'
    const reach = await accountReach(services, session)
    const { companies } = reach
    const { rows, page } = await markedPage<User>({ list: `users ${active ?? ''} ${search ?? ''}`, limit: query.limit, cursor: query.cursor }, {
      keys: UUID, markOf: ({ name, id }) => ({ value: name, key: id }),
      rows: (after, limit) => listUsers(db, { companies, search, active, limit, after: after && { name: after.value, id: after.key } }), count: () => countListed(db, { companies, search, active }),
    })
    return { data: await presentUsers(services, db, session, reach, rows), message: '', page }
  })

  app.get<{ Params: { id: string } }>('/admin/users/:id', {
    schema: { call: { ...READ, id: 'user', summary: 'One account', errors: [403, 404] } },
  }, async (request): Promise<Answer<UserRow | null>> => {
    requireRight(request.session, 'accounts')
    const reach = await accountReach(services, request.session)
    return { data: await rowOf(services, db, request, reach, await findWithin(db, reach, request.params.id)), message: '' }
  })
}

function addChangingRoutes(app: FastifyInstance): void {
  const { services } = app

  app.post('/admin/createUser', {
    config: { ...changesRights('access'), costs: 'mail' },
    schema: { call: { ...CHANGED, id: 'create-user', summary: 'Create an account, also for a person without an employee record; an activation link is mailed', body: CreateUserRequest, status: 201, errors: [422] } },
  }, async (request, reply) => {
    const body = bodyOf(request)
    return runOnce(request, reply, async (tx) => {
      const reach = await accountReach(services, request.session, tx)
      const user = await createUser(services, tx, request.session, { body, reach })
      return outcome(await rowOf(services, tx, request, reach, user), t('The account is made, and a message is on its way to {email}.', { email: user.email }), 201)
    })
  })

  app.post<{ Params: { id: string } }>('/admin/updateUser/:id', {
    config: changesRights('accounts'),
    schema: { call: { ...CHANGED, id: 'update-user', summary: 'Change an account', body: UpdateUserRequest, errors: [404, 409, 422] } },
  }, async (request, reply) => {
    return change(services, request, reply, t('The user details are saved.'), (tx, { id, reach, rev }) => updateUser(services, tx, request.session, id, { body: bodyOf(request), reach, rev }))
  })

  app.post<{ Params: { id: string } }>('/admin/deleteUser/:id', {
    config: changesRights('access'),
    schema: { call: { ...CHANGED, id: 'delete-user', summary: 'Deactivate an account with a reason; its sessions end', body: DeactivateUserRequest, errors: [404, 409, 422] } },
  }, async (request, reply) => {
    return change(services, request, reply, t('The user is deactivated.'), (tx, user) => deactivateUser(services, tx, request.session, user, enteredText(bodyOf(request)['reason'], 'reason') ?? ''))
  })

  app.post<{ Params: { id: string } }>('/admin/restoreUser/:id', {
    config: changesRights('access'),
    schema: { call: { ...CHANGED, id: 'restore-user', summary: 'Restore a deactivated account', body: UserRevision, errors: [404, 409] } },
  }, async (request, reply) => {
    return change(services, request, reply, t('The user is active again.'), (tx, user) => restoreUser(services, tx, request.session, user))
  })

  app.post<{ Params: { id: string } }>('/admin/removeAuthenticators/:id', {
    config: changesRights('access'),
    schema: { call: { ...CHANGED, id: 'remove-authenticators', summary: 'Remove a user’s lost authenticators; their sessions end', body: UserRevision, errors: [404, 409] } },
  }, async (request, reply) => {
    return change(services, request, reply, t('The authenticators are removed.'), (tx, user) => removeAuthenticatorsOf(services, tx, request.session, user))
  })

  app.post<{ Params: { id: string } }>('/admin/unlockUser/:id', {
    config: changesRights('accounts'),
    schema: { call: { ...CHANGED, id: 'unlock-user', summary: 'Unlock a user after failed attempts', errors: [404] } },
  }, async (request, reply) => {
    return change(services, request, reply, t('The user can sign in again.'), (tx, user) => unlockUser(services, tx, request.session, user))
  })
}

function addActivationLinkRoute(app: FastifyInstance): void {
  const { services } = app

  app.post('/admin/sendActivationLink', {
    config: { ...changesRights('accounts'), costs: 'mail' },
    schema: {
      call: {
        ...CHANGED, id: 'send-activation-link', summary: 'Mail a user a link to activate the account or to reset the password', body: object({ email: text }),
        answer: data('The message says which. If no mail server is set, the link to give to the user.', nullable(LinkHandedOut)), errors: [404, 409, 422],
      },
    },
  }, async (request, reply) => {
    const form = readForm(request.body)
    const email = emailOf(form)
    form.check()
    await limit(services, { 'link-admin': email })
    const send = async (tx: Tx): Promise<LinkSent> => sendLink(services, tx, request.session, email, await accountReach(services, request.session, tx))
    // Idempotent responses are stored, and a link handed out must not be stored anywhere.
    if (!reachesPeople(services)) {
      const { link = '' } = await services.database.transaction(send)
      return { data: { link }, message: HANDED_OUT }
    }
    return runOnce(request, reply, async (tx) => outcome(null, t<string>(SENT[(await send(tx)).purpose])))
  })
}

function addReassigningRoute(app: FastifyInstance): void {
  const { services } = app

  app.post<{ Params: { id: string } }>('/admin/reassignApprovals/:id', {
    config: { ...changesRights('access'), costs: 'mail' },
    schema: {
      call: {
        ...CHANGED, id: 'reassign-approvals', summary: 'Reassign a user’s pending approvals in this company to a colleague', body: ReassignRequest,
        answer: data('How many were reassigned and how many were not.', ReassignAnswer), errors: [404, 422],
      },
    },
  }, async (request, reply) => {
    const body = bodyOf(request)
    const to = enteredText(body['to'], 'to') ?? ''
    if (to === '') throw new AppError('key-missing', { field: 'to' })
    const reason = enteredText(body['reason'], 'reason') ?? ''
    checkUserReason(reason, false)
    return runOnce(request, reply, async (tx) => {
      const user = await lockForChange(tx, await accountReach(services, request.session, tx), request.params.id)
      const reassigned = await reassignApprovals(tx, commandContext(services, request.session), user, to, reason === '' ? null : reason)
      return outcome<ReassignAnswer>({ moved: reassigned.moved, left: reassigned.left }, sentenceOf(reassigned))
    })
  })
}

/** Changes one account and returns it as it is afterwards. */
function change(services: Services, request: RequestForOne, reply: FastifyReply, message: string, work: (tx: Tx, user: UserTarget) => Promise<User>): ReturnType<typeof runOnce> {
  const rev = revOf(request)
  return runOnce(request, reply, async (tx) => {
    const reach = await accountReach(services, request.session, tx)
    const user = await work(tx, { id: request.params.id, reach, rev })
    return outcome(await rowOf(services, tx, request, reach, user), message)
  })
}

async function rowOf(services: Services, db: Db, request: FastifyRequest, reach: AccountScope, user: User): Promise<UserRow | null> {
  return (await presentUsers(services, db, request.session, reach, [user]))[0] ?? null
}

function outcome<T>(data: T, message: string, status = 200): Outcome {
  const answer: Answer<T> = { data, message }
  return { status, body: answer }
}

function sentenceOf({ moved, left, problem }: Reassigned): string {
  const done = t({ one: '{count} approval request was reassigned.', other: '{count} approval requests were reassigned.' }, { count: moved })
  if (problem !== undefined) return `${done} ${t('{count} stayed.', { count: left })} ${problem}`
  return left === 0 ? done : `${done} ${t('There are more: reassign again.')}`
}
