/** The scopes for which an administrator may publish, read and withdraw overlays: those of their own companies. */
import type { OverlayTargets } from '../../contract/index.ts'
import { nearest, presentId, t } from '../../core/index.ts'
import type { Catalogue, FieldIssue, Scope } from '../../core/index.ts'
import { AppError } from '../errors.ts'
import type { Services, Session } from '../services.ts'
import { administeredBy, refuseToEnter, type Administered } from '../sign-in/rights-in-reach.ts'
import { allCompanies } from '../store/settings/companies.ts'
import { listUsersOf, type User } from '../store/users/users.ts'

/** Layers whose overlays every administrator sees, because they also apply to people in that administrator's companies. */
const SEEN_BY_ALL: readonly string[] = ['role', 'client']
/** The most people offered at once. */
const MAX_OFFERED = 20

/** What an administrator is responsible for. */
export interface Reach extends Administered {
  hasAll: boolean
  /** The display names of all companies, by code. */
  companyNames: Map<string, string>
  /** Every existing company and role, whether the administrator's or not. */
  known: { companies: string[]; roles: string[] }
  /** People who belong only to the administrator's companies, by id. */
  people: Map<string, Pick<User, 'email' | 'name' | 'companies' | 'active'>>
}

/** The companies that the administrator manages, and the people who belong only to these. */
export async function reachOf(services: Services, session: Session): Promise<Reach> {
  const { database, engines } = services
  const { companies, toEnter } = await administeredBy(services, session)
  const all = await allCompanies(database.kysely)
  const known = all.map(({ code }) => code)
  const people = (await listUsersOf(database.kysely, companies)).filter((one) => one.companies.every((code) => companies.includes(code)))
  return {
    companies, toEnter, companyNames: new Map(all.map(({ code, display_name: name }) => [code, name])), hasAll: known.every((code) => companies.includes(code)),
    known: { companies: known, roles: Object.keys(engines.base().catalogue.roles) },
    people: new Map(people.map(({ id, ...one }) => [id, one])),
  }
}

/** Validates the name of a scope; undefined if it exists. @throws AppError if it is outside the administrator's reach */
export function checkScope(reach: Reach, layer: string, name: string): FieldIssue | undefined {
  switch (layer) {
    case 'company': {
      if (!reach.known.companies.includes(name)) return unknown(layer, t('There is no company "{name}".', { name }), nearest(name, reach.known.companies))
      refuseToEnter(reach, [name])
      if (!reach.companies.includes(name)) throw new AppError('company-not-yours')
      return undefined
    }
    case 'role': {
      if (!reach.known.roles.includes(name)) return unknown(layer, t('There is no role "{name}".', { name }), nearest(name, reach.known.roles))
      if (!reach.hasAll) refuseRole(reach)
      return undefined
    }
    case 'user': return reach.people.has(name) ? undefined : unknown(layer, t('There is no person "{name}" in your companies.', { name }), nearestPerson(reach, name))
    default: return { path: `scope.${layer}`, rule: 'scope', severity: 'error', message: t('An overlay for a client is a file of its modules and is not published.') }
  }
}

/** @throws AppError company-to-enter or overlay-of-all-companies */
export function refuseRole(reach: Reach): never {
  refuseToEnter(reach, reach.known.companies)
  throw new AppError('overlay-of-all-companies')
}

/** Whether overlays for roles are theirs to publish, perhaps after entering another of their companies. */
export function mayAddressRoles({ companies, toEnter, known }: Reach): boolean {
  return known.companies.every((code) => companies.includes(code) || toEnter.includes(code))
}

/** Whether the administrator may see a published overlay: it applies to people in their reach. */
export function isWithinReach(reach: Reach, scope: string): boolean {
  const [layer, name] = partsOf(scope)
  if (SEEN_BY_ALL.includes(layer)) return true
  return layer === 'company' ? reach.companies.includes(name) : reach.people.has(name)
}

/** The same condition for many overlays, as the store takes it. */
export function scopesInReach({ companies, people }: Reach): { layers: readonly string[]; scopes: string[] } {
  return { layers: SEEN_BY_ALL, scopes: [...companies.map((code) => `company:${code}`), ...[...people.keys()].map((id) => `user:${id}`)] }
}

/**
 * The first people by name within the administrator's reach whose name, e-mail or id contains the search words. People who cannot sign in
 * are left out.
 */
export function peopleOffered({ people }: Reach, search: string): OverlayTargets['people'] {
  return [...people].filter(([id, { name, email, active }]) => active && containsWords(`${name} (${email}) ${id}`, search))
    .map(([id, { name, email }]) => ({ id, name, email })).sort((a, b) => a.name.localeCompare(b.name)).slice(0, MAX_OFFERED)
}

/**
 * Whether the administrator may change and withdraw an overlay that they see. One for a role requires all companies, because it also
 * applies in companies of others.
 */
export function mayChange(reach: Reach, scope: string): boolean {
  const [layer] = partsOf(scope)
  return layer === 'company' || layer === 'user' || reach.hasAll
}

/** The display name of a scope's target. */
export function scopeTitle({ companyNames, people }: Reach, scope: string): string {
  const [layer, name] = partsOf(scope)
  if (layer === 'role') return `role ${name}`
  return (layer === 'company' ? companyNames.get(name) : people.get(name)?.name) ?? name
}

/** The title of a document type; its id if it no longer exists. */
export function titleOfType(catalogue: Catalogue, type: string): string {
  return catalogue.types[presentId(catalogue, type)]?.title.one ?? type
}

/** Splits `company:MRT` into layer and name. */
function partsOf(scope: string): [string, string] {
  const at = scope.indexOf(':')
  return [scope.slice(0, at), scope.slice(at + 1)]
}

/** Returns the issues of a scope to explain. @throws AppError if the scope is outside the administrator's reach */
export function checkExplained(reach: Reach, { company, roles = [], user }: Scope): FieldIssue[] {
  // A role's overlays also apply to the administrator's people, so they may read them.
  const reading: Reach = { ...reach, hasAll: true }
  return [
    ...(company === undefined ? [] : [checkScope(reading, 'company', company)]),
    ...roles.map((role) => checkScope(reading, 'role', role)),
    ...(user === undefined ? [] : [checkScope(reading, 'user', user), checkCompanyOf(reach, user, company)]),
  ].filter((issue) => issue !== undefined)
}

/** A person can be explained only in one of their own companies. */
function checkCompanyOf({ people }: Reach, user: string, company: string | undefined): FieldIssue | undefined {
  const person = people.get(user)
  if (company === undefined || person === undefined || person.companies.includes(company)) return undefined
  return { path: 'scope.company', rule: 'unknown', severity: 'error', message: t('{name} does not belong to the company "{company}".', { name: person.name, company }) }
}

/** Suggests the id of a person, also if the e-mail was given. */
function nearestPerson({ people }: Reach, name: string): string | undefined {
  const byEmail = [...people].find(([, { email }]) => email === nearest(name, [...people.values()].map((one) => one.email)))
  return byEmail?.[0] ?? nearest(name, [...people.keys()])
}

function unknown(layer: string, message: string, suggestion: string | undefined): FieldIssue {
  return { path: `scope.${layer}`, rule: 'unknown', severity: 'error', message: suggestion === undefined ? message : `${message} Did you mean “${suggestion}”?` }
}

/** Whether a text contains each of the typed words, ignoring case. */
export function containsWords(text: string, typed: string): boolean {
  const lower = text.toLowerCase()
  return typed.toLowerCase().split(/\s+/).every((word) => lower.includes(word))
}
