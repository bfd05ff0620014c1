import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { KINDS, startApp, type Caller, type TestApp } from './harness.ts'

/** As a telephone makes it: turned, and with the place where it was taken. */
const photo = async (): Promise<string> => (await sharp({ create: { width: 900, height: 600, channels: 3, background: '#0a7' } })
  .withExif({ IFD0: { Copyright: 'Somewhere in Kilimani' } }).jpeg().toBuffer()).toString('base64')

describe.each(KINDS)('the picture of a person on %s', (kind) => {
  let test: TestApp
  const people = {} as Record<'wanjiku' | 'juma' | 'wambui' | 'admin', Caller>
  beforeAll(async () => {
    test = await startApp({ kind })
    for (const name of ['wanjiku', 'juma', 'wambui', 'admin'] as const) people[name] = await test.signIn(`${name}@mazingira.example`)
  })
  afterAll(() => test.stop())

  const pictureOf = async (who: Caller): Promise<string | undefined> => (await who.call('GET', 'portal/bootstrap')).json<{ data: { picture?: string } }>().data.picture
  const shown = async (who: Caller, id?: string) => who.call('GET', `portal/picture${id === undefined ? '' : `?id=${id}`}`)
  const setPhoto = async (value: object | null): Promise<number> => {
    const { data: { _rev } } = (await people.wambui.call('GET', 'documents/employee/MRT-015')).json<{ data: { _rev: number } }>()
    return (await people.wambui.call('PATCH', 'documents/employee/MRT-015', { photo: value, _rev })).statusCode
  }

  it('there is none at first', async () => {
    expect(await pictureOf(people.wanjiku)).toBeUndefined()
    expect((await shown(people.wanjiku)).statusCode).toBe(404)
    // Who is no employee has none either.
    expect([await pictureOf(people.admin), (await shown(people.admin)).statusCode]).toEqual([undefined, 404])
  })

  it('what HR uploads is shown to the person, small, square and without what the camera wrote', async () => {
    expect(await setPhoto({ fileName: 'IMG_2041.jpg', attachment: await photo() })).toBe(200)
    const id = await pictureOf(people.wanjiku)
    const { statusCode, headers, rawPayload } = await shown(people.wanjiku, id)
    expect([statusCode, headers['content-type'], headers['cache-control']]).toEqual([200, 'image/webp', 'private, max-age=86400, immutable'])
    expect(await sharp(rawPayload).metadata()).toMatchObject({ format: 'webp', width: 160, height: 160 })
    expect(rawPayload.includes('Kilimani')).toBe(false)
    expect((await shown(people.wanjiku)).headers['cache-control']).toBe('private, no-store')
  })

  it('nobody gets that of another person, and an outdated one is gone', async () => {
    const id = (await pictureOf(people.wanjiku)) ?? ''
    expect((await shown(people.juma, id)).statusCode).toBe(404)
    expect(await pictureOf(people.juma)).toBeUndefined()
    expect(await setPhoto({ fileName: 'new.jpg', attachment: await photo() })).toBe(200)
    expect((await shown(people.wanjiku, id)).statusCode).toBe(404)
    expect(await setPhoto(null)).toBe(200)
    expect(await pictureOf(people.wanjiku)).toBeUndefined()
  })

  it('that which cannot be decoded is not shown, and the portal works without', async () => {
    const torn = Buffer.from(await photo(), 'base64').subarray(0, 700).toString('base64')
    if ((await setPhoto({ fileName: 'torn.jpg', attachment: torn })) === 200) expect((await shown(people.wanjiku, await pictureOf(people.wanjiku))).statusCode).toBe(404)
    await setPhoto(null)
  })
})
