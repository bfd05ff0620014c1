/** The twelve months as they are called on charts, January first: the one place that says how many there are. */
export const MONTHS: readonly string[] = Array.from({ length: 12 }, (_, month) => new Intl.DateTimeFormat('en-KE', { month: 'short', timeZone: 'UTC' }).format(Date.UTC(2026, month, 1)))
