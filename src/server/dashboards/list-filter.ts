import type { Session } from '../services.ts'
import { contextOf, type OpenSource } from './open-source.ts'

/** The filters of the type's list, by their names on the wire, that show what the source counts of the year; those that the list offers the person. */
export function listFilter({ type, date, states }: OpenSource, year: number, session: Session): Record<string, string> {
  const { manifest } = type
  const hidden = type.hiddenInLists(session.actor, contextOf(session))
  const isDated = date !== undefined && manifest.list.filters[date.name] === 'range' && !hidden.has(date.name)
  const [state, ...others] = states ?? []
  return {
    ...(isDated && { [`${date.wire}_from`]: `${String(year)}-01-01`, [`${date.wire}_to`]: `${String(year)}-12-31` }),
    ...(state !== undefined && others.length === 0 && { [manifest.shape.fields[manifest.stateField]?.wire ?? manifest.stateField]: state }),
  }
}
