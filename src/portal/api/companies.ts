/** The person's companies, and going from one to another. */
import { queryOptions } from '@tanstack/react-query'
import type { Answer, CompanyAnswer, SwitchAnswer } from '../../contract/index.ts'
import { call } from './client.ts'

/** Companies that the person belongs to. */
export const companiesQuery = () =>
  queryOptions({
    queryKey: ['companies'],
    queryFn: async ({ signal }) => (await call<Answer<CompanyAnswer[]>>({ method: 'GET', path: 'company/companies', signal })).data,
    staleTime: 5 * 60_000,
  })

/** Goes to another company: the person there with a token that replaces this one, or a code is asked for first. */
export async function setCompany(company: string): Promise<Answer<SwitchAnswer>> {
  return call({ method: 'POST', path: 'hrmis/auth/setCompany', body: { default_company: company } })
}
