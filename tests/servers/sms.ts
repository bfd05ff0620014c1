/** A private SMS gateway for a test, on a free port. */
import { createServer } from 'node:http'
import type { IncomingHttpHeaders } from 'node:http'
import { freePort } from '../../tools/postgres.ts'

export interface SmsServer {
  url: string
  received: { body: string; headers: IncomingHttpHeaders }[]
  /** Its next response: a status, or none. */
  answer: number | 'nothing'
  stop(): Promise<void>
}

/** An SMS gateway that records what it is asked to send. */
export async function startSmsServer(): Promise<SmsServer> {
  const sms: SmsServer = { url: '', received: [], answer: 200, stop: async () => undefined }
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      sms.received.push({ body: Buffer.concat(chunks).toString('utf8'), headers: request.headers })
      if (sms.answer === 'nothing') return
      response.writeHead(sms.answer, sms.answer === 302 ? { location: 'http://127.0.0.1:9/elsewhere' } : {}).end('{}')
    })
  })
  const port = await freePort()
  await new Promise<void>((resolve) => { server.listen(port, '127.0.0.1', () => resolve()) })
  sms.url = `http://127.0.0.1:${port}/send`
  sms.stop = () => new Promise((resolve) => {
    server.closeAllConnections()
    server.close(() => resolve())
  })
  return sms
}
