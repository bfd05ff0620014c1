/** The engines over one state of manifests and overlays: one for all who see the same, made when first asked for. */
import { LRUCache } from 'lru-cache'
import { askedOf, atOnce, identityOf, overlaysOf, resolvingForScope } from '../../core/index.ts'
import type { Actor, Engine, EngineMaker, LoadedBase, LoadedOverlay, ManifestIssue, Pieces, Scope } from '../../core/index.ts'
import { redactingManifests } from '../portal/manifests-for.ts'

export interface EngineSetOptions {
  base: LoadedBase
  maker: EngineMaker
  /** Of files and those that were published. */
  overlays: readonly LoadedOverlay[]
  client: string | undefined
  /** Hears of what cannot be applied for a scope. */
  onConflicts: (conflicts: readonly ManifestIssue[]) => void
}

type Person = Pick<Actor, 'company' | 'roles'> & { id?: string }

/** Most scopes kept, those that were used last: people of one company and the same roles share one. */
const MAX_SCOPES = 500
/** Most people remembered, those who came last, so that what they need is ready before a set takes the place of another. */
const MAX_PEOPLE = 1_000

/** A state never changes: another is made, and takes over what of this one is the same. */
export class EngineSet {
  readonly #options: EngineSetOptions
  readonly #byScope = new LRUCache<string, Engine>({ max: MAX_SCOPES })
  /** By the overlays that were chosen for a scope: one that stays is the same object, one that is read again is another. */
  readonly #byOverlays = new LRUCache<string, Engine>({ max: MAX_SCOPES })
  /** Who came last stands last. */
  readonly #people = new Map<string, Person>()

  constructor(options: EngineSetOptions) {
    this.#options = options
  }

  /** The engine of nobody in particular. */
  base(): Engine { return this.#byScope.get('') ?? atOnce(this.#making('', {})) }

  /** The engine for a person's layers. */
  forActor(person: Person): Engine {
    this.#remember(person)
    const { key, scope } = this.#scopeOf(person)
    return this.#byScope.get(key) ?? atOnce(this.#making(key, scope))
  }

  /** The scope with the client that the server is run for. */
  whole(scope: Scope): Scope {
    const { client } = this.#options
    return client === undefined ? scope : { client, ...scope }
  }

  /**
   * Makes the engines of everybody who was seen by the set before, with the types and manifests that were asked of theirs there,
   * so that nobody waits for them when this set takes its place. Whoever comes meanwhile is taken along.
   */
  * preparing(before: EngineSet): Pieces<void> {
    yield* this.#takingOver(before.base(), yield* this.#making('', {}, before), [])
    const ready = new Set<string>()
    for (const [name, person] of before.#people) {
      // Whoever comes again stands last again.
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

  /** Has of an engine what was asked of the one whose place it takes. */
  * #takingOver(before: Engine, engine: Engine, roles: readonly string[]): Pieces<void> {
    if (engine === before) return
    for (const id of askedOf(before)) {
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

  /** The engine for a person's layers, if it is there already. */
  #known(person: Person): Engine | undefined { return this.#byScope.peek(this.#scopeOf(person).key) }

  /** People of one company and the same roles share an engine; only who has an overlay of their own has another. */
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

  /** The engine of so chosen overlays, if there is one and it stands on the base. */
  engineOver(base: LoadedBase, chosen: string): Engine | undefined {
    return base === this.#options.base ? this.#byOverlays.get(chosen) : undefined
  }
}

function concerns({ layer, name }: LoadedOverlay, company: string, roles: string[], user: string | undefined): boolean {
  if (layer === 'company') return name === company
  return layer === 'role' ? roles.includes(name) : layer === 'user' && name === user
}
