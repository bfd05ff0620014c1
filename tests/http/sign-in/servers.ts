/** Servers that sign-in talks to, started for a test on free ports: a mail server, an SMS gateway, a directory. */
import { execFileSync, spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { IncomingHttpHeaders } from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { SMTPServer } from 'smtp-server'
import { freePort } from '../../../tools/postgres.ts'

export interface MailServer { url: string; /** Raw messages with their envelope recipients. */ received: { to: string[]; text: string }[]; stop(): Promise<void> }

/** A mail server that takes everything. */
export async function startMailServer(): Promise<MailServer> {
  const received: MailServer['received'] = []
  const server = new SMTPServer({
    authOptional: true, disabledCommands: ['STARTTLS'], logger: false,
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

export interface SmsServer {
  url: string
  received: { body: string; headers: IncomingHttpHeaders }[]
  /** What it answers next: a status, or silence. */
  answer: number | 'nothing'
  stop(): Promise<void>
}

/** An SMS gateway that keeps what it is asked to send. */
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

export interface Directory {
  /** ldap: and ldaps: addresses of the same server. */
  url: string
  secureUrl: string
  /** Certificate authority of its certificate. */
  caFile: string
  base: string
  admin: { dn: string; password: string }
  stop(): Promise<void>
}

const BASE = 'dc=baraka,dc=example'
const ADMIN = { dn: `cn=admin,${BASE}`, password: 'directory-admin' }

/** People by user name with their passwords, in a private slapd with its own folder and certificate. */
export async function startDirectory(people: Record<string, string>): Promise<Directory> {
  const folder = mkdtempSync(path.join(tmpdir(), 'dirisha-ldap-'))
  const file = (name: string): string => path.join(folder, name)
  mkdirSync(file('data'))
  execFileSync('openssl', [
    'req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', '-subj', '/CN=127.0.0.1', '-addext', 'subjectAltName=IP:127.0.0.1,DNS:localhost', '-keyout', file('key.pem'), '-out', file('cert.pem'),
  ], { stdio: 'ignore' })
  writeFileSync(file('slapd.conf'), `
include /etc/ldap/schema/core.schema
include /etc/ldap/schema/cosine.schema
include /etc/ldap/schema/inetorgperson.schema
modulepath /usr/lib/ldap
moduleload back_mdb
pidfile ${file('slapd.pid')}
TLSCertificateFile ${file('cert.pem')}
TLSCertificateKeyFile ${file('key.pem')}
# As many servers are set up: a bind without a password is let through as an anonymous one.
allow bind_anon_dn bind_anon_cred
database mdb
suffix "${BASE}"
rootdn "${ADMIN.dn}"
rootpw ${ADMIN.password}
directory ${file('data')}
maxsize 10485760
`)
  const entries = Object.entries(people).map(([name, password]) => `dn: uid=${name},ou=people,${BASE}\nobjectClass: inetOrgPerson\nuid: ${name}\ncn: ${name}\nsn: ${name}\nuserPassword: ${password}\n`)
  writeFileSync(file('people.ldif'), [`dn: ${BASE}\nobjectClass: dcObject\nobjectClass: organization\ndc: baraka\no: Baraka\n`, `dn: ou=people,${BASE}\nobjectClass: organizationalUnit\nou: people\n`, ...entries].join('\n'))
  execFileSync('/usr/sbin/slapadd', ['-f', file('slapd.conf'), '-l', file('people.ldif')], { stdio: 'ignore' })
  const [port, securePort] = [await freePort(), await freePort()]
  const [url, secureUrl] = [`ldap://127.0.0.1:${port}`, `ldaps://127.0.0.1:${securePort}`]
  // -d keeps it in the foreground, as our child.
  const server = spawn('/usr/sbin/slapd', ['-f', file('slapd.conf'), '-h', `${url} ${secureUrl}`, '-d', '0'], { stdio: 'ignore' })
  await untilItAnswers(port)
  return {
    url, secureUrl, caFile: file('cert.pem'), base: BASE, admin: ADMIN,
    async stop() {
      const ended = new Promise<void>((resolve) => { server.once('exit', () => resolve()) })
      server.kill('SIGTERM')
      await ended
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

async function untilItAnswers(port: number): Promise<void> {
  const { connect } = await import('node:net')
  for (let attempt = 0; attempt < 100; attempt++) {
    const isThere = await new Promise<boolean>((resolve) => {
      const socket = connect(port, '127.0.0.1', () => { socket.destroy(); resolve(true) })
      socket.once('error', () => resolve(false))
    })
    if (isThere) return
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  throw new Error('slapd did not start within ten seconds')
}
