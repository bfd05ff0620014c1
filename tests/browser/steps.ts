/** What people do at the screen, said by what they see: labels, roles and texts. */
import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import { comeToRest } from './harness.ts'
import { typedDayAhead } from './people.ts'

/** The control with this caption, whatever kind it is. */
export function field(scope: Page | Locator, label: string): Locator {
  return scope.getByRole('textbox', { name: label, exact: true }).or(scope.getByRole('combobox', { name: label, exact: true }))
}

/** Chooses an option of a select, by typing part of it where it can be searched. */
export async function choose(scope: Page | Locator, label: string, option: string): Promise<void> {
  const page = 'page' in scope ? scope.page() : scope
  // Its code and its options may still be on their way, and the fallback goes.
  await comeToRest(page)
  // The first click turns a resting cell of the line table into its editor.
  await field(scope, label).click()
  if (await field(scope, label).isEditable()) await field(scope, label).fill(option)
  await page.getByRole('option', { name: option }).first().click()
}

/** A line of a document: a row on a wide screen, a card with its fields on a phone. */
export function lineOf(page: Page, number: number): { type(label: string, text: string): Promise<void>; choose(label: string, option: string): Promise<void>; field(label: string): Locator } {
  const isPhone = (page.viewportSize()?.width ?? 0) < 768
  const scope = isPhone ? page.getByRole('region', { name: `Line ${number}`, exact: true }) : page
  const named = (label: string): string => (isPhone ? label : `${label}, line ${number}`)
  return {
    field: (label) => field(scope, named(label)),
    choose: (label, option) => choose(scope, named(label), option),
    async type(label, text) {
      await field(scope, named(label)).click()
      await field(scope, named(label)).fill(text)
      await field(scope, named(label)).blur()
    },
  }
}

/** Presses an action of the document, from the bar or, on a phone, from its menu. */
export async function act(page: Page, action: string): Promise<void> {
  const bar = page.getByRole('toolbar', { name: /Actions|Decision/ })
  const button = bar.getByRole('button', { name: action, exact: true })
  await bar.getByRole('button').first().waitFor()
  // Whether it stands in the bar or in its menu is settled, and no action of the state before is left.
  await comeToRest(page)
  await passOverToasts(page)
  if (await button.isVisible()) return button.click()
  await bar.getByRole('button', { name: /^More/ }).click()
  await page.getByRole('menuitem', { name: action, exact: true }).click()
}

/** Answers the question on screen. */
export async function answer(page: Page, question: string | RegExp, button: string): Promise<void> {
  const dialog = page.getByRole('dialog').filter({ hasText: question })
  await passOverToasts(page)
  await dialog.getByRole('button', { name: button, exact: true }).click()
  await dialog.waitFor({ state: 'hidden' })
}

const TOAST = '.mantine-Notification-root'

/** Whatever is told up to now answers nothing that is done from here on. */
async function passOverToasts(page: Page): Promise<void> {
  await page.locator(TOAST).evaluateAll((toasts) => { for (const one of toasts) one.setAttribute('data-seen', '') })
}

/** Waits for a toast with this text that was not on screen at the last action, answer or toast waited for. */
export async function seeToast(page: Page, text: string | RegExp): Promise<void> {
  await page.locator(`${TOAST}:not([data-seen])`).filter({ hasText: text }).first().waitFor()
  await passOverToasts(page)
}

/** The state that the card's badge shows. */
export async function seeState(page: Page, state: string): Promise<void> {
  await page.locator('[data-screen] h1').locator('..').getByText(state, { exact: true }).waitFor()
}

/** Types a day so many days from today into a date field, once it may be changed. */
export async function dateAhead(page: Page, label: string, daysAhead: number): Promise<void> {
  await expect.poll(async () => field(page, label).isEditable()).toBe(true)
  await field(page, label).fill(typedDayAhead(daysAhead))
  await field(page, label).blur()
}
