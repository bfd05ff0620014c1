/** Who may change company: people of several, where the one they leave or the one they enter lets them. */
import type { Services } from '../services.ts'
import { letsPeopleSwitch, settingsOf } from './settings.ts'

/** Either company may allow it: who could leave one must be able to come back to it. */
export async function mayChange(services: Services, from: string, to: string): Promise<boolean> {
  return letsPeopleSwitch(await settingsOf(services, from)) || letsPeopleSwitch(await settingsOf(services, to))
}

/** Whether there is any other company that the person may change to. */
export async function canSwitch(services: Services, current: string, companies: string[]): Promise<boolean> {
  for (const other of companies) {
    if (other !== current && (await mayChange(services, current, other))) return true
  }
  return false
}
