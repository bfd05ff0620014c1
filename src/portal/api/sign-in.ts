/** The calls of the sign-in pages, made without a session. Each returns the server's response or throws ApiError. */
import { queryOptions } from '@tanstack/react-query'
import type {
  Answer, CompanyAnswer, LinkAnswer, LoginAnswer, LoginRequest, MailDecisionAnswer, MailDecisionRequest, ProviderStartAnswer, ResendAnswer, SetPasswordRequest, SignInAnswer, VerifyRequest, WindowsLoginRequest,
} from '../../contract/index.ts'
import { call } from './client.ts'
import type { Unreported } from './commands.ts'

const DEVICE_NAME = 'dirisha-portal'

/** The first step, with e-mail and password. */
export async function signIn(request: LoginRequest): Promise<Answer<SignInAnswer>> {
  return call({ method: 'POST', path: 'hrmis/auth/login', body: { device_name: DEVICE_NAME, ...request } })
}

/** The first step, with a Windows account. */
export async function signInWithWindows(request: WindowsLoginRequest): Promise<Answer<SignInAnswer>> {
  return call({ method: 'POST', path: 'hrmis/auth/windows/login', body: { device_name: DEVICE_NAME, ...request } })
}

/** The address of the sign-in at the company's identity provider. */
export async function startAtProvider(company: string): Promise<string> {
  return (await call<Answer<ProviderStartAnswer>>({ method: 'POST', path: 'hrmis/auth/oidc/start', body: { company } })).data.address
}

/** The first step, with the single-use code from the identity provider. */
export async function signInFromProvider(code: string): Promise<Answer<SignInAnswer>> {
  return call({ method: 'POST', path: 'hrmis/auth/oidc/login', body: { device_name: DEVICE_NAME, code } })
}

/** The second step. */
export async function verifyCode(request: VerifyRequest): Promise<Answer<LoginAnswer>> {
  return call({ method: 'POST', path: 'hrmis/auth/2fa/verify', body: request })
}

/** Requests another code. */
export async function resendCode(challenge: string): Promise<Answer<ResendAnswer>> {
  return call({ method: 'POST', path: 'hrmis/auth/2fa/resend', body: { challenge } })
}

/** Calls that mail a link for setting a password. */
export type LinkCall = 'resetPassword' | 'requestCredentials' | 'signup'

/** Requests a mailed link. Returns the server's neutral message, or undefined if it sends none. */
export async function requestLink(name: LinkCall, email: string): Promise<string | undefined> {
  const answer = await call<Partial<Answer<null>> | null>({ method: 'POST', path: `hrmis/auth/${name}`, body: { email } })
  return answer?.message || undefined
}

/** Sets the password with the token of a mailed link. */
export async function setPassword(request: SetPasswordRequest): Promise<Answer<SignInAnswer>> {
  return call({ method: 'POST', path: 'hrmis/auth/setPassword', body: request })
}

/** The purpose of a mailed link, as long as the link is valid. Fetched once: that the form then uses the link up is expected. */
export const linkQuery = (token: string) =>
  queryOptions({
    queryKey: ['sign-in', 'link', token],
    queryFn: async ({ signal }) => (await call<Answer<LinkAnswer>>({ method: 'GET', path: `hrmis/auth/setPassword/${encodeURIComponent(token)}`, signal })).data,
    staleTime: Infinity,
  })

/** The companies that users can sign in to. */
export const signInCompaniesQuery = () =>
  queryOptions({
    queryKey: ['sign-in', 'companies'],
    queryFn: async ({ signal }) => (await call<Answer<CompanyAnswer[]>>({ method: 'GET', path: 'company/companies', signal })).data,
    staleTime: 5 * 60_000,
  })

/** The decision that a mail to an approver asks for, as long as its link is valid. */
export const mailDecisionQuery = (token: string) =>
  queryOptions({
    queryKey: ['sign-in', 'decide', token],
    queryFn: async ({ signal }) => (await call<Answer<MailDecisionAnswer>>({ method: 'GET', path: `approvals/mail/${encodeURIComponent(token)}`, signal })).data,
    staleTime: Infinity, retry: false,
  })

/** Decides through the mailed link, which is then used up. */
export async function decideByMail(token: string, request: MailDecisionRequest): Promise<Unreported<{ documentNo: string }>> {
  return call({ method: 'POST', path: `approvals/mail/${encodeURIComponent(token)}`, body: request })
}
