/** Who asks. By what they are where the demo has one who stands for it, otherwise by their name. */
import type { Caller, TestApp } from '../http/harness.ts'
import type { Person } from '../http/machines/model.ts'
import { World } from '../http/machines/world.ts'

export const COMPANY = 'MRT'

/** The people whose answers are recorded of every call that reads. */
export const PERSONAS: Record<string, string> = {
  employee: 'wanjiku', approver: 'otieno', finance: 'mutua', hr: 'njeri', storekeeper: 'baraka', administrator: 'admin', unnumbered: 'visitor',
}
export const EVERYONE = Object.keys(PERSONAS)

export class People {
  readonly world: World

  constructor(test: TestApp) {
    this.world = new World(test, COMPANY)
  }

  caller(who: string): Promise<Caller> {
    return this.world.caller({ email: emailOf(who) })
  }

  /** All who might do something in the company, those of EVERYONE first. */
  async all(): Promise<(Person & { who: string })[]> {
    const people = (await this.world.people()).map((person) => ({ ...person, who: whoIs(person.email) }))
    const place = ({ who }: { who: string }): number => (EVERYONE.indexOf(who) + 1) || EVERYONE.length + 1
    return people.sort((a, b) => place(a) - place(b) || a.who.localeCompare(b.who))
  }
}

const emailOf = (who: string): string => `${PERSONAS[who] ?? who}@mazingira.example`

/** By what the person is known here. */
export function whoIs(email: string): string {
  const name = email.split('@')[0] ?? ''
  return EVERYONE.find((who) => PERSONAS[who] === name) ?? name
}
