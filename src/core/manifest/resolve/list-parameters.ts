/** Query parameters of every list call, besides its filters. */
export const LIST_PARAMETERS = ['limit', 'cursor', 'sort', 'search', 'tiles', 'tab', 'mine', 'assigned', 'columns', 'overlaps', 'calendarRows'] as const

/**
 * Query parameters of the list screen's address, besides the filters: search, page, rows per page, the record in a dialog over the list,
 * and the view and the day of its calendar.
 */
export const LIST_ADDRESS_PARAMETERS = ['q', 'page', 'size', 'open', 'new', 'calendar', 'day'] as const

/** Names that no filter may have. */
export const RESERVED_PARAMETERS: readonly string[] = [...LIST_PARAMETERS, ...LIST_ADDRESS_PARAMETERS]

/** The parameters for the two ends of a range. */
export function rangeParameters(wire: string): { from: string; to: string } {
  return { from: `${wire}_from`, to: `${wire}_to` }
}

/** The parameters that a filter reads. */
export function filterParameters(wire: string, kind: 'range' | 'equals'): string[] {
  return kind === 'range' ? Object.values(rangeParameters(wire)) : [wire]
}
