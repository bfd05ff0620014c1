import type { CheckPass } from './check-context.ts'
import { filterParameters, RESERVED_PARAMETERS } from '../resolve/list-parameters.ts'
import type { KeyPath } from '../read/reporter.ts'

/** The query parameters of filters must differ from one another and from the list's own parameters. */
export const checkFilters: CheckPass = (context, expanded, { endpoints, list, shape, states, stateField }) => {
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
  // Every list can be filtered by state, through a filter declared for it or through its tiles.
  if (Object.keys(states).length === 0 || list.filters[stateField] === 'equals') return
  const isRenamed = shape.fields[stateField]?.wire !== stateField
  take(stateField, 'equals', isRenamed ? ['schema', 'properties', stateField, 'x-wire'] : ['stateField'], false)
}
