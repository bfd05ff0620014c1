/** User actions on the screen, by visible labels, roles and texts. */
import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import { comeToRest } from './harness.ts'
import { typedDayAhead } from './people.ts'

/** The control with this caption, whatever its kind. */
export function field(scope: Page | Locator, label: string): Locator {
  // A field of the header comes before one of the same name in a line.
  return scope.getByRole('textbox', { name: label, exact: true }).or(scope.getByRole('combobox', { name: label, exact: true })).first()
}

/** Chooses an option of a select, by typing part of it if it is searchable. */
export async function choose(scope: Page | Locator, label: string, option: string): Promise<void> {
  const page = 'page' in scope ? scope.page() : scope
  // Its code and options may still be loading, and the fallback is replaced.
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

/** Presses an action of the document, in the bar or, on a phone, in its menu. */
export async function act(page: Page, action: string): Promise<void> {
  const bar = page.getByRole('toolbar', { name: /Actions|Decision/ })
  const button = bar.getByRole('button', { name: action, exact: true })
  await bar.getByRole('button').first().waitFor()
  // By now its place in the bar or menu is settled, and no action of the previous state is left.
  await comeToRest(page)
  await passOverToasts(page)
  if (await button.isVisible()) return button.click()
  await bar.getByRole('button', { name: /^More/ }).click()
  await page.getByRole('menuitem', { name: action, exact: true }).click()
}

/** Chooses an entry of the menu of a list's row. */
export async function actOnRow(page: Page, key: string, entry: string): Promise<void> {
  await page.getByRole('button', { name: `Actions for ${key}` }).click()
  await page.getByRole('menuitem', { name: entry, exact: true }).click()
}

/** Answers the question on screen. */
export async function answer(page: Page, question: string | RegExp, button: string): Promise<void> {
  const dialog = page.getByRole('dialog').filter({ hasText: question })
  await passOverToasts(page)
  await dialog.getByRole('button', { name: button, exact: true }).click()
  await dialog.waitFor({ state: 'hidden' })
}

const TOAST = '.mantine-Notification-root'

/** Marks the current toasts as seen: they do not report on later actions. */
async function passOverToasts(page: Page): Promise<void> {
  await page.locator(TOAST).evaluateAll((toasts) => { for (const one of toasts) one.setAttribute('data-seen', '') })
}

/** Waits for a toast with this text that was not on screen at the last action, answer or toast waited for. */
export async function seeToast(page: Page, text: string | RegExp): Promise<void> {
  await page.locator(`${TOAST}:not([data-seen])`).filter({ hasText: text }).first().waitFor()
  await passOverToasts(page)
}

/** Waits until the card's badge shows this state. */
export async function seeState(page: Page, state: string): Promise<void> {
  await page.locator('[data-screen] h1').locator('..').getByText(state, { exact: true }).waitFor()
}

/** Types the day `daysAhead` days from today into a date field, once it is editable. */
export async function dateAhead(page: Page, label: string, daysAhead: number): Promise<void> {
  await expect.poll(async () => field(page, label).isEditable()).toBe(true)
  await field(page, label).fill(typedDayAhead(daysAhead))
  await field(page, label).blur()
}
