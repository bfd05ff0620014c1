/** The engines for one state of manifests and overlays: one for all people who see the same, created on first use. */
import { LRUCache } from 'lru-cache'
import { requestedTypes, runToCompletion, identityOf, overlaysOf, resolvingForScope } from '../../core/index.ts'
import type { Actor, Engine, EngineMaker, LoadedBase, LoadedOverlay, ManifestIssue, Pieces, Scope } from '../../core/index.ts'
import { redactingManifests } from '../portal/manifests-for.ts'

export interface EngineSetOptions {
  base: LoadedBase
  maker: EngineMaker
  /** Overlays from files and published ones. */
  overlays: readonly LoadedOverlay[]
  client: string | undefined
  /** Called with the overlay operations that cannot be applied for a scope. */
  onConflicts: (conflicts: readonly ManifestIssue[]) => void
}

type Person = Pick<Actor, 'company' | 'roles'> & { id?: string }

/** Most scopes kept, least recently used evicted first: people of one company with the same roles share one. */
const MAX_SCOPES = 500
/** Most people remembered, most recent kept, so that their engines are ready before one set replaces another. */
const MAX_PEOPLE = 1_000

/** Immutable apart from its caches: a change creates a new set, which takes over the engines that stay the same. */
export class EngineSet {
  readonly #options: EngineSetOptions
  readonly #byScope = new LRUCache<string, Engine>({ max: MAX_SCOPES })
  /** By the overlays chosen for a scope: an overlay that is unchanged is the same object, one that is read again is a new one. */
  readonly #byOverlays = new LRUCache<string, Engine>({ max: MAX_SCOPES })
  /** In order of last use, most recent last. */
  readonly #people = new Map<string, Person>()

  constructor(options: EngineSetOptions) {
    this.#options = options
  }

  /** The engine without company, role or user overlays. */
  base(): Engine { return this.#byScope.get('') ?? runToCompletion(this.#making('', {})) }

  /** The engine for the person's overlay layers. */
  forActor(person: Person): Engine {
    this.#remember(person)
    const { key, scope } = this.#scopeOf(person)
    return this.#byScope.get(key) ?? runToCompletion(this.#making(key, scope))
  }

  /** Adds the client this server runs for to the scope. */
  whole(scope: Scope): Scope {
    const { client } = this.#options
    return client === undefined ? scope : { client, ...scope }
  }

  /**
   * Creates the engines of everyone the previous set has seen, with the types and manifests requested from them there, so that nobody has
   * to wait for them when this set replaces it. Includes people who arrive meanwhile.
   */
  * preparing(before: EngineSet): Pieces<void> {
    yield* this.#takingOver(before.base(), yield* this.#making('', {}, before), [])
    const ready = new Set<string>()
    for (const [name, person] of before.#people) {
      // A person who makes another request is moved to the end and met again.
      if (ready.has(name)) continue
      ready.add(name)
      this.#remember(person)
      const { key, scope } = this.#scopeOf(person)
      const engine = yield* this.#making(key, scope, before)
      const old = before.#known(person)
      if (old !== undefined) yield* this.#takingOver(old, engine, person.roles)
      yield
    }
  }

  /** Prepares in an engine everything that was requested from the one it replaces. */
  * #takingOver(before: Engine, engine: Engine, roles: readonly string[]): Pieces<void> {
    if (engine === before) return
    for (const id of requestedTypes(before)) {
      if (engine.has(id)) engine.type(id)
      yield
    }
    yield* redactingManifests(engine, before, roles)
  }

  #remember(person: Person): void {
    const name = `${person.company} ${person.id ?? person.roles.join()}`
    this.#people.delete(name)
    this.#people.set(name, person)
    const [first] = this.#people.keys()
    if (first !== undefined && this.#people.size > MAX_PEOPLE) this.#people.delete(first)
  }

  /** The engine for the person's layers, if it already exists. */
  #known(person: Person): Engine | undefined { return this.#byScope.peek(this.#scopeOf(person).key) }

  /** People of one company with the same roles share an engine; only people with an overlay of their own have a separate one. */
  #scopeOf({ company, roles, id }: Person): { key: string; scope: Scope } {
    const { overlays } = this.#options
    if (!overlays.some((overlay) => concerns(overlay, company, roles, id))) return { key: '', scope: {} }
    const names = [...roles].sort()
    const user = id !== undefined && overlays.some(({ layer, name }) => layer === 'user' && name === id) ? id : undefined
    return { key: [company, user ?? '', ...names].join('\u0000'), scope: { company, roles: names, ...(user !== undefined && { user }) } }
  }

  * #making(key: string, scope: Scope, before?: EngineSet): Pieces<Engine> {
    const { base, maker, overlays, onConflicts } = this.#options
    const whole = this.whole(scope)
    const chosen = overlaysOf(whole, overlays).map(identityOf).join()
    let engine = this.#byOverlays.get(chosen) ?? before?.engineOver(base, chosen)
    if (engine === undefined) {
      const { catalogue, conflicts } = yield* resolvingForScope(base, whole, overlays)
      onConflicts(conflicts)
      engine = maker.engineOf(catalogue)
    }
    this.#byOverlays.set(chosen, engine)
    this.#byScope.set(key, engine)
    return engine
  }

  /** The engine for these overlays, if there is one and it is built on this base. */
  engineOver(base: LoadedBase, chosen: string): Engine | undefined {
    return base === this.#options.base ? this.#byOverlays.get(chosen) : undefined
  }
}

function concerns({ layer, name }: LoadedOverlay, company: string, roles: string[], user: string | undefined): boolean {
  if (layer === 'company') return name === company
  return layer === 'role' ? roles.includes(name) : layer === 'user' && name === user
}
