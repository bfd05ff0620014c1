import type { Pass } from './check-context.ts'
import { filterParameters, RESERVED_PARAMETERS } from '../resolve/list-parameters.ts'
import type { KeyPath } from '../read/reporter.ts'

/** Filters are told apart from one another and from the list's own parameters by their names in the query. */
export const checkFilters: Pass = (context, expanded, { endpoints, list, shape, states, stateField }) => {
  const fixed = (endpoints['list'] ?? []).flatMap(({ fixedQuery }) => Object.keys(fixedQuery))
  const taken = new Map<string, string>([
    ...fixed.map((name): [string, string] => [name, 'a fixed part of the call']),
    ...RESERVED_PARAMETERS.map((name): [string, string] => [name, 'a parameter of every list']),
  ])
  const take = (name: string, kind: 'range' | 'equals', path: KeyPath, isKey: boolean): void => {
    const wire = shape.fields[name]?.wire
    if (wire === undefined) return
    for (const parameter of filterParameters(wire, kind)) {
      const other = taken.get(parameter)
      if (other !== undefined) context.reporter.inType('E223', expanded, path, `A list cannot be filtered by "${name}": in its query "${parameter}" is ${other}.`, { seen: parameter, key: isKey })
      taken.set(parameter, `the filter by "${name}"`)
    }
  }
  for (const [name, kind] of Object.entries(list.filters)) take(name, kind, ['list', 'filters', name], true)
  // Every list is filtered by state, with a filter declared for it or by its tiles.
  if (Object.keys(states).length === 0 || list.filters[stateField] === 'equals') return
  const isRenamed = shape.fields[stateField]?.wire !== stateField
  take(stateField, 'equals', isRenamed ? ['schema', 'properties', stateField, 'x-wire'] : ['stateField'], false)
}
