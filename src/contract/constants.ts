import type { Colour } from '../core/index.ts'

/** One for all months: to make one takes a slow phone more than a millisecond, before the first screen. */
const monthName = new Intl.DateTimeFormat('en-KE', { month: 'short', timeZone: 'UTC' })
/** Short month names for charts, January first. The only place that defines how many months there are. */
export const MONTHS: readonly string[] = Array.from({ length: 12 }, (_, month) => monthName.format(Date.UTC(2026, month, 1)))

/** The colours that manifests can give to values. */
export const COLOURS = ['green', 'orange', 'blue', 'indigo', 'cyan', 'purple', 'red', 'yellow', 'teal', 'grey'] as const satisfies readonly Colour[]

/** The settings group that holds the arrangement of the menu. */
export const PACKAGES = 'site_installed_packages'

/** The settings group that holds the links that the company adds to its menu. */
export const EXTRA_LINKS = 'extraLinks'

/** The settings group whose revision counts how often the company was renamed. */
export const NAME_GROUP = 'company'

/** The most letters of what is searched for, in lists, people and settings. */
export const MAX_SEARCH_LENGTH = 100
/** The most fields that a list is sorted by, and what stands between them. */
export const MAX_SORT_FIELDS = 3
export const SORT_SEPARATOR = ','
