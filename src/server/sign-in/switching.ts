/** Who may change company: people of several, as soon as one of these lets them. */
import type { Services } from '../services.ts'
import { letsPeopleSwitch, settingsOf } from './settings.ts'

/**
 * Whether somebody of these companies may change from any of them to any other. One company that allows it is enough for all: who
 * could leave it must be able to come back, and by way of it every other could be reached anyway.
 */
export async function maySwitch(services: Services, companies: readonly string[]): Promise<boolean> {
  if (companies.length < 2) return false
  for (const company of companies) {
    if (letsPeopleSwitch(await settingsOf(services, company))) return true
  }
  return false
}
