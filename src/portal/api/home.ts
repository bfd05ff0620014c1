import { queryOptions } from '@tanstack/react-query'
import type { Answer, HomeAnswer } from '../../contract/index.ts'
import { call } from './client.ts'

/** What needs the current user; live events and each visit of the home page refresh it. */
export const homeQuery = () =>
  queryOptions({ queryKey: ['home'] as const, queryFn: async ({ signal }) => (await call<Answer<HomeAnswer>>({ method: 'GET', path: 'portal/home', signal })).data, staleTime: 0 })
