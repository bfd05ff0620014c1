/** Actions over HTTP rather than the screen: they set scenes quickly and act as second sessions. */
import { PASSWORD } from './harness.ts'
import type { Session } from './tabs.ts'

/** The response to a call: its status and its JSON. */
export interface Reply { status: number; message: string; data: Record<string, unknown> & { no: string; status: string; _rev: number } }

/** A user signed in over HTTP. */
export interface Person {
  session: Session
  /** Calls `/api/v1/<path>`; throws the server's response if it is not 2xx. */
  call(method: 'GET' | 'POST' | 'PATCH' | 'DELETE', path: string, body?: object): Promise<Reply>
}

/** Signs in a separate session, apart from those of the browser: by e-mail, or by the user name of a Windows account. */
export async function person(url: string, name: string): Promise<Person> {
  const [path, who] = name.includes('@') ? ['login', { email: name }] : ['windows/login', { username: name }]
  const answer = await fetch(`${url}/api/v1/hrmis/auth/${path}`, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ ...who, password: PASSWORD, device_name: 'test' }) })
  if (!answer.ok) throw new Error(`${name} could not sign in: ${await answer.text()}`)
  const session = ((await answer.json()) as { data: Session }).data
  return {
    session,
    async call(method, path, body) {
      const reply = await fetch(`${url}/api/v1/${path}`, {
        method,
        headers: { authorization: `Bearer ${session.token}`, ...(body ? { 'content-type': 'application/json' } : {}) },
        ...(body ? { body: JSON.stringify(body) } : {}),
      })
      const text = await reply.text()
      if (!reply.ok) throw new Error(`${method} ${path}: ${String(reply.status)} ${text}`)
      return { status: reply.status, ...(JSON.parse(text) as Omit<Reply, 'status'>) }
    },
  }
}

/** Has a company of the administrator ask nobody for a code any more, and leaves them in the company where they were. */
export async function askForNoCodes(url: string, name: string, { company, back }: { company: string; back: string }): Promise<void> {
  const administrator = await person(url, name)
  const post = async (token: string, path: string, body: object): Promise<{ token?: string; challenge?: string }> => {
    const answer = await fetch(`${url}/api/v1/${path}`, { method: 'POST', headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' }, body: JSON.stringify(body) })
    if (!answer.ok) throw new Error(`${path}: ${await answer.text()}`)
    return ((await answer.json()) as { data: { token?: string; challenge?: string } }).data
  }
  const { challenge } = await post(administrator.session.token, 'hrmis/auth/setCompany', { default_company: company })
  const mails = (await administrator.call('GET', 'admin/outbox')).data as unknown as { recipient: string; text: string }[]
  const code = /\b\d{6}\b/.exec(mails.find(({ recipient, text }) => recipient === name && /\b\d{6}\b/.test(text))?.text ?? '')?.[0]
  const { token = '' } = await post(administrator.session.token, 'hrmis/auth/2fa/verify', { challenge, code })
  await post(token, 'admin/updateSettings', { minor_settings: { '2fa': false } })
  await post(token, 'hrmis/auth/setCompany', { default_company: back })
}

/** The day `days` days from today, by the company's clock: late in the evening UTC is still a day behind. */
export const dayAhead = (days = 0): string => new Intl.DateTimeFormat('sv-SE', { timeZone: 'Africa/Nairobi' }).format(Date.now() + days * 86_400_000)

/** The same in the format of a date field. */
export const typedDayAhead = (days: number): string => dayAhead(days).split('-').reverse().join('/')

const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
const DIMENSIONS = { shortcutDimension1Code: 'CLIMATE', shortcutDimension2Code: 'P-WATER', shortcutDimension3Code: 'EU' }

/** Creates a petty cash request that is ready to send; returns its number. */
export async function makeRequest(owner: Person, fields: object = {}): Promise<string> {
  const line = { expense_code: 'MEALS', description: 'Working lunch', amount: 450, ...DIMENSIONS }
  const reply = await owner.call('POST', 'hrmis/pettycash', {
    description: 'Working lunch with the county team', ...DIMENSIONS, pettyCashLinesAPI: [line], attachments: [{ fileName: 'receipt.png', attachment: PIXEL }], ...fields,
  })
  return reply.data.no
}

/** Creates a request and sends it for approval; returns its number. */
export async function sendRequest(owner: Person, fields: object = {}): Promise<string> {
  const no = await makeRequest(owner, fields)
  await owner.call('POST', 'hrmis/pettycash/sendForApproval', { headerNo: no })
  return no
}

/** Creates a record under dual control: one person asks, another approves. */
export async function makeAsTwo(maker: Person, checker: Person, path: string, values: object): Promise<void> {
  const { request } = (await maker.call('POST', path, { _reason: 'As agreed', ...values })) as unknown as { request: { key: string } }
  await checker.call('POST', `documents/record-change/${request.key}/actions/approve`, {})
}

/** A request as its owner reads it. */
export async function storedRequest(owner: Person, no: string): Promise<Reply['data']> {
  return (await owner.call('GET', `hrmis/pettycash/show?document_no=${no}`)).data
}
