/** The current user's authenticators, and step-up confirmation. Each call returns the server's response or throws ApiError. */
import { queryOptions } from '@tanstack/react-query'
import type { Answer, AppToSetUp, AuthenticatorsAnswer, LoginAnswer, RecoveryCodesAnswer, StepUpAnswer, StepUpDone } from '../../contract/index.ts'
import { call } from './client.ts'
import { makePasskey, signWithPasskey } from './passkeys.ts'

const OWN = 'hrmis/auth/authenticators'
const STEP_UP = 'hrmis/auth/stepUp'

const post = <T>(path: string, body: object = {}): Promise<Answer<T>> => call({ method: 'POST', path, body })

/** The current user's authenticators. */
export const authenticatorsQuery = () => queryOptions({ queryKey: ['authenticators'], queryFn: async ({ signal }) => (await call<Answer<AuthenticatorsAnswer>>({ method: 'GET', path: OWN, signal })).data })

/** Starts the setup of an authenticator app. */
export const startAppSetup = (name: string): Promise<Answer<AppToSetUp>> => post(`${OWN}/app`, { name })

/** Completes the setup with the app's first code. */
export const confirmApp = (request: { id: string; code: string }): Promise<Answer<RecoveryCodesAnswer>> => post(`${OWN}/app/confirm`, request)

/** Has the browser create a passkey and registers it. */
export async function addPasskey(name: string): Promise<Answer<RecoveryCodesAnswer>> {
  const { data } = await post<object>(`${OWN}/passkey/options`)
  return post(`${OWN}/passkey`, { name, response: await makePasskey(data) })
}

/** Removes an authenticator. */
export const removeAuthenticator = (id: string): Promise<Answer> => post(`${OWN}/remove`, { id })

/** Issues new recovery codes that replace the old ones. */
export const renewRecoveryCodes = (): Promise<Answer<RecoveryCodesAnswer>> => post(`${OWN}/recoveryCodes`)

/** Completes the second step of a sign-in with a passkey. */
export async function verifyPasskey(challenge: string): Promise<Answer<LoginAnswer>> {
  const { data } = await post<object>('hrmis/auth/2fa/passkey/options', { challenge })
  return post('hrmis/auth/2fa/passkey', { challenge, response: await signWithPasskey(data) })
}

/** The ways in which the current user can step up. */
export const stepUpQuery = () => queryOptions({ queryKey: ['step-up'], queryFn: async ({ signal }) => (await call<Answer<StepUpAnswer>>({ method: 'GET', path: STEP_UP, signal })).data, staleTime: 0, gcTime: 0 })

/** Steps up with a password or a code. */
export const stepUp = (proof: { password: string } | { code: string }): Promise<Answer<StepUpDone>> => post(STEP_UP, proof)

/** Steps up with a passkey. */
export async function stepUpByPasskey(): Promise<Answer<StepUpDone>> {
  const { data } = await post<object>(`${STEP_UP}/passkey/options`)
  return post(`${STEP_UP}/passkey`, { response: await signWithPasskey(data) })
}
