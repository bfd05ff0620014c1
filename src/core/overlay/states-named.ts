import { isObject } from '../document/json.ts'
import type { JsonObject } from '../document/json.ts'
import { expandStates } from '../document/wire-state.ts'
import type { State } from '../manifest/language/manifest.generated.ts'
import { stateFieldOf, wireOf } from '../manifest/read/shorthand/wire-state-fields.ts'
import { mapAt } from './paths.ts'

/** The states that a list of names in a manifest stands for, before the manifest is resolved: see expandStates. */
export function statesNamed(manifest: JsonObject, names: readonly string[]): string[] {
  const stateField = stateFieldOf(manifest)
  const states = Object.fromEntries(Object.entries(mapAt(manifest, ['states'])).map(([name, state]) => [name, { wire: wireOf(isObject(state) ? (state as Pick<State, 'wire'>) : {}, stateField) }]))
  return expandStates({ states, stateField }, names)
}
