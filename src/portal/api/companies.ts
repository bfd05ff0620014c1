/** The current user's companies, and switching between them. */
import { queryOptions } from '@tanstack/react-query'
import type { Answer, CompanyAnswer, SwitchAnswer } from '../../contract/index.ts'
import { call } from './client.ts'

/** The companies that the current user belongs to. */
export const companiesQuery = () =>
  queryOptions({
    queryKey: ['companies'],
    queryFn: async ({ signal }) => (await call<Answer<CompanyAnswer[]>>({ method: 'GET', path: 'company/companies', signal })).data,
    staleTime: 5 * 60_000,
  })

/** Switches to another company. Returns the user there with a token that replaces this one, or a request for a code first. */
export async function setCompany(company: string): Promise<Answer<SwitchAnswer>> {
  return call({ method: 'POST', path: 'hrmis/auth/setCompany', body: { default_company: company } })
}
