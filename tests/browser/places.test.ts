import { afterAll, describe, expect, it } from 'vitest'
import type { Page } from 'playwright-core'
import { startPlacesServer, type PlacesServer } from '../servers/places.ts'
import { accessibilityProblems, comeToRest, scrollsSideways, takePicture, go } from './harness.ts'
import { act, choose, dateAhead, field, seeState, seeToast } from './steps.ts'
import { startWindows } from './windows.ts'

const TOWN = 'Kapedo'
const place = (town: string): object => ({ display_name: `${town}, Baringo County, Kenya`, address: { county: 'Baringo County', country: 'Kenya', country_code: 'ke' } })

describe('where a person is', () => {
  const windows = startWindows()

  it('their device says once they press the button, and the request keeps it; without consent they go on', async () => {
    const { page } = await windows.for('wanjiku@mazingira.example')
    await go(page, '/attendance/requests')
    await page.getByRole('link', { name: 'Create Request' }).first().click()
    await page.getByRole('dialog', { name: 'Attendance Request' }).waitFor()
    const [ask, remove] = [page.getByRole('button', { name: 'Add where I am: Position' }), page.getByRole('button', { name: 'Remove: Position' })]
    await page.context().grantPermissions([])
    await ask.click()
    await page.getByText('Your browser did not give the position.').waitFor()
    await page.context().grantPermissions(['geolocation'])
    await page.context().setGeolocation({ latitude: -1.2864, longitude: 36.8172, accuracy: 15 })
    await ask.click()
    await page.getByText('1.28640° S, 36.81720° E (within 15 m)').waitFor()
    await remove.click()
    await ask.click()
    await field(page, 'Location').fill('At home')
    await field(page, 'Reason').fill('The clock was broken')
    expect(await accessibilityProblems(page)).toEqual([])
    await takePicture(page, 'attendance-position')
    await act(page, 'Save')
    await page.reload()
    await page.getByText('1.28640° S, 36.81720° E (within 15 m)').waitFor()
  })
})

/** Options of an imprest that are not records: towns from an external service, and texts from the settings. */
describe('choices of an imprest', () => {
  let places: PlacesServer
  const windows = startWindows(async () => {
    places = await startPlacesServer()
    return { SERVICE_PLACES_URL: `${places.url}/search?q={search}` }
  })
  afterAll(() => places.stop())

  const begin = async (type: string): Promise<Page> => {
    const { page } = await windows.for('wanjiku@mazingira.example')
    await go(page, '/imprest/card')
    await choose(page, 'Imprest type', type)
    return page
  }

  it('a town without a record is found by the external service, chosen and saved, and is then offered without that service', async () => {
    const page = await begin('Travel')
    places.answer = { [TOWN]: [place(TOWN)] }
    await field(page, 'Purpose').fill('Springs')
    await field(page, 'Purpose/Objective/Deliverables').fill('Survey of the hot springs')
    await choose(page, 'Type', 'Local')
    await choose(page, 'From', 'Nairobi')
    await field(page, 'To').fill(TOWN)
    const option = page.getByRole('option', { name: `${TOWN}, Baringo` })
    await option.waitFor()
    expect(await scrollsSideways(page)).toBe(false)
    expect(await accessibilityProblems(page)).toEqual([])
    await takePicture(page, 'places-found')
    // A picture of the whole page resizes a phone's window, which closes the list.
    await field(page, 'To').fill('')
    await field(page, 'To').fill(TOWN)
    await option.click()
    await expect.poll(() => field(page, 'To').inputValue()).toBe(`${TOWN}, Baringo`)

    places.answer = 500
    await field(page, 'From').fill(TOWN)
    await page.getByRole('option', { name: `${TOWN}, Baringo` }).waitFor()
    await page.keyboard.press('Escape')
    await choose(page, 'Speed key', 'Climate work in Turkana')
    await dateAhead(page, 'Start Date', 6)
    await dateAhead(page, 'End Date', 9)
    await act(page, 'Save')
    await seeToast(page, /created/)
    await seeState(page, 'Open')
    await expect.poll(() => field(page, 'To').inputValue()).toBe(`${TOWN}, Baringo`)
  })

  it('a late response about a chosen town does not replace the town chosen after it', async () => {
    const page = await begin('Travel')
    const late = 'Lokichar'
    places.answer = { [late]: [place(late)] }
    let release = (): void => undefined
    const held = new Promise<void>((resolve) => { release = resolve })
    await page.route('**/suggestions', async (route) => {
      if (route.request().method() === 'POST') await held
      await route.continue()
    })
    await field(page, 'To').fill(late)
    const asked = page.waitForRequest((request) => request.method() === 'POST' && request.url().endsWith('/suggestions'))
    await page.getByRole('option', { name: `${late}, Baringo` }).click()
    const request = await asked
    await field(page, 'To').fill('Nairobi')
    await page.getByRole('option', { name: 'Nairobi' }).first().click()
    const chosen = await field(page, 'To').inputValue()
    expect(chosen).toContain('Nairobi')
    release()
    expect((await request.response())?.ok()).toBe(true)
    await comeToRest(page)
    expect(await field(page, 'To').inputValue()).toBe(chosen)
  })

  it('a training has a field for its method, which offers the methods from the settings', async () => {
    const page = await begin('Training')
    await field(page, 'Method Of Training').and(page.locator('[aria-expanded]')).click()
    const options = page.getByRole('option')
    await options.first().waitFor()
    await expect.poll(() => options.allTextContents()).toEqual(['Virtual', 'Physical', 'Hybrid'])
    await options.filter({ hasText: 'Physical' }).click()
    await expect.poll(() => field(page, 'Method Of Training').inputValue()).toBe('Physical')
    await takePicture(page, 'imprest-method')
  })
})
