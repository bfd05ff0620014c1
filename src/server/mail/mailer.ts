/** Sends messages by SMTP. */
import type { Transporter } from 'nodemailer'
import { isEmail } from '../../contract/index.ts'
import { singleSpaced } from '../../core/index.ts'

export interface Message { recipient: string; subject: string; text: string; html: string }

export interface Mailer {
  /** Resolves when the mail server has accepted the message. Rejects otherwise, and also if the recipient is not exactly one address. */
  send(message: Message): Promise<void>
  close(): void
}

const MAX_REASON_LENGTH = 300

/**
 * Why a message was not sent, for administrators and the log. Mail servers quote what they dislike, so nothing of their answer is told about
 * a message that holds a code or a link.
 */
export function whyUnsent(error: unknown, { is_secret: isSecret }: { is_secret: boolean }): string {
  const { code, responseCode } = error instanceof Error ? (error as Error & { code?: string; responseCode?: number }) : {}
  if (isSecret) {
    if (responseCode !== undefined) return `The mail server refused the message (${responseCode}).`
    return code === undefined ? 'The message could not be sent.' : `The mail server could not be reached (${code}).`
  }
  const text = error instanceof Error ? error.message : String(error)
  return text.replaceAll(/[\s\p{Cc}]+/gu, ' ').slice(0, MAX_REASON_LENGTH)
}

/** Creates a mailer for an SMTP URL; the connection is opened with the first message. */
export function createMailer(smtpUrl: string, sender: string): Mailer {
  let transport: Transporter | undefined
  const open = async (): Promise<Transporter> => {
    if (transport !== undefined) return transport
    const { createTransport } = await import('nodemailer')
    const address = new URL(smtpUrl)
    transport = createTransport({
      // One connection for many messages: a new one with TLS and a password takes as long as sending several.
      pool: true, maxConnections: 1,
      host: address.hostname,
      port: Number(address.port) || (address.protocol === 'smtps:' ? 465 : 587),
      secure: address.protocol === 'smtps:',
      connectionTimeout: 10_000,
      greetingTimeout: 10_000,
      socketTimeout: 30_000,
      ...(address.username !== '' && { auth: { user: decodeURIComponent(address.username), pass: decodeURIComponent(address.password) } }),
    })
    return transport
  }
  return {
    async send({ recipient, subject, text, html }) {
      // More than one address could reach other people or inject a header.
      if (!isEmail(recipient)) throw new Error(`${JSON.stringify(recipient)} is no e-mail address`)
      const open_ = await open()
      await open_.sendMail({ from: sender, to: { name: '', address: recipient }, subject: singleSpaced(subject), text, html })
    },
    close: () => transport?.close(),
  }
}
