import { wireStates } from '../../document/wire-state.ts'
import type { Languages } from '../../expressions/languages.ts'
import type { ExpandedSet, ExpandedType } from '../read/expanded.ts'
import type { KnownNames } from '../load-types.ts'
import type { IssueDetails, KeyPath, Reporter } from '../read/reporter.ts'
import type { Resolver } from '../resolve/resolver.ts'
import type { Catalogue, ResolvedDocumentType, ResolvedShape } from '../resolve/resolved.ts'

/** What every pass receives. */
export interface CheckContext {
  catalogue: Catalogue
  expanded: ExpandedSet
  /** Returns a type as the passes read it, with its author's shorthand expanded. */
  resolver: Pick<Resolver, 'unfolded'>
  known: KnownNames
  /** Those of the base, so that an expression that the base has is not checked again. */
  languages: Languages
  reporter: Reporter
  /** Types whose own manifest has errors; only their names are known. */
  brokenTypes: readonly string[]
}

/** One pass over one type: reports what is wrong and changes nothing. */
export type CheckPass = (context: CheckContext, expanded: ExpandedType, type: ResolvedDocumentType) => void

/** Reports E202 unless the document type exists. @returns whether it does. */
export function expectType(context: CheckContext, expanded: ExpandedType, path: KeyPath, name: string): boolean {
  const known = typeNames(context)
  if (known.includes(name)) return true
  context.reporter.inType('E202', expanded, path, `There is no document type "${name}".`, { seen: name, known })
  return false
}

/** Names that a reference to a type may have. A type with errors is included, so that one mistake is reported once. */
export function typeNames({ catalogue, brokenTypes }: CheckContext): string[] {
  return [...Object.keys(catalogue.types), ...brokenTypes]
}

/**
 * Reports E201 unless the shape has the field; `also` are further names that are allowed there.
 * @returns whether it does; false without a report if the shape itself is unknown.
 */
export function expectField(context: CheckContext, expanded: ExpandedType, path: KeyPath, name: string, shape: ResolvedShape | undefined, details: { key?: boolean; also?: string[] } = {}): boolean {
  if (shape === undefined) return false
  if (Object.hasOwn(shape.fields, name) || details.also?.includes(name) === true) return true
  const known = [...Object.keys(shape.fields), ...(details.also ?? [])]
  context.reporter.inType('E201', expanded, path, `There is no field "${name}"${shape.name === 'header' ? '' : ` in ${shape.name}`}.`, { seen: name, known, ...(details.key === true && { key: true }) })
  return false
}

/** Like `expectField`, for a screen: reports E218 for an internal field, which never leaves the server. */
export function expectShownField(context: CheckContext, expanded: ExpandedType, path: KeyPath, name: string, shape: ResolvedShape | undefined, details: { key?: boolean } = {}): boolean {
  if (!expectField(context, expanded, path, name, shape, details)) return false
  if (shape?.fields[name]?.internal === true) context.reporter.inType('E218', expanded, path, `"${name}" is internal and never leaves the server.`, { ...details, seen: name, expected: 'a field without x-internal' })
  return true
}

/** Reports E230 unless the field is an array of lines. @returns whether it is one. */
export function expectLines(context: CheckContext, expanded: ExpandedType, path: KeyPath, name: string, { shape }: ResolvedDocumentType): boolean {
  const known = Object.values(shape.fields).filter(({ line }) => line !== undefined).map((field) => field.name)
  if (known.includes(name)) return true
  context.reporter.inType('E230', expanded, path, `There is no array of lines "${name}".`, { seen: name, known })
  return false
}

/** Reports E203 unless the type has the state, or states with that wire name. @returns whether it does. */
export function expectStates(context: CheckContext, expanded: ExpandedType, path: KeyPath, name: string, type: ResolvedDocumentType, also: string[] = []): boolean {
  return expectState(context, expanded, path, name, type, { also: [...wireStates(type), ...also] })
}

/** Reports E203 unless the type has the state. @returns whether it does. */
export function expectState(context: CheckContext, expanded: ExpandedType, path: KeyPath, name: string, type: ResolvedDocumentType, details: { key?: boolean; also?: string[] } = {}): boolean {
  const known = [...new Set([...Object.keys(type.states), ...(details.also ?? [])])]
  if (known.includes(name)) return true
  const message = Object.keys(type.states).length === 0 ? `The type has no states, so there is no state "${name}".` : `There is no state "${name}".`
  context.reporter.inType('E203', expanded, path, message, { seen: name, known, ...(details.key === true && { key: true }) })
  return false
}

/** Reports E204 unless the role is built in or declared by a module. @returns whether it is. */
export function expectRole(context: CheckContext, expanded: ExpandedType, path: KeyPath, name: string, details: { key?: boolean; also?: string[] } = {}): boolean {
  const known = [...(details.also ?? []), ...Object.keys(context.catalogue.roles)]
  if (known.includes(name)) return true
  context.reporter.inType('E204', expanded, path, `There is no role "${name}".`, { seen: name, known, ...(details.key === true && { key: true }) })
  return false
}

/** Reports E205 unless the type has the action. @returns whether it does. */
export function expectAction(context: CheckContext, expanded: ExpandedType, path: KeyPath, name: string, type: ResolvedDocumentType): boolean {
  // Saving is always an action, even of a type that declares none.
  const known = [...new Set(['save', ...Object.keys(type.actions)])]
  if (known.includes(name)) return true
  context.reporter.inType('E205', expanded, path, `There is no action "${name}".`, { seen: name, known })
  return false
}

/** Reports E208 unless the setting is declared; `report` adds where, in a type or in a file. @returns whether it is. */
export function expectSetting(context: CheckContext, setting: string, report: (code: 'E208', message: string, details: IssueDetails) => void): boolean {
  const known = settingNames(context.catalogue)
  if (known.includes(setting)) return true
  report('E208', `There is no setting "${setting}".`, { seen: setting, known })
  return false
}

/** Every declared setting, as `group.name`. */
export function settingNames(catalogue: Pick<Catalogue, 'settings'>): string[] {
  return Object.values(catalogue.settings).flatMap((group) => Object.keys(group.fields).map((name) => `${group.name}.${name}`))
}
