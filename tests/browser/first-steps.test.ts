import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Browser } from 'playwright-core'
import { DESKTOP, PHONE, openPortal, scrollsSideways, signIn, startChromium, startPortal, takePicture, type Portal } from './harness.ts'

let portal: Portal
let browser: Browser
beforeAll(async () => {
  portal = await startPortal({ DEMO: '1' })
  browser = await startChromium()
}, 180_000)
afterAll(async () => {
  await browser?.close()
  await portal?.stop()
})

describe.each([['desktop', DESKTOP], ['phone', PHONE]] as const)('on a %s', (name, viewport) => {
  it('an employee signs in, finds their requests and opens a new one', async () => {
    const { page, context, problems } = await openPortal(browser, portal, viewport)
    await signIn(page, 'wanjiku@mazingira.example')
    await page.goto('/pettycash/list')
    await page.getByRole('heading', { name: 'My Petty Cash Requests' }).waitFor()
    expect(await scrollsSideways(page)).toBe(false)
    await takePicture(page, `list-${name}`)
    await page.goto('/pettycash/form')
    await page.getByRole('button', { name: 'Send For Approval' }).waitFor()
    await page.getByRole('heading', { name: 'Expense lines' }).waitFor()
    expect(await scrollsSideways(page)).toBe(false)
    await takePicture(page, `card-${name}`)
    expect(problems).toEqual([])
    await context.close()
  })
})
