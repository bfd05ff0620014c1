/** The calls of the sign-in pages: nobody has a session yet. Each returns the server's answer or throws ApiError. */
import { queryOptions } from '@tanstack/react-query'
import type {
  Answer, CompanyAnswer, LinkAnswer, LoginAnswer, LoginRequest, MailDecisionAnswer, MailDecisionRequest, ProviderStartAnswer, ResendAnswer, SetPasswordRequest, SignInAnswer, VerifyRequest, WindowsLoginRequest,
} from '../../contract/index.ts'
import { call } from './client.ts'

const DEVICE_NAME = 'dirisha-portal'

/** The first step with e-mail and password. */
export async function signIn(request: LoginRequest): Promise<Answer<SignInAnswer>> {
  return call({ method: 'POST', path: 'hrmis/auth/login', body: { device_name: DEVICE_NAME, ...request } })
}

/** The first step with a Windows account. */
export async function signInWithWindows(request: WindowsLoginRequest): Promise<Answer<SignInAnswer>> {
  return call({ method: 'POST', path: 'hrmis/auth/windows/login', body: { device_name: DEVICE_NAME, ...request } })
}

/** Where the identity provider of the company lets people sign in. */
export async function startAtProvider(company: string): Promise<string> {
  return (await call<Answer<ProviderStartAnswer>>({ method: 'POST', path: 'hrmis/auth/oidc/start', body: { company } })).data.address
}

/** The first step with the code that came back from the identity provider, which works once. */
export async function signInFromProvider(code: string): Promise<Answer<SignInAnswer>> {
  return call({ method: 'POST', path: 'hrmis/auth/oidc/login', body: { device_name: DEVICE_NAME, code } })
}

/** The second step. */
export async function verifyCode(request: VerifyRequest): Promise<Answer<LoginAnswer>> {
  return call({ method: 'POST', path: 'hrmis/auth/2fa/verify', body: request })
}

/** Asks for another code. */
export async function resendCode(challenge: string): Promise<Answer<ResendAnswer>> {
  return call({ method: 'POST', path: 'hrmis/auth/2fa/resend', body: { challenge } })
}

/** Calls that mail a link with which a password is set. */
export type LinkCall = 'resetPassword' | 'requestCredentials' | 'signup'

/** Asks for a mailed link; answers what the server says to everybody, undefined when it says nothing. */
export async function askForLink(name: LinkCall, email: string): Promise<string | undefined> {
  const answer = await call<Partial<Answer<null>> | null>({ method: 'POST', path: `hrmis/auth/${name}`, body: { email } })
  return answer?.message || undefined
}

/** Sets the password that a mailed link stands for. */
export async function setPassword(request: SetPasswordRequest): Promise<Answer<SignInAnswer>> {
  return call({ method: 'POST', path: 'hrmis/auth/setPassword', body: request })
}

/** What a mailed link is for, as long as it can be used. Looked at once: it is the form's business that it is used up then. */
export const linkQuery = (token: string) =>
  queryOptions({
    queryKey: ['sign-in', 'link', token],
    queryFn: async ({ signal }) => (await call<Answer<LinkAnswer>>({ method: 'GET', path: `hrmis/auth/setPassword/${encodeURIComponent(token)}`, signal })).data,
    staleTime: Infinity,
  })

/** Companies that can be signed in to. */
export const signInCompaniesQuery = () =>
  queryOptions({
    queryKey: ['sign-in', 'companies'],
    queryFn: async ({ signal }) => (await call<Answer<CompanyAnswer[]>>({ method: 'GET', path: 'company/companies', signal })).data,
    staleTime: 5 * 60_000,
  })

/** What a mail to an approver is about, as long as its link can be used. */
export const mailDecisionQuery = (token: string) =>
  queryOptions({
    queryKey: ['sign-in', 'decide', token],
    queryFn: async ({ signal }) => (await call<Answer<MailDecisionAnswer>>({ method: 'GET', path: `approvals/mail/${encodeURIComponent(token)}`, signal })).data,
    staleTime: Infinity, retry: false,
  })

/** Decides with the mailed link, which is used up by that. */
export async function decideByMail(token: string, request: MailDecisionRequest): Promise<Answer<{ documentNo: string }>> {
  return call({ method: 'POST', path: `approvals/mail/${encodeURIComponent(token)}`, body: request })
}
