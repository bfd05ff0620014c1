import { sightOf, toClientManifest, type Actor, type Engine, type ResolvedDocumentType, type Sight } from '../../core/index.ts'
import { verbsOf } from './verbs-of.ts'

/** A manifest as it is sent, addressed by the hash of its content. */
export interface SentManifest { hash: string; text: string }

type SentByType = ReadonlyMap<string, SentManifest>

interface Shelf {
  /** By roles: what their people get, by type. */
  byRoles: Map<string, SentByType>
  /** By type and what is cut from it. */
  cuts: Map<string, SentManifest>
}

/** Most combinations of roles kept; there are few, as everybody with the same ones shares one. */
const MOST_ROLES = 500
const shelves = new WeakMap<Engine, Shelf>()

/** The manifests that the person's portal gets, by type: those they may do anything with, cut to what their roles see. */
export function manifestsFor(engine: Engine, actor: Pick<Actor, 'roles'>): SentByType {
  const shelf = shelves.get(engine) ?? { byRoles: new Map<string, SentByType>(), cuts: new Map<string, SentManifest>() }
  shelves.set(engine, shelf)
  const roles = [...new Set(actor.roles)].sort()
  const key = roles.join('\u0000')
  const known = shelf.byRoles.get(key)
  if (known !== undefined) return known
  const { catalogue } = engine
  const theirs = Object.values(catalogue.types).filter((type) => verbsOf(type, actor).length > 0)
  const made = new Map(theirs.map((type) => [type.id, cutOf(engine, shelf, type, sightOf(catalogue, type, roles))]))
  if (shelf.byRoles.size >= MOST_ROLES) shelf.byRoles.clear()
  shelf.byRoles.set(key, made)
  return made
}

function cutOf({ catalogue }: Engine, { cuts }: Shelf, type: ResolvedDocumentType, sight: Sight): SentManifest {
  const key = JSON.stringify([type.id, sight])
  const known = cuts.get(key)
  if (known !== undefined) return known
  const manifest = toClientManifest(type, sight, (other) => catalogue.types[other]?.shape)
  const made = { hash: String(manifest['hash']), text: JSON.stringify(manifest) }
  cuts.set(key, made)
  return made
}
