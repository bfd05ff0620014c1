/** Query parameters of every list call, beside its filters. */
export const LIST_PARAMETERS = ['limit', 'cursor', 'sort', 'search', 'tiles', 'mine'] as const

/** What the address of a list's screen says in its own words, beside the filters: search, page, rows a page. */
export const LIST_ADDRESS_PARAMETERS = ['q', 'page', 'size'] as const

/** Names under which no filter can be told. */
export const RESERVED_PARAMETERS: readonly string[] = [...LIST_PARAMETERS, ...LIST_ADDRESS_PARAMETERS]

/** The parameters that a filter reads. */
export function filterParameters(wire: string, kind: 'range' | 'equals'): string[] {
  return kind === 'range' ? [`${wire}_from`, `${wire}_to`] : [wire]
}
