/** A private LDAP directory for a test: Debian's slapd on free ports. */
import { execFileSync, spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { freePort } from '../../tools/postgres.ts'

export interface Directory {
  /** ldap: and ldaps: addresses of the same server. */
  url: string
  secureUrl: string
  /** The certificate authority of its certificate. */
  caFile: string
  base: string
  /** Another base with the same people and a megabyte of unrequested data. */
  largeBase: string
  admin: { dn: string; password: string }
  stop(): Promise<void>
}

const BASE = 'dc=baraka,dc=example'
const LARGE = 'dc=large,dc=example'
const ADMIN = { dn: `cn=admin,${BASE}`, password: 'directory-admin' }

/** Starts a private slapd, with its own folder and certificate, that contains the people by user name with their passwords. */
export async function startDirectory(people: Record<string, string>): Promise<Directory> {
  const folder = mkdtempSync(path.join(tmpdir(), 'dirisha-ldap-'))
  const file = (name: string): string => path.join(folder, name)
  mkdirSync(file('data'))
  mkdirSync(file('large'))
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
database mdb
suffix "${LARGE}"
rootdn "cn=admin,${LARGE}"
directory ${file('large')}
maxsize 104857600
`)
  const entries = Object.entries(people).map(([name, password]) => personIn(`ou=people,${BASE}`, name, password))
  writeFileSync(file('people.ldif'), [`dn: ${BASE}\nobjectClass: dcObject\nobjectClass: organization\ndc: baraka\no: Baraka\n`, `dn: ou=people,${BASE}\nobjectClass: organizationalUnit\nou: people\n`, ...entries].join('\n'))
  execFileSync('/usr/sbin/slapadd', ['-f', file('slapd.conf'), '-b', BASE, '-l', file('people.ldif')], { stdio: 'ignore' })
  writeFileSync(file('large.ldif'), [
    `dn: ${LARGE}\nobjectClass: dcObject\nobjectClass: organization\ndc: large\no: Large\n`, ...Object.entries(people).map(([name, password]) => personIn(LARGE, name, password)),
    ...Array.from({ length: 20 }, (_, index) => `dn: ou=elsewhere${index},${LARGE}\nobjectClass: referral\nobjectClass: extensibleObject\nou: elsewhere${index}\n${Array.from({ length: 500 }, (_value, host) => `ref: ldap://elsewhere-${host}.large.example/ou=elsewhere${index},${LARGE}\n`).join('')}`),
  ].join('\n'))
  execFileSync('/usr/sbin/slapadd', ['-f', file('slapd.conf'), '-b', LARGE, '-l', file('large.ldif')], { stdio: 'ignore' })
  const [port, securePort] = [await freePort(), await freePort()]
  const [url, secureUrl] = [`ldap://127.0.0.1:${port}`, `ldaps://127.0.0.1:${securePort}`]
  // -d keeps it in the foreground, as our child.
  const server = spawn('/usr/sbin/slapd', ['-f', file('slapd.conf'), '-h', `${url} ${secureUrl}`, '-d', '0'], { stdio: 'ignore' })
  await untilItAnswers(port)
  return {
    url, secureUrl, caFile: file('cert.pem'), base: BASE, largeBase: LARGE, admin: ADMIN,
    async stop() {
      const ended = new Promise<void>((resolve) => { server.once('exit', () => resolve()) })
      server.kill('SIGTERM')
      await ended
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** The tags of LDAP operations (RFC 4511). */
export const LDAP = { bind: 0x60, bound: 0x61, search: 0x63, found: 0x64, done: 0x65, extended: 0x78 } as const

/** The content of a result with this code; the default is success. */
export const resultOf = (code = 0): number[] => [0x0a, 0x01, code, 0x04, 0x00, 0x04, 0x00]

/** The content of an entry with this name. */
export const entryOf = (dn: string): number[] => [0x04, dn.length, ...Buffer.from(dn), 0x30, 0x00]

/** A directory whose answers, each a tag and a content, are handmade: slapd gives none of them. */
export async function startHandmadeDirectory(answer: (tag: number) => [tag: number, content: number[]][]): Promise<{ url: string; stop(): void }> {
  const { createServer } = await import('node:net')
  const of = (id: number, tag: number, content: number[]): number[] => [0x30, content.length + 5, 0x02, 0x01, id, tag, content.length, ...content]
  const server = createServer((socket) => {
    socket.on('error', () => undefined)
    socket.on('data', (data) => {
      const [id = 0, tag = 0] = [data[4], data[5]]
      socket.write(Buffer.from(answer(tag).flatMap(([answered, content]) => of(id, answered, content))))
    })
  })
  const port = await freePort()
  await new Promise<void>((resolve) => { server.listen(port, '127.0.0.1', resolve) })
  return { url: `ldap://127.0.0.1:${port}`, stop: () => { server.close() } }
}

function personIn(place: string, name: string, password: string): string {
  return `dn: uid=${name},${place}\nobjectClass: inetOrgPerson\nuid: ${name}\ncn: ${name}\nsn: ${name}\nuserPassword: ${password}\n`
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
