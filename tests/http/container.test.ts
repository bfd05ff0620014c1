/** The container's image is sufficient to run the server: the Dockerfile copies it, and tools/slim.sh removes what no server reads. */
import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ROOT } from './harness.ts'
import { startOwnProcess, type OwnProcess } from './own-process.ts'
import { NO_CEILINGS, openEntry, raiseAndSend } from './petty-cash-cases.ts'

const ADMIN = 'admin@mazingira.example'
const WANJIKU = 'wanjiku@mazingira.example'
const OF_THE_BUILD = /^COPY --from=build (.*) \S+$/gm
const PACKAGE = /^node_modules\/(@[^/]+\/)?[^/]+$/

/** The paths that the Dockerfile copies from the build, relative to its root. */
function copied(): string[] {
  const dockerfile = readFileSync(path.join(ROOT, 'Dockerfile'), 'utf8')
  return [...dockerfile.matchAll(OF_THE_BUILD)].flatMap(([, paths = '']) => paths.split(' ').map((one) => one.replace(/^\/app\//, '')))
}

/** The packages that `npm prune --omit=dev` keeps, if they are installed on this platform. */
function shippedPackages(): string[] {
  const { packages } = JSON.parse(readFileSync(path.join(ROOT, 'package-lock.json'), 'utf8')) as { packages: Record<string, { dev?: boolean }> }
  return Object.entries(packages).flatMap(([name, { dev }]) => (PACKAGE.test(name) && dev !== true && existsSync(path.join(ROOT, name)) ? [name] : []))
}

/** Hard links where the file system supports them: files are only deleted, never written to. */
function copy(paths: string[], image: string): void {
  try {
    execFileSync('cp', ['-rl', '--parents', ...paths, image], { cwd: ROOT, stdio: 'pipe' })
  } catch {
    execFileSync('cp', ['-r', '--parents', ...paths, image], { cwd: ROOT, stdio: 'pipe' })
  }
}

describe('the container’s image', () => {
  let image = ''
  let server: OwnProcess
  let voucher = ''
  beforeAll(async () => {
    image = mkdtempSync(path.join(tmpdir(), 'dirisha-image-'))
    const paths = copied().flatMap((one) => (one === 'node_modules' ? shippedPackages() : [one]))
    copy(paths, image)
    execFileSync('bash', [path.join(ROOT, 'tools/slim.sh'), image])
    server = await startOwnProcess({
      root: image, people: [ADMIN, WANJIKU], settings: NO_CEILINGS,
      prepare: async (app) => {
        voucher = (await raiseAndSend(await app.signIn(WANJIKU))).no
        const otieno = await app.signIn('otieno@mazingira.example')
        const { entryNo } = await openEntry(otieno, voucher)
        expect((await otieno.call('POST', 'approvals/approve', { entryNo })).statusCode).toBe(200)
      },
    })
  })
  afterAll(async () => {
    await server.stop()
    rmSync(image, { recursive: true, force: true })
  })

  it('contains what a server needs, and no sources, tests or packages that only the build needs', () => {
    expect(copied()).toEqual(expect.arrayContaining(['package.json', 'LICENSE', 'node_modules', 'schemas', 'modules', 'dist']))
    expect(['src', 'tests', 'dist/tools', 'node_modules/typescript', 'node_modules/react'].filter((one) => existsSync(path.join(image, one)))).toEqual([])
  })

  it('runs a server that answers calls, prints documents and accepts pictures', async () => {
    expect((await server.call(WANJIKU, 'GET', 'portal/bootstrap')).status).toBe(200)
    const print = await server.call(WANJIKU, 'GET', `documents/petty-cash/${voucher}/print/document`)
    expect([print.status, print.headers.get('content-type')]).toEqual([200, 'application/pdf'])
    const form = new FormData()
    form.append('company_logo', new Blob([new Uint8Array(await sharp({ create: { width: 64, height: 48, channels: 3, background: '#00448b' } }).png().toBuffer())], { type: 'image/png' }), 'logo.png')
    const uploaded = await fetch(`${server.url}/api/v1/admin/updateSettings`, { method: 'POST', headers: { authorization: `Bearer ${server.tokenOf(ADMIN)}` }, body: form })
    expect([uploaded.status, await uploaded.text()]).toEqual([200, expect.stringContaining('Settings saved.')])
  })

  it('runs the operator’s commands', () => {
    const run = (...words: string[]): string => execFileSync(process.execPath, [path.join(image, ...words)], { encoding: 'utf8', stdio: 'pipe', env: { ...process.env, DATABASE_URL: '', DATA_DIR: path.join(image, 'nothing') } })
    for (const command of ['dist/src/server/operate/main.js', 'dist/src/server/hand-out-link.js']) expect(() => run(command), command).toThrow(/npm run|No database|There is no/)
  })
})
