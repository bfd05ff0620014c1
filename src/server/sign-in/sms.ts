/** Sends SMS messages through the configured HTTP gateway. */
import type { SmsGateway } from '../config.ts'

const TIMEOUT_MS = 8_000
const PHONE = /^\+?\d{7,15}$/

/** The number in the format gateways accept; undefined if it is not a phone number. */
export function phoneNumber(text: string | undefined): string | undefined {
  const plain = (text ?? '').replace(/[\s().-]/g, '')
  return PHONE.test(plain) ? plain : undefined
}

/** Resolves when the gateway has accepted the message; rejects otherwise, and after 8 seconds without a response. */
export async function sendSms(gateway: SmsGateway, to: string, message: string): Promise<void> {
  const { url, headers } = addressOf(gateway)
  const { type, body } = bodyOf(gateway.template, { to, message })
  // A redirect could send the code elsewhere.
  const answer = await fetch(url, { method: 'POST', headers: { ...headers, 'content-type': type }, body, redirect: 'error', signal: AbortSignal.timeout(TIMEOUT_MS) })
  await answer.body?.cancel()
  if (!answer.ok) throw new Error(`The SMS gateway answered ${answer.status}.`)
}

/** fetch rejects URLs with credentials, so they are sent as Basic authorization. */
function addressOf({ url, token }: SmsGateway): { url: string; headers: Record<string, string> } {
  const address = new URL(url)
  const user = `${decodeURIComponent(address.username)}:${decodeURIComponent(address.password)}`
  address.username = ''
  address.password = ''
  if (token !== undefined) return { url: address.href, headers: { authorization: `Bearer ${token}` } }
  return { url: address.href, headers: user === ':' ? {} : { authorization: `Basic ${Buffer.from(user).toString('base64')}` } }
}

/** JSON `{ to, message }`, or the configured template: JSON if it starts with a brace, otherwise a form. */
function bodyOf(template: string | undefined, values: { to: string; message: string }): { type: string; body: string } {
  if (template === undefined) return { type: 'application/json', body: JSON.stringify(values) }
  const isJson = template.startsWith('{')
  const write = (value: string): string => (isJson ? JSON.stringify(value).slice(1, -1) : encodeURIComponent(value))
  const body = template.replace(/\{(to|message)\}/g, (_, name: 'to' | 'message') => write(values[name]))
  return { type: isJson ? 'application/json' : 'application/x-www-form-urlencoded', body }
}
