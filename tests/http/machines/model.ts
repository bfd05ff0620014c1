/**
 * A state machine as a reader of its manifest understands it, as short as possible and without the engine: the state of a document, who may
 * move it, whose turn it is in a round of approval.
 */
import type { ResolvedAction, ResolvedApproval, ResolvedDocumentType, Target } from '../../../src/core/index.ts'

export interface Person { email: string; employee: string | undefined; /** The number by which entries refer to the person: administrators may have no employee number. */ number: string; roles: ReadonlySet<string>; /** On whose behalf they decide. */ delegateOf: ReadonlySet<string> }
export interface Entry { no: number; step: string; sequence: number; approver: string; status: string; /** The original approver. */ first: string }

export const DECISIONS = ['approve', 'reject', 'return', 'delegate']
const UNDECIDED = ['Created', 'Open']

export class Model {
  readonly type: ResolvedDocumentType
  owner: string | undefined
  state: string
  rev: number
  events: number
  isGone = false
  /** The entries of all rounds. */
  entries: Entry[] = []
  /** The approval of the current round. */
  round: ResolvedApproval | undefined
  private firstOfRound = 0

  constructor(type: ResolvedDocumentType, at: { owner: string | undefined; state: string; rev: number; events: number }) {
    this.type = type
    this.owner = at.owner
    this.state = at.state
    this.rev = at.rev
    this.events = at.events
  }

  /** The entry that the person may decide now. */
  turnOf({ number, delegateOf }: Person): Entry | undefined {
    if (number === this.owner) return undefined
    const open = this.entries.filter((entry) => entry.status === 'Open')
    return open.find((entry) => entry.approver === number) ?? open.find((entry) => delegateOf.has(entry.approver))
  }

  may(person: Person, id: string): boolean {
    const action = this.type.actions[id]
    if (this.isGone || action === undefined || !action.from.includes(this.state)) return false
    if (DECISIONS.includes(id)) return this.turnOf(person) !== undefined
    return action.who.some((who) => {
      if (who === 'owner') return person.employee !== undefined && person.employee === this.owner
      if (who === 'approver') return this.turnOf(person) !== undefined
      return person.roles.has(who)
    })
  }

  /** Whether the person sees the document; undefined if only the engine can tell. */
  sees(person: Person): boolean | undefined {
    const { permissions, key, owner } = this.type
    const grants = Object.values(permissions).filter((one) => one.can.includes('get') && (person.roles.has(one.role) || one.role === 'everyone'))
    const answers = grants.map(({ rows }): boolean | undefined => {
      if (rows === 'true') return true
      if (rows === `doc.${key} in user.assigned`) return this.isNamed(person)
      return rows === `doc.${owner ?? ''} == user.employee` ? person.employee !== undefined && person.employee === this.owner : undefined
    })
    if (answers.includes(true)) return true
    return answers.includes(undefined) ? undefined : false
  }

  /** Whether an entry is or originally was theirs, or they decide it today as a delegate. */
  isNamed({ number, delegateOf }: Person): boolean {
    return this.entries.some((entry) => [entry.approver, entry.first].includes(number) || (entry.status === 'Open' && number !== this.owner && delegateOf.has(entry.approver)))
  }

  /** Records that the action was done; `opened` are the entries that it created, `entry` the one that was decided. */
  apply(id: string, given: { person: Person; opened: Entry[]; entry?: Entry; to?: string; /** The resulting state, which resolves a choice of targets. */ found: string | undefined }): void {
    const action = this.type.actions[id]
    if (action === undefined) throw new Error(`There is no action ${id}.`)
    this.events += 1
    if (action.deletes) {
      this.isGone = true
      return
    }
    this.rev += 1
    if (DECISIONS.includes(id)) return this.decide(id, given)
    if (action.endsApproval) this.endRound()
    const target = action.toFrom?.[this.state] ?? action.to ?? this.state
    this.state = oneOf(action.startsApproval ? this.begin(action, given.opened, target) : target, given.found)
  }

  private begin(action: ResolvedAction, opened: Entry[], target: Target): Target {
    this.round = action.starts === undefined ? this.type.approval : this.type.approvals[action.starts]
    this.entries.push(...opened.map((entry) => ({ ...entry })))
    this.firstOfRound = opened[0]?.no ?? 0
    return opened.length === 0 ? (this.round?.approved ?? target) : target
  }

  private decide(id: string, { person, entry, to, found }: { person: Person; entry?: Entry; to?: string; found: string | undefined }): void {
    const mine = this.entries.find(({ no }) => no === entry?.no)
    if (mine === undefined || this.round === undefined) throw new Error(`${id} was done without an entry.`)
    if (id === 'delegate') {
      mine.approver = to ?? ''
      return
    }
    mine.approver = person.number
    mine.status = id === 'approve' ? 'Approved' : 'Rejected'
    if (id === 'approve') return this.goOn(mine, found)
    this.endRound()
    this.state = oneOf((id === 'reject' ? this.round.rejected : this.round.returned) ?? this.state, found)
  }

  private goOn({ sequence, step }: Entry, found: string | undefined): void {
    const beside = this.entries.filter((one) => one.sequence === sequence && one.step === step && one.no >= this.firstOfRound)
    const said = this.round?.steps.find((one) => one.id === step)
    const needed = Math.min(said?.quorum ?? (said?.mode === 'all' ? beside.length : 1), beside.length)
    if (beside.filter((one) => one.status === 'Approved').length >= needed) for (const one of beside) if (UNDECIDED.includes(one.status)) one.status = 'Canceled'
    const open = this.entries.filter((one) => UNDECIDED.includes(one.status))
    if (open.some((one) => one.status === 'Open')) return
    const next = Math.min(...open.map((one) => one.sequence))
    for (const one of open) if (one.sequence === next) one.status = 'Open'
    if (open.length === 0) this.state = oneOf(this.round?.approved ?? this.state, found)
  }

  private endRound(): void {
    for (const entry of this.entries) if (UNDECIDED.includes(entry.status)) entry.status = 'Canceled'
  }
}

/** If there are several targets, the one that was found, if it is among them: only the engine can tell which condition holds. */
function oneOf(target: Target, found: string | undefined): string {
  if (typeof target === 'string') return target
  return target.find(({ to }) => to === found)?.to ?? target.map(({ to }) => to).join(' or ')
}
