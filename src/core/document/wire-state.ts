/** States as API calls and reporting views name them: several may share one wire name (`wire` of a state). */
import { t } from '../texts.ts'
import type { ResolvedDocumentType, ResolvedState } from '../manifest/resolve/resolved.ts'

/** The names of states and what calls name them, all that most of these functions read of a type. */
interface WithWireNames { states: Record<string, Pick<ResolvedState, 'wire'>>; stateField: string }
type WithStates = Pick<ResolvedDocumentType, 'states' | 'stateField'>

/** The value of the state field on the wire; for a state that no longer exists, its name. */
export function wireState({ states, stateField }: WithWireNames, state: string): string {
  return (Object.hasOwn(states, state) ? states[state]?.wire?.[stateField] : undefined) ?? state
}

/** The states that have a wire name, in manifest order. */
export function statesOfWire(manifest: WithWireNames, wire: string): string[] {
  return Object.keys(manifest.states).filter((state) => wireState(manifest, state) === wire)
}

/** The state to show if only its wire name is known: the first of several; undefined for a name that no state has. */
export function stateOfWire(manifest: WithStates, wire: string): ResolvedState | undefined {
  const [state] = statesOfWire(manifest, wire)
  return state === undefined ? undefined : manifest.states[state]
}

/** The state of that name; for a wire name that is no state's own, the first state that has it. */
export function stateOf(manifest: WithStates, name: string): ResolvedState | undefined {
  return Object.hasOwn(manifest.states, name) ? manifest.states[name] : stateOfWire(manifest, name)
}

/** How people read a state, given by its name or its wire name; a name that no state has is unchanged. */
export function stateLabel(manifest: WithStates, name: string): string {
  const label = stateOf(manifest, name)?.label
  return label === undefined ? name : t(label)
}

/** Whether no wire name stands both for one of the states and for another that is not among them. */
export function hasWholeWireNames(manifest: WithStates, states: readonly string[]): boolean {
  return states.every((state) => statesOfWire(manifest, wireState(manifest, state)).every((other) => states.includes(other)))
}

/** All wire names, without duplicates. */
export function wireStates(manifest: WithWireNames): string[] {
  return [...new Set(Object.keys(manifest.states).map((state) => wireState(manifest, state)))]
}

/** The states that a list of names in a manifest stands for. Each name is a state, or a wire name for all states that share it. */
export function expandStates(manifest: WithWireNames, names: readonly string[]): string[] {
  return [...new Set(names.flatMap((name) => {
    const sharing = Object.hasOwn(manifest.states, name) ? [] : statesOfWire(manifest, name)
    return sharing.length === 0 ? [name] : sharing
  }))]
}

/** Whether states declare wire names, so that a record carries its state besides its status (`_state`). */
export function hasWireStates({ states }: Pick<WithWireNames, 'states'>): boolean {
  return Object.values(states).some(({ wire }) => wire !== undefined)
}
