/** An LDAP directory of its own for a test: Debian's slapd on free ports. */
import { execFileSync, spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { freePort } from '../../tools/postgres.ts'

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
