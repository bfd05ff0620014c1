/** States as calls and reporting views tell them: several may be told as one (`wire` of a state). */
import type { ResolvedDocumentType, ResolvedState } from '../manifest/resolve/resolved.ts'

type WithStates = Pick<ResolvedDocumentType, 'states' | 'stateField'>

/** What the state field tells of a state; of one that there is no longer, its name, as it was told then. */
export function toldState({ states, stateField }: WithStates, state: string): string {
  return (Object.hasOwn(states, state) ? states[state]?.wire?.[stateField] : undefined) ?? state
}

/** The states that are told by a word, in their order. */
export function statesTold(manifest: WithStates, told: string): string[] {
  return Object.keys(manifest.states).filter((state) => toldState(manifest, state) === told)
}

/** A state as people see it where only what it is told as is known: of several the first; undefined for a word that no state is told by. */
export function stateToldAs(manifest: WithStates, told: string): ResolvedState | undefined {
  const [state] = statesTold(manifest, told)
  return state === undefined ? undefined : manifest.states[state]
}

/** Every word by which a state is told, each once. */
export function toldStates(manifest: WithStates): string[] {
  return [...new Set(Object.keys(manifest.states).map((state) => toldState(manifest, state)))]
}

/** The states that a list of a manifest means: those that are there, and by what several are told as, all of these. */
export function statesMeant(manifest: WithStates, names: readonly string[]): string[] {
  return [...new Set(names.flatMap((name) => {
    const told = Object.hasOwn(manifest.states, name) ? [] : statesTold(manifest, name)
    return told.length === 0 ? [name] : told
  }))]
}

/** Whether records tell more states apart than the status does, and so say theirs beside it. */
export function tellsStates({ states }: Pick<WithStates, 'states'>): boolean {
  return Object.values(states).some(({ wire }) => wire !== undefined)
}
