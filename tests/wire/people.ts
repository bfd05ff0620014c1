/** The callers: by persona if the demo has one for it, otherwise by name. */
import type { Caller, TestApp } from '../http/harness.ts'
import type { Person } from '../http/machines/model.ts'
import { World } from '../http/machines/world.ts'

export const COMPANY = 'MRT'

/** The people for whom the response of every reading call is recorded. */
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

  /** Everyone who may do something in the company, those of EVERYONE first. */
  async all(): Promise<(Person & { who: string })[]> {
    const people = (await this.world.people()).map((person) => ({ ...person, who: whoIs(person.email) }))
    const place = ({ who }: { who: string }): number => (EVERYONE.indexOf(who) + 1) || EVERYONE.length + 1
    return people.sort((a, b) => place(a) - place(b) || a.who.localeCompare(b.who))
  }
}

const emailOf = (who: string): string => `${PERSONAS[who] ?? who}@mazingira.example`

/** The name by which the person is recorded. */
export function whoIs(email: string): string {
  const name = email.split('@')[0] ?? ''
  return EVERYONE.find((who) => PERSONAS[who] === name) ?? name
}
