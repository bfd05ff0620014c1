/** Query parameters of every list call, beside its filters. */
export const LIST_PARAMETERS = ['limit', 'cursor', 'sort', 'search', 'tiles', 'tab', 'mine'] as const

/** What the address of a list's screen says in its own words, beside the filters: search, page, rows a page, and the record in a dialog over it. */
export const LIST_ADDRESS_PARAMETERS = ['q', 'page', 'size', 'open', 'new'] as const

/** Names under which no filter can be told. */
export const RESERVED_PARAMETERS: readonly string[] = [...LIST_PARAMETERS, ...LIST_ADDRESS_PARAMETERS]

/** The parameters that the two ends of a range are read from. */
export function rangeParameters(wire: string): { from: string; to: string } {
  return { from: `${wire}_from`, to: `${wire}_to` }
}

/** The parameters that a filter reads. */
export function filterParameters(wire: string, kind: 'range' | 'equals'): string[] {
  return kind === 'range' ? Object.values(rangeParameters(wire)) : [wire]
}
