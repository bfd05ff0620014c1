/** Pictures of a company: what is accepted, what is refused, and what happens to accepted ones. */
import { deflateRawSync } from 'node:zlib'
import sharp, { type Sharp } from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { CompanyAnswer, SettingsAnswer, SettingsChange } from '../../src/contract/index.ts'
import { withEmptyTexts } from './files-in-disguise.ts'
import { ONE_KIND, startApp, type Caller, type TestApp } from './harness.ts'
import { openEntry, raiseAndSend } from './petty-cash-cases.ts'

const LIMIT = 2_000_000
const DAMAGED = 'The picture is damaged or incomplete.'
const NO_PICTURE = 'The picture must be a PNG, JPEG or WebP file.'
const MORE = 'The file contains more than a picture. Save it again as PNG or JPEG.'
const SMALL = 'The picture is too small: 16 by 16 pixels at least.'

const plain = (width: number, height: number): Sharp => sharp({ create: { width, height, channels: 3, background: '#00448b' } })
const png = async (width = 64, height = 48): Promise<Buffer> => plain(width, height).png().toBuffer()
const jpeg = async (width = 64, height = 48): Promise<Buffer> => plain(width, height).jpeg().toBuffer()
const padded = async (size: number): Promise<Buffer> => Buffer.concat([await jpeg(), Buffer.alloc(size)]).subarray(0, size)
/** A header that declares more pixels than there are bytes. */
const bomb = async (): Promise<Buffer> => {
  const file = Buffer.from(await png())
  file.writeUInt32BE(60_000, 16)
  file.writeUInt32BE(60_000, 20)
  return file
}

interface Part { name: string; content: Buffer | string; fileName?: string; type?: string }
const BOUNDARY = 'a-boundary-that-is-nowhere-else'
function multipart(parts: Part[]): { payload: Buffer; headers: Record<string, string> } {
  const pieces = parts.flatMap(({ name, content, fileName, type }) => [
    Buffer.from(`--${BOUNDARY}\r\ncontent-disposition: form-data; name="${name}"${fileName === undefined ? '' : `; filename="${fileName}"`}\r\n${type === undefined ? '' : `content-type: ${type}\r\n`}\r\n`),
    Buffer.from(content), Buffer.from('\r\n'),
  ])
  return { payload: Buffer.concat([...pieces, Buffer.from(`--${BOUNDARY}--\r\n`)]), headers: { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` } }
}

describe.each(ONE_KIND)('pictures of a company on %s', (kind) => {
  let test: TestApp
  let admin: Caller
  beforeAll(async () => {
    test = await startApp({ kind })
    admin = await test.signIn('admin@mazingira.example')
  })
  afterAll(() => test.stop())

  const send = async (parts: Part[], { token } = admin): Promise<{ status: number; body: SettingsAnswer & { code?: string } }> => {
    const { payload, headers } = multipart(parts)
    const answer = await test.inject({ method: 'POST', url: '/api/v1/admin/updateSettings', headers: { ...headers, authorization: `Bearer ${token}` }, payload })
    return { status: answer.statusCode, body: answer.json() }
  }
  const upload = (name: string, content: Buffer, type = 'image/png'): ReturnType<typeof send> => send([{ name, content, fileName: 'picture.png', type }])
  const kept = async (): Promise<number> => (await test.services.database.kysely.selectFrom('images').select('hash').execute()).length
  const fetched = async (address: string | null): Promise<{ status: number; headers: Record<string, unknown>; content: Buffer }> => {
    const { statusCode, headers, rawPayload } = await test.inject({ method: 'GET', url: String(address) })
    return { status: statusCode, headers, content: rawPayload }
  }
  const stranger = async (company = 'MRT'): Promise<CompanyAnswer> => (await test.inject({ method: 'GET', url: `/api/v1/company?company=${company}` })).json<{ data: CompanyAnswer }>().data

  it.each<[string, () => Promise<Buffer> | Buffer, string]>([
    ['a file of 2,000,000 bytes', () => padded(LIMIT), 'File size should be less than 2 MB!'],
    ['a file of 2,500,000 bytes', () => padded(LIMIT + 500_000), 'File size should be less than 2 MB!'],
    ['an empty file', () => Buffer.alloc(0), NO_PICTURE],
    ['an SVG', () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'), NO_PICTURE],
    ['HTML under the name of a picture', () => Buffer.from('<!doctype html><script>alert(1)</script>'), NO_PICTURE],
    ['a GIF', async () => plain(64, 48).gif().toBuffer(), NO_PICTURE],
    ['a PDF', () => Buffer.from('%PDF-1.7\n%%EOF'), NO_PICTURE],
    ['a picture with HTML behind it', async () => Buffer.concat([await png(), Buffer.from('<script>alert(1)</script>')]), MORE],
    ['a photograph with a ZIP behind it', async () => Buffer.concat([await jpeg(), deflateRawSync('x'), Buffer.from('PK\x05\x06')]), MORE],
    ['half a picture', async () => (await png(400, 400)).subarray(0, 300), DAMAGED],
    ['half a photograph', async () => { const whole = await jpeg(600, 600); return whole.subarray(0, whole.length / 2) }, DAMAGED],
    ['the header of a PNG without its picture', () => Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'), DAMAGED],
    ['a picture of 100,000 parts', async () => withEmptyTexts(await png(), 100_000), DAMAGED],
    ['a picture of one pixel', () => png(1, 1), SMALL],
    ['a picture three pixels high', () => png(400, 3), SMALL],
    ['a decompression bomb', bomb, 'The picture has too many pixels. Make it smaller first.'],
  ])('%s is refused as a logo, and nothing changes', async (_, bytes, message) => {
    const { status, body } = await upload('company_logo', await bytes())
    expect([status, body.message]).toEqual([422, message])
    expect([await kept(), (await stranger()).images.company_logo]).toEqual([0, null])
  })

  it.each([
    ['company_logo', 2000, 1000, 512, 256], ['company_logo', 40, 20, 40, 20], ['site_user_avatar', 900, 600, 256, 256], ['site_landing_page_image', 4000, 2000, 1920, 960],
  ] as const)('a %s of %d by %d pixels is stored as WebP of %d by %d, public and cached forever', async (name, width, height, newWidth, newHeight) => {
    const { status, body } = await upload(name, await jpeg(width, height), 'text/plain')
    expect([status, body.message]).toEqual([200, 'Settings saved.'])
    const { images } = await stranger()
    expect(images).toEqual(body.images)
    const { content, headers } = await fetched(images[name])
    expect(headers).toMatchObject({ 'content-type': 'image/webp', 'cache-control': 'public, max-age=31536000, immutable', 'x-content-type-options': 'nosniff' })
    expect(await sharp(content).metadata()).toMatchObject({ format: 'webp', width: newWidth, height: newHeight })
  })

  it('a photograph is turned upright and loses its metadata', async () => {
    const photograph = await plain(60, 40).withExif({ IFD0: { Make: 'Secret camera' }, IFD3: { GPSLatitude: '1/1 17/1 0/1' } }).withMetadata({ orientation: 6 }).jpeg().toBuffer()
    expect(photograph.includes('Secret camera') || (await sharp(photograph).metadata()).orientation === 6).toBe(true)
    const { body } = await upload('company_logo', photograph)
    const { content } = await fetched(body.images.company_logo)
    const { width, height, exif, orientation } = await sharp(content).metadata()
    expect({ width, height, exif, orientation }).toEqual({ width: 40, height: 60, exif: undefined, orientation: undefined })
  })

  it('pictures and settings are saved together or not at all', async () => {
    const settings = (otp: unknown): Part => ({ name: 'settings', content: JSON.stringify({ minor_settings: { otp_expiry: otp }, company_display_name: 'Mazingira' }) })
    const before = await kept()
    const refused = await send([settings('soon'), { name: 'site_user_avatar', content: await png(90, 90), fileName: 'a.png', type: 'image/png' }])
    expect([refused.status, await kept()]).toEqual([422, before])
    const { status, body } = await send([{ name: 'site_user_avatar', content: await png(90, 90), fileName: 'a.png', type: 'image/png' }, settings(7)])
    expect([status, body.data['minor_settings']?.['otp_expiry'], body.displayName]).toEqual([200, 7, 'Mazingira'])
    expect((await stranger()).displayName).toBe('Mazingira')
  })

  it('a removed picture is deleted once no company shows it', async () => {
    const other = await test.signIn('admin@mazingira.example')
    const switched = await other.call('POST', 'hrmis/auth/setCompany', { default_company: 'BML' })
    expect(switched.statusCode, switched.body).toBe(200)
    const manager: Caller = { ...other, token: switched.json<{ data: { token: string } }>().data.token }
    const { body } = await upload('company_logo', await png(120, 120))
    const address = body.images.company_logo
    expect((await send([{ name: 'company_logo', content: await png(120, 120), fileName: 'a.png', type: 'image/png' }], manager)).body.images.company_logo).toBe(address)
    expect((await admin.call('POST', 'admin/updateSettings', { company_logo: null })).statusCode).toBe(200)
    expect((await stranger()).images.company_logo).toBeNull()
    expect([(await fetched(address)).status, (await stranger('BML')).images.company_logo]).toEqual([200, address])
    expect((await send([{ name: 'settings', content: '{"company_logo":null}' }], manager)).status).toBe(200)
    expect((await fetched(address)).status).toBe(404)
    const [{ changes }] = (await admin.call('GET', 'admin/settings/history?limit=1')).json<{ data: [SettingsChange] }>().data
    expect(changes).toMatchObject([{ group: 'site_images', title: 'Company logo', to: null }])
  })

  it.each<[string, Part[], number, string]>([
    ['an unknown picture', [{ name: 'favicon', content: 'x', fileName: 'x.png', type: 'image/png' }], 400, 'The request could not be understood: there is no picture "favicon".'],
    ['broken JSON', [{ name: 'settings', content: '{' }], 400, 'The request body is not valid JSON.'],
    ['an object with a __proto__', [{ name: 'settings', content: '{"__proto__":{"x":{}}}' }], 400, 'The request body is not valid JSON.'],
    ['a text in place of a picture', [{ name: 'settings', content: '{"company_logo":"x"}' }], 422, 'A picture is sent as a file, or null to remove it.'],
    ['an empty name', [{ name: 'settings', content: '{"company_display_name":"  "}' }], 422, 'The name must have 1 to 80 characters.'],
    ['a name of 81 characters', [{ name: 'settings', content: JSON.stringify({ company_display_name: 'n'.repeat(81) }) }], 422, 'The name must have 1 to 80 characters.'],
    ['a name of two lines', [{ name: 'settings', content: JSON.stringify({ company_display_name: 'Mazingira\nTrust' }) }], 422, 'The name must be one line of text.'],
    ['a name with a right-to-left override', [{ name: 'settings', content: JSON.stringify({ company_display_name: 'Mazingira \u202Etsurt' }) }], 422, 'The name contains characters that cannot be stored.'],
    ['a name with a character that shows nothing', [{ name: 'settings', content: JSON.stringify({ company_display_name: 'Mazingira\u3164Trust' }) }], 422, 'The name contains invisible characters. Type it instead of pasting it.'],
    ['the name of another company', [{ name: 'settings', content: '{"company_display_name":"Uwezo SACCO"}' }], 422, 'The name is too similar to that of Uwezo SACCO, another company of this portal.'],
    ['a name that looks like the registered one of another company', [{ name: 'settings', content: JSON.stringify({ company_display_name: 'ВАRAKA Manufacturing  LTD' }) }], 422, 'The name is too similar to that of Baraka Manufacturing, another company of this portal.'],
  ])('%s is refused', async (_, parts, status, message) => {
    const answer = await send(parts)
    expect([answer.status, answer.body.message]).toEqual([status, message])
  })

  it('the logo is part of printed forms', async () => {
    const [wanjiku, otieno] = [await test.signIn('wanjiku@mazingira.example'), await test.signIn('otieno@mazingira.example')]
    const { no } = await raiseAndSend(wanjiku)
    expect((await otieno.call('POST', 'approvals/approve', await openEntry(otieno, no))).statusCode).toBe(200)
    const pictures = async (): Promise<number> => {
      const answer = await wanjiku.call('GET', `documents/petty-cash/${no}/print/document`)
      expect(answer.statusCode, answer.body.slice(0, 300)).toBe(200)
      return answer.rawPayload.toString('latin1').split('/Subtype /Image').length - 1
    }
    const without = await pictures()
    await upload('company_logo', await png(300, 300))
    expect(await pictures()).toBe(without + 1)
    await admin.call('POST', 'admin/updateSettings', { company_logo: null })
  })

  it('only administrators can set pictures', async () => {
    const wanjiku = await test.signIn('wanjiku@mazingira.example')
    expect((await send([{ name: 'company_logo', content: await png(), fileName: 'a.png', type: 'image/png' }], wanjiku)).status).toBe(403)
  })

  it.each(['x', 'f'.repeat(64), `${'f'.repeat(63)}G`])('no picture is found under the hash %s', async (hash) => {
    expect((await fetched(`/api/v1/company/images/${hash}`)).status).toBe(404)
  })
})
