import { LRUCache } from 'lru-cache'
import type { ClientManifest } from '../../contract/index.ts'
import { referredTypes, runToCompletion, visibilityOf, toClientManifest, type Actor, type Engine, type Pieces, type ResolvedDocumentType } from '../../core/index.ts'
import { verbsOf } from './verbs-of.ts'

/** A manifest as sent to the portal, identified by the hash of its content, and the types that what it shows leads to. */
export interface SentManifest { hash: string; text: string; refersTo: string[] }

type SentByType = ReadonlyMap<string, SentManifest>
type Known = Engine['records']['types'][string]

/** A type's manifest redacted to one visibility, with the records of other types that the redaction depended on. */
interface RedactedManifest { visibility: string; others: Map<string, Known | undefined>; sent: SentManifest }

/** Most combinations of roles kept. There are few, since all people with the same roles share one. */
const MAX_ROLES = 500
/** By roles and hash. A portal that has just learned the hash still asks for it. */
const replaced = new LRUCache<string, SentManifest>({ max: 1_000, maxSize: 20_000_000, sizeCalculation: ({ text }) => text.length, ttl: 10 * 60_000 })
const byEngine = new WeakMap<Engine, Map<string, SentByType>>()
/** Cached by type rather than by engine: overlays leave most types of a catalogue unchanged, and those are redacted identically. */
const redactedManifests = new WeakMap<ResolvedDocumentType, RedactedManifest[]>()

/** The manifests sent to the person's portal, by type: those of types they may use in any way, redacted to what their roles see. */
export function manifestsFor(engine: Engine, actor: Pick<Actor, 'roles'>): SentByType {
  return runToCompletion(redacting(engine, actor.roles))
}

/**
 * Prepares an engine's manifests for people with these roles, if the previous engine had theirs; those that change can be fetched for ten
 * more minutes.
 */
export function* redactingManifests(engine: Engine, before: Engine, roles: readonly string[]): Pieces<void> {
  const key = keyOf(roles)
  const old = byEngine.get(before)?.get(key)
  if (old === undefined) return
  const made = yield* redacting(engine, roles)
  for (const [type, sent] of old) {
    if (made.get(type)?.hash !== sent.hash) replaced.set(`${key} ${sent.hash}`, sent)
  }
}

/** The manifest with the hash: one that is sent to the person's portal now, or was until an overlay replaced it a moment ago. */
export function manifestWithHash(engine: Engine, actor: Pick<Actor, 'roles'>, hash: string): SentManifest | undefined {
  return [...manifestsFor(engine, actor).values()].find((sent) => sent.hash === hash) ?? replaced.get(`${keyOf(actor.roles)} ${hash}`)
}

const sortedRoles = (roles: readonly string[]): string[] => [...new Set(roles)].sort()
const keyOf = (roles: readonly string[]): string => sortedRoles(roles).join('\u0000')

function* redacting(engine: Engine, assigned: readonly string[]): Pieces<SentByType> {
  const byRoles = byEngine.get(engine) ?? new Map<string, SentByType>()
  byEngine.set(engine, byRoles)
  const roles = sortedRoles(assigned)
  const key = keyOf(roles)
  const known = byRoles.get(key)
  if (known !== undefined) return known
  const made = new Map<string, SentManifest>()
  for (const type of Object.values(engine.catalogue.types)) {
    if (verbsOf(type, { roles }).length === 0) continue
    made.set(type.id, redactedManifest(engine, type, roles))
    yield
  }
  if (byRoles.size >= MAX_ROLES) byRoles.clear()
  byRoles.set(key, made)
  return made
}

function redactedManifest({ catalogue, records }: Engine, type: ResolvedDocumentType, roles: string[]): SentManifest {
  const visibility = visibilityOf(catalogue, type, roles)
  const text = JSON.stringify(visibility)
  const kept = redactedManifests.get(type) ?? []
  redactedManifests.set(type, kept)
  const known = kept.find((one) => one.visibility === text && [...one.others].every(([id, other]) => records.types[id] === other))
  if (known !== undefined) return known.sent
  const others: RedactedManifest['others'] = new Map()
  const manifest = toClientManifest(type, visibility, (id) => {
    others.set(id, records.types[id])
    return records.types[id]?.shape
  })
  const { hash, shape, lists } = manifest as unknown as ClientManifest
  const sent = { hash, text: JSON.stringify(manifest), refersTo: [...new Set([...referredTypes(shape), ...Object.values(lists).map((list) => list.of)])] }
  if (kept.length >= MAX_ROLES) kept.shift()
  kept.push({ visibility: text, others, sent })
  return sent
}
