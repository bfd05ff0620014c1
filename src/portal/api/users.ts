/** User accounts, for user administrators. */
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import type {
  AccountEvent, Answer, CreateUserRequest, DeactivateUserRequest, LinkHandedOut, ListAnswer, ReassignAnswer, SessionAnswer, UpdateUserRequest, UserRow,
} from '../../contract/index.ts'
import { ALWAYS_STALE } from './queries.ts'
import { call } from './client.ts'

/** The prefix of every cache key for users. */
export const usersKey = ['admin', 'users'] as const

const PAGE = 25
const MAX_OFFERED = 20

const idOf = (id: string): string => encodeURIComponent(id)

/** `active`: active users, deactivated users, or all. */
export interface UserFilter { search: string; active: '1' | '0' | '' }

/** Users by name, page by page. */
export const usersQuery = ({ search, active }: UserFilter) =>
  infiniteQueryOptions({
    queryKey: [...usersKey, 'list', search, active] as const,
    queryFn: ({ signal, pageParam }) => call<ListAnswer<UserRow>>({ method: 'GET', path: 'admin/users', query: { search, active, limit: PAGE, cursor: pageParam }, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => last.page.next ?? undefined,
  })

/** One account. */
export const userQuery = (id: string) =>
  queryOptions({
    queryKey: [...usersKey, 'one', id] as const,
    queryFn: async ({ signal }) => (await call<Answer<UserRow>>({ method: 'GET', path: `admin/users/${idOf(id)}`, signal })).data,
  })

/** The user's active sessions. */
export const userSessionsQuery = (id: string) =>
  queryOptions({
    queryKey: [...usersKey, 'sessions', id] as const,
    ...ALWAYS_STALE,
    queryFn: async ({ signal }) => (await call<Answer<SessionAnswer[]>>({ method: 'GET', path: `admin/users/${idOf(id)}/sessions`, signal })).data,
  })

/** Changes to the account and the user's own activity, newest first. */
export const userHistoryQuery = (id: string) =>
  infiniteQueryOptions({
    queryKey: [...usersKey, 'history', id] as const,
    ...ALWAYS_STALE,
    queryFn: ({ signal, pageParam }) =>
      call<ListAnswer<AccountEvent>>({ method: 'GET', path: `admin/users/${idOf(id)}/history`, query: { limit: PAGE, cursor: pageParam }, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => last.page.next ?? undefined,
  })

/** Ends one of the user's sessions, or all. */
export async function endSessionsOf(id: string, session: string | null): Promise<Answer> {
  return call({ method: 'POST', path: `admin/users/${idOf(id)}/endSessions`, body: session === null ? {} : { session } })
}

/** Colleagues to whom approvals can be reassigned. */
export const colleaguesQuery = (search: string) =>
  queryOptions({
    queryKey: [...usersKey, 'colleagues', search] as const,
    queryFn: async ({ signal }) => (await call<ListAnswer<UserRow>>({ method: 'GET', path: 'admin/users', query: { search, active: 1, limit: MAX_OFFERED }, signal })).data,
    placeholderData: keepPreviousData,
  })

/** Creates a user, who gets a mailed link to set a password. */
export async function createUser(request: CreateUserRequest): Promise<Answer<UserRow>> {
  return call({ method: 'POST', path: 'admin/createUser', body: request })
}

/** Updates a user; 409 if the user was changed meanwhile. */
export async function updateUser(id: string, request: UpdateUserRequest): Promise<Answer<UserRow>> {
  return call({ method: 'POST', path: `admin/updateUser/${idOf(id)}`, body: request })
}

/** Deactivates a user: they can no longer sign in, but their records stay. */
export async function deleteUser(id: string, request: DeactivateUserRequest): Promise<Answer<UserRow>> {
  return call({ method: 'POST', path: `admin/deleteUser/${idOf(id)}`, body: request })
}

/** Reactivates a deactivated user. */
export async function restoreUser(id: string, rev: number): Promise<Answer<UserRow>> {
  return call({ method: 'POST', path: `admin/restoreUser/${idOf(id)}`, body: { _rev: rev } })
}

/** Removes the authenticators of a user who has lost them. */
export async function removeAuthenticators(id: string, rev: number): Promise<Answer<UserRow>> {
  return call({ method: 'POST', path: `admin/removeAuthenticators/${idOf(id)}`, body: { _rev: rev } })
}

/** Ends the lockout after too many failed attempts. */
export async function unlockUser(id: string): Promise<Answer<UserRow>> {
  return call({ method: 'POST', path: `admin/unlockUser/${idOf(id)}`, body: {} })
}

/** Mails a link with which the user sets a password. */
export async function sendActivationLink(email: string): Promise<Answer<LinkHandedOut | null>> {
  return call({ method: 'POST', path: 'admin/sendActivationLink', body: { email } })
}

/** Reassigns the user's open approval entries in the session's company to another user. */
export async function reassignApprovals(id: string, request: { to: string; reason?: string }): Promise<Answer<ReassignAnswer>> {
  return call({ method: 'POST', path: `admin/reassignApprovals/${idOf(id)}`, body: request })
}
