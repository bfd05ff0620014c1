/** Users, for those who keep them. */
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import type {
  AccountEvent, Answer, CreateUserRequest, DeactivateUserRequest, LinkHandedOut, ListAnswer, ReassignAnswer, SessionAnswer, UpdateUserRequest, UserRow,
} from '../../contract/index.ts'
import { ASKED_EACH_TIME } from './queries.ts'
import { call } from './client.ts'

/** Everything about users starts with this key. */
export const usersKey = ['admin', 'users'] as const

const PAGE = 25
const MAX_OFFERED = 20

const idOf = (id: string): string => encodeURIComponent(id)

/** `active`: those who can sign in, those who were deactivated, or all. */
export interface UserFilter { search: string; active: '1' | '0' | '' }

/** Page by page, by name. */
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

/** Where the person is signed in. */
export const userSessionsQuery = (id: string) =>
  queryOptions({
    queryKey: [...usersKey, 'sessions', id] as const,
    ...ASKED_EACH_TIME,
    queryFn: async ({ signal }) => (await call<Answer<SessionAnswer[]>>({ method: 'GET', path: `admin/users/${idOf(id)}/sessions`, signal })).data,
  })

/** What happened to the account, and what its person did with it, newest first. */
export const userHistoryQuery = (id: string) =>
  infiniteQueryOptions({
    queryKey: [...usersKey, 'history', id] as const,
    ...ASKED_EACH_TIME,
    queryFn: ({ signal, pageParam }) =>
      call<ListAnswer<AccountEvent>>({ method: 'GET', path: `admin/users/${idOf(id)}/history`, query: { limit: PAGE, cursor: pageParam }, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => last.page.next ?? undefined,
  })

/** Ends one session of the person, or all. */
export async function endSessionsOf(id: string, session: string | null): Promise<Answer> {
  return call({ method: 'POST', path: `admin/users/${idOf(id)}/endSessions`, body: session === null ? {} : { session } })
}

/** Colleagues to hand something to. */
export const colleaguesQuery = (search: string) =>
  queryOptions({
    queryKey: [...usersKey, 'colleagues', search] as const,
    queryFn: async ({ signal }) => (await call<ListAnswer<UserRow>>({ method: 'GET', path: 'admin/users', query: { search, active: 1, limit: MAX_OFFERED }, signal })).data,
    placeholderData: keepPreviousData,
  })

/** The new user gets a link to set a password by mail. */
export async function createUser(request: CreateUserRequest): Promise<Answer<UserRow>> {
  return call({ method: 'POST', path: 'admin/createUser', body: request })
}

/** 409 when somebody else changed the user meanwhile. */
export async function updateUser(id: string, request: UpdateUserRequest): Promise<Answer<UserRow>> {
  return call({ method: 'POST', path: `admin/updateUser/${idOf(id)}`, body: request })
}

/** Deactivates: the person can no longer sign in, and their records stay. */
export async function deleteUser(id: string, request: DeactivateUserRequest): Promise<Answer<UserRow>> {
  return call({ method: 'POST', path: `admin/deleteUser/${idOf(id)}`, body: request })
}

/** Lets a deactivated person sign in again. */
export async function restoreUser(id: string, rev: number): Promise<Answer<UserRow>> {
  return call({ method: 'POST', path: `admin/restoreUser/${idOf(id)}`, body: { _rev: rev } })
}

/** Takes the authenticators away of somebody who has lost them. */
export async function removeAuthenticators(id: string, rev: number): Promise<Answer<UserRow>> {
  return call({ method: 'POST', path: `admin/removeAuthenticators/${idOf(id)}`, body: { _rev: rev } })
}

/** Ends the wait after too many failed tries. */
export async function unlockUser(id: string): Promise<Answer<UserRow>> {
  return call({ method: 'POST', path: `admin/unlockUser/${idOf(id)}`, body: {} })
}

/** Mails a link with which the person sets a password. */
export async function sendActivationLink(email: string): Promise<Answer<LinkHandedOut | null>> {
  return call({ method: 'POST', path: 'admin/sendActivationLink', body: { email } })
}

/** Hands what waits for one person in the session's company to another. */
export async function reassignApprovals(id: string, request: { to: string; reason?: string }): Promise<Answer<ReassignAnswer>> {
  return call({ method: 'POST', path: `admin/reassignApprovals/${idOf(id)}`, body: request })
}
