/** A person's picture, from the card of their employee record to the top bar. */
import sharp from 'sharp'
import { expect, it } from 'vitest'
import { DESKTOP, PHONE, faultsOf, go, takePicture } from './harness.ts'
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
  expect(problems).toEqual([])
})
