/** Of which document type and for whom an overlay is, and in whose place it may be put. */
import { isObject, presentId, scopeOf } from '../../core/index.ts'
import type { Catalogue, FieldIssue, JsonObject, Layer, Scope } from '../../core/index.ts'
import { AppError } from '../errors.ts'
import type { Services, Session } from '../services.ts'
import type { StoredOverlay } from '../store/overlays.ts'
import { checkScope, isOurs, isSeen, titleOfType, whomOf, type Reach } from './overlay-scope.ts'
import { actorOf } from '../sign-in/establish-session.ts'
import { recipientsOf } from '../store/recipients.ts'
import { findUserById } from '../store/users.ts'

export interface Place { type: string; layer: Layer; name: string }

const LAYERS: readonly string[] = ['client', 'company', 'role', 'user'] satisfies Layer[]
const isLayer = (name: string): name is Layer => LAYERS.includes(name)

/** The type and the one scope that an overlay names; undefined where it does not, which the check of its structure reports. */
export function readPlace(overlay: JsonObject, reach: Reach): { place: Place | undefined; issues: FieldIssue[] } {
  const { extends: base, scope } = overlay
  const type = isObject(base) ? base['id'] : undefined
  const [[layer, name] = ['', null], ...more] = isObject(scope) ? Object.entries(scope) : []
  if (typeof type !== 'string' || more.length > 0 || typeof name !== 'string' || !isLayer(layer)) return { place: undefined, issues: [] }
  const misnamed = checkScope(reach, layer, name)
  return { place: { type, layer, name }, issues: misnamed === undefined ? [] : [misnamed] }
}

/** As it is stored: `company:MRT`. */
export const scopeText = ({ layer, name }: Place): string => `${layer}:${name}`

/** Whose portal it changes: a person's with all that they are, a role's in the company of the session. */
export async function scopeOfPlace(services: Services, { company }: Session, place: Place): Promise<Scope> {
  return place.layer === 'user' ? scopeOfPerson(services, place.name) : { company: company.code, ...scopeOf(place) }
}

/** The overlay when it is there and theirs to change; otherwise throws AppError, `gone` when they see none. */
export function ours(reach: Reach, row: StoredOverlay | undefined, gone: 'stale' | 'not-found'): StoredOverlay {
  if (row === undefined || !isSeen(reach, row.scope)) throw new AppError(gone)
  if (!isOurs(reach, row.scope)) throw new AppError('overlay-of-all-companies')
  return row
}

/** What is wrong with putting one at the place instead of another: only what says the same of the same ones is replaced, so that nothing else goes unseen. */
export function checkReplaced(catalogue: Catalogue, reach: Reach, replaced: StoredOverlay, place: Place): FieldIssue[] {
  const wrong = (path: string, name: string): FieldIssue => ({
    path, rule: 'replaces', severity: 'error', message: `The overlay in whose place this is put is ${name}. Withdraw that one and publish this by itself.`,
  })
  return [
    ...(presentId(catalogue, replaced.type) === presentId(catalogue, place.type) ? [] : [wrong('extends.id', `of ${titleOfType(catalogue, replaced.type)}`)]),
    ...(replaced.scope === scopeText(place) ? [] : [wrong('scope', `for ${whomOf(reach, replaced.scope)}`)]),
  ]
}

/** Whose layers a person gets when they sign in: their company (the one to which they sign in, unless another is named), all that they are in it, and their own. */
export async function scopeOfPerson({ database, engines, clock }: Pick<Services, 'database' | 'engines' | 'clock'>, id: string, company?: string): Promise<Required<Omit<Scope, 'client'>>> {
  const code = company ?? (await findUserById(database.kysely, id))?.default_company
  const [person] = code === undefined ? [] : await recipientsOf(database.kysely, code, engines.base().catalogue.organisation, [id], clock.now())
  if (code === undefined || person === undefined) throw new AppError('not-found')
  return { company: code, roles: actorOf({ ...person, company: { code } }, clock.now().toISOString().slice(0, 10)).roles, user: id }
}
