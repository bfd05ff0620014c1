/** The document type and scope that an overlay is for, which overlay it may replace, and the records that need it. */
import { isObject, parsePath, presentId, scopeOf, t } from '../../core/index.ts'
import type { Catalogue, FieldIssue, JsonObject, Layer, Scope } from '../../core/index.ts'
import { AppError } from '../errors.ts'
import type { Services, Session } from '../services.ts'
import type { Db } from '../store/connection/database.ts'
import { findInStates } from '../store/documents/documents.ts'
import { listOverlays, type StoredOverlay } from '../store/settings/overlays.ts'
import { checkScope, mayChange, isWithinReach, refuseRole, titleOfType, scopeTitle, type Reach } from './overlay-scope.ts'
import { actorOf } from '../sign-in/establish-session.ts'
import { recipientsOf } from '../store/users/recipients.ts'
import { findUserById } from '../store/users/users.ts'

export interface Place { type: string; layer: Layer; name: string }

const LAYERS: readonly string[] = ['client', 'company', 'role', 'user'] satisfies Layer[]
const isLayer = (name: string): name is Layer => LAYERS.includes(name)

/** Reads the type and the single scope that an overlay names; undefined if it does not name them, which the structure check reports. */
export function readPlace(overlay: JsonObject, reach: Reach): { place: Place | undefined; issues: FieldIssue[] } {
  const { extends: base, scope } = overlay
  const type = isObject(base) ? base['id'] : undefined
  const [[layer, name] = ['', null], ...more] = isObject(scope) ? Object.entries(scope) : []
  if (typeof type !== 'string' || more.length > 0 || typeof name !== 'string' || !isLayer(layer)) return { place: undefined, issues: [] }
  const misnamed = checkScope(reach, layer, name)
  return { place: { type, layer, name }, issues: misnamed === undefined ? [] : [misnamed] }
}

/** The stored form: `company:MRT`. */
export const scopeText = ({ layer, name }: Place): string => `${layer}:${name}`

/** The scope whose portal the overlay changes: for a person, with their roles; for a role, in the company of the session. */
export async function scopeOfPlace(services: Services, { company }: Session, place: Place): Promise<Scope> {
  return place.layer === 'user' ? scopeOfPerson(services, place.name) : { company: company.code, ...scopeOf(place) }
}

/**
 * Returns the overlay if it exists and the administrator may change it. @throws AppError with the code in `gone` if they cannot see one;
 * company-to-enter or overlay-of-all-companies if they may not change it
 */
export function requireOwnOverlay(reach: Reach, row: StoredOverlay | undefined, gone: 'stale' | 'not-found'): StoredOverlay {
  if (row === undefined || !isWithinReach(reach, row.scope)) throw new AppError(gone)
  if (!mayChange(reach, row.scope)) refuseRole(reach)
  return row
}

/** Checks that an overlay replaces only one of the same type and scope, so that no other overlay disappears unnoticed. */
export function checkReplaced(catalogue: Catalogue, reach: Reach, replaced: StoredOverlay, place: Place): FieldIssue[] {
  const wrong = (path: string, name: string): FieldIssue => ({
    path, rule: 'replaces', severity: 'error', message: t('The overlay that this one would replace is {name}. Withdraw that one and publish this by itself.', { name }),
  })
  return [
    ...(presentId(catalogue, replaced.type) === presentId(catalogue, place.type) ? [] : [wrong('extends.id', `of ${titleOfType(catalogue, replaced.type)}`)]),
    ...(replaced.scope === scopeText(place) ? [] : [wrong('scope', `for ${scopeTitle(reach, replaced.scope)}`)]),
  ]
}

/**
 * A record that would be left in no state of its type if the overlay no longer applied, or gave way to `next`; undefined if there is none.
 * Only overlays of companies add states that records can be in.
 */
export async function findStranded(db: Db, catalogue: Catalogue, row: StoredOverlay, next?: JsonObject): Promise<{ key: string; state: string } | undefined> {
  const { layer, name } = placeOf(row.scope)
  const type = catalogue.types[presentId(catalogue, row.type)]
  if (layer !== 'company' || type === undefined) return undefined
  const staying = (await listOverlays(db)).filter((other) => other.id !== row.id && other.scope === row.scope && presentId(catalogue, other.type) === type.id).map(({ overlay }) => overlay)
  if (next !== undefined) staying.push(next)
  const kept = new Set([...Object.keys(type.states), ...staying.flatMap(statesAdded)])
  return findInStates(db, { company: name, type: type.id }, statesAdded(row.overlay).filter((state) => !kept.has(state)))
}

function placeOf(scope: string): { layer: string; name: string } {
  const [layer = '', name = ''] = scope.split(/:(.*)/)
  return { layer, name }
}

function statesAdded({ operations }: JsonObject): string[] {
  return (Array.isArray(operations) ? operations : []).filter(isObject).flatMap(({ do: does, at }) => {
    const [first, state, ...inner] = (typeof at === 'string' ? parsePath(at) : undefined) ?? []
    return does === 'add' && first === 'states' && state !== undefined && inner.length === 0 ? [state] : []
  })
}

/**
 * The scope of a person when they sign in: their company (the default one, unless another is given), all their roles in it, and their own
 * layer. @throws AppError not-found
 */
export async function scopeOfPerson({ database, engines, clock }: Pick<Services, 'database' | 'engines' | 'clock'>, id: string, company?: string): Promise<Required<Omit<Scope, 'client'>>> {
  const code = company ?? (await findUserById(database.kysely, id))?.default_company
  const [person] = code === undefined ? [] : await recipientsOf(database.kysely, code, engines.base().catalogue.organisation, [id], clock.now())
  if (code === undefined || person === undefined) throw new AppError('not-found')
  return { company: code, roles: actorOf({ ...person, company: { code } }, clock.now().toISOString().slice(0, 10)).roles, user: id }
}
