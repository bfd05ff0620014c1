/** Settings as rules and screens read them: the company's values over the declared defaults. */
import type { Catalogue, Json, JsonObject, ResolvedShape, Settings } from '../../core/index.ts'

/** Stored values over defaults; groups and names that no module declares are left out. */
export function effectiveSettings(shapes: Record<string, ResolvedShape>, stored: Settings): Settings {
  return Object.fromEntries(Object.entries(shapes).map(([group, shape]) => [group, effectiveGroup(shape, stored[group] ?? {})]))
}

function effectiveGroup(shape: ResolvedShape, stored: JsonObject): JsonObject {
  const values = Object.values(shape.fields).flatMap((field): [string, Json][] => {
    const value = stored[field.name] ?? field.default
    return value === undefined ? [] : [[field.name, value]]
  })
  return Object.fromEntries(values)
}

/** The settings without the values of those declared `x-internal`, which never leave the server. */
export function settingsToShow(shapes: Record<string, ResolvedShape>, settings: Settings): Settings {
  return Object.fromEntries(Object.entries(settings).map(([group, values]) => [
    group, Object.fromEntries(Object.entries(values).filter(([name]) => shapes[group]?.fields[name]?.internal !== true)),
  ]))
}

/** The currency in the setting that the organisation declares for it; undefined if there is none. */
export function companyCurrency(catalogue: Catalogue, settings: Settings): string | undefined {
  const [group = '', name = ''] = catalogue.organisation.currency?.split('.') ?? []
  const value = settings[group]?.[name]
  return typeof value === 'string' && value !== '' ? value : undefined
}
