/** Pictures that people choose: a person's own, from the card of their employee record to the top bar, and photos above a limit. */
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { DESKTOP, PHONE, faultsOf, go, takePicture } from './harness.ts'
import { makeRequest, storedRequest, type Person } from './people.ts'
import { act } from './steps.ts'
import { startWindows } from './windows.ts'

const windows = startWindows()

it.each([['on a desktop', DESKTOP, 'MRT-021', 'juma'], ['on a phone', PHONE, 'MRT-020', 'chebet']] as const)('HR adds the photo of an employee %s, who then has it in place of their initials', async (_, viewport, number, name) => {
  const { page, problems } = await windows.for('wambui@mazingira.example', viewport)
  await go(page, `/records/employee/card/${number}`)
  const buffer = await sharp({ create: { width: 640, height: 480, channels: 3, background: '#c96' } }).jpeg().toBuffer()
  await page.locator('[data-path="photo"] input[type=file]').or(page.locator('input[type=file]')).first().setInputFiles({ name: 'portrait.jpg', mimeType: 'image/jpeg', buffer })
  await page.getByText('portrait.jpg').first().waitFor()
  await act(page, 'Save')
  await page.getByText('Saved', { exact: true }).or(page.getByText(/saved|updated/i)).first().waitFor()
  expect(await faultsOf(page, `employee-photo-${viewport === PHONE ? 'phone' : 'desktop'}`)).toEqual([])
  await takePicture(page, 'employee-photo')
  const { page: theirs } = await windows.for(`${name}@mazingira.example`, viewport)
  await go(theirs, '/dashboard/main')
  const picture = theirs.getByRole('button', { name: /^Account of/ }).locator('img')
  await picture.waitFor()
  await expect.poll(() => picture.evaluate((image) => (image as HTMLImageElement).naturalWidth)).toBe(160)
  // Their documents have it too, but only to themselves.
  const path = `/records/petty-cash/card/${await makeRequest(await windows.person(`${name}@mazingira.example`))}`
  await go(theirs, path)
  await theirs.locator('[data-brief] [data-avatar] img').waitFor()
  const { page: others } = await windows.for('mutua@mazingira.example', viewport)
  await go(others, path)
  await others.locator('[data-brief] [data-avatar]').waitFor()
  expect(await others.locator('[data-brief] [data-avatar] img').count()).toBe(0)
  expect(problems).toEqual([])
})

/** So much detail that no format makes it small. */
const detail = (width: number, height: number) => sharp({ create: { width, height, channels: 3, background: '#fff', noise: { type: 'gaussian', mean: 128, sigma: 30 } } })

/** A photo as phones take it: lying on its side, with the place where it was taken. */
const photo = (): Promise<Buffer> => detail(2600, 1300).withMetadata({ orientation: 6 }).withExifMerge({ IFD3: { GPSLatitudeRef: 'S', GPSLatitude: '1/1 17/1 0/1' } }).jpeg({ quality: 96 }).toBuffer()

/** What the server has of the only file of a request. */
async function storedPhoto(owner: Person, no: string): Promise<{ name: string; content: Buffer }> {
  const { attachments: [file] } = (await storedRequest(owner, no)) as unknown as { attachments: [{ fileName: string; attachment: string }] }
  const answer = await fetch(new URL(file.attachment, windows.url), { headers: { authorization: `Bearer ${owner.session.token}` } })
  return { name: file.fileName, content: Buffer.from(await answer.arrayBuffer()) }
}

describe('a photo above the limit', () => {
  const LIMIT = 2_000_000

  it.each([
    ['taken with the phone', 'Take a photo', 'receipt.jpg', 'receipt.jpg'],
    ['chosen among the files', 'Attach files', 'till roll.jpeg', 'till roll.jpeg'],
  ])('%s is made smaller and stored upright, without the place; a save waits for it', async (_, by, name, storedAs) => {
    const { page, who, problems } = await windows.for('juma@mazingira.example', PHONE)
    const no = await makeRequest(who, { attachments: [] })
    const buffer = await photo()
    expect(buffer.length).toBeGreaterThan(LIMIT)
    let release = (): void => undefined
    const held = new Promise<void>((resolve) => { release = resolve })
    await page.route('**/smaller-picture-*.js', async (route) => {
      await held
      await route.continue()
    })
    await go(page, `/pettycash/form?edit=${no}`)
    await page.getByLabel(by).setInputFiles({ name, mimeType: 'image/jpeg', buffer })
    const row = page.locator('[data-section="attachments"] li')
    await row.filter({ hasText: name }).filter({ hasText: 'Making the picture smaller…' }).waitFor()
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    release()
    await row.filter({ hasText: /^[^→]*[kM]B$/ }).getByRole('button', { name: `Remove ${storedAs}` }).waitFor()
    const { name: kept, content } = await storedPhoto(who, no)
    expect(kept).toBe(storedAs)
    expect(content.length).toBeLessThan(LIMIT)
    const { format, width, height, exif } = await sharp(content).metadata()
    expect({ format, width, height, exif }).toEqual({ format: 'jpeg', width: 1200, height: 2400, exif: undefined })
    expect(problems).toEqual([])
  })

  it('is told to have become smaller until it is saved, also for a picture of another kind', async () => {
    const { page } = await windows.for('juma@mazingira.example', PHONE)
    await go(page, '/pettycash/form')
    const scan = await detail(1200, 1000).png({ compressionLevel: 0 }).toBuffer()
    await page.getByLabel('Attach files').setInputFiles({ name: 'scan.png', mimeType: 'image/png', buffer: scan })
    await page.locator('[data-section="attachments"] li').filter({ hasText: 'scan.jpg' }).filter({ hasText: /Made smaller: [\d.]+ MB → [\d.]+ [kM]B\s· sent when you save/ }).waitFor()
    expect(await faultsOf(page, 'photo-made-smaller')).toEqual([])
  })

  it('that cannot be decoded is refused, once', async () => {
    const { page } = await windows.for('juma@mazingira.example', PHONE)
    await go(page, '/pettycash/form')
    await page.getByLabel('Attach files').setInputFiles({ name: 'broken.jpg', mimeType: 'image/jpeg', buffer: Buffer.alloc(LIMIT) })
    await page.getByRole('alert').filter({ hasText: 'broken.jpg: File size should be less than 2 MB!' }).waitFor()
    expect(await page.getByText('File size should be less than 2 MB!').count()).toBe(1)
  })

  it('is made smaller in the field of a record, too', async () => {
    const { page } = await windows.for('wambui@mazingira.example', DESKTOP)
    await go(page, '/records/employee/card/MRT-022')
    await page.locator('input[type=file]').first().setInputFiles({ name: 'portrait.jpg', mimeType: 'image/jpeg', buffer: await photo() })
    await page.getByText(/^Made smaller: [\d.]+ MB → [\d.]+ [kM]B$/).waitFor()
    await page.getByRole('button', { name: 'Preview portrait.jpg' }).waitFor()
  })
})
