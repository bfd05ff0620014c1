/** A private mail server for a test, on a free port. */
import { SMTPServer } from 'smtp-server'
import { freePort } from '../../tools/postgres.ts'

export interface MailServer { url: string; /** Raw messages with their envelope recipients. */ received: { to: string[]; text: string }[]; stop(): Promise<void> }

/** A mail server that accepts everything, or with `refuses` knows no mailbox. */
export async function startMailServer({ refuses = false } = {}): Promise<MailServer> {
  const received: MailServer['received'] = []
  const server = new SMTPServer({
    // A mailer keeps its connection open; the server does not wait for it.
    closeTimeout: 1,
    authOptional: true, allowInsecureAuth: true, disabledCommands: ['STARTTLS'], logger: false,
    onAuth: ({ username }, _session, done) => done(null, { user: username }),
    onRcptTo: (_address, _session, done) => done(refuses ? new Error('no such mailbox') : null),
    onData(stream, { envelope }, done) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        received.push({ to: envelope.rcptTo.map(({ address }) => address), text: Buffer.concat(chunks).toString('utf8') })
        done()
      })
    },
  })
  const port = await freePort()
  await new Promise<void>((resolve) => { server.listen(port, '127.0.0.1', () => resolve()) })
  return { url: `smtp://127.0.0.1:${port}`, received, stop: () => new Promise((resolve) => server.close(() => resolve())) }
}
