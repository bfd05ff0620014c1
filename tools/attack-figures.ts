/** The rows that the tests report to `npm run attack`, and the rows expected for each database. */

/** A row of the report. */
export interface ReportRow {
  name: string
  database: 'pglite' | 'postgres'
  figures: Record<string, number>
  /** The limit in milliseconds; for rows of times. */
  most?: number
}

/** Figures that must be zero. */
const MUST_BE_ZERO = ['succeeded', 'answers of 500', 'lost', 'wrong'] as const
/** The prefix of rows whose times count as holding the server. */
export const HELD_PREFIX = 'held by '

const BOTH = ['pglite', 'postgres'] as const

/**
 * The prefixes of required rows, and for which databases: only PostgreSQL can be ended while its server runs, and forged calls are refused
 * before either database is queried.
 */
export const REQUIRED_ROWS: { begins: string; of: readonly ReportRow['database'][] }[] = [
  { begins: 'without a session: ', of: BOTH },
  { begins: 'by forged calls: ', of: ['postgres'] },
  { begins: "another company's records", of: BOTH },
  { begins: "others' records", of: BOTH },
  { begins: 'closed fields', of: BOTH },
  { begins: 'wild requests', of: BOTH },
  { begins: 'PostgreSQL ended under load (fast)', of: ['postgres'] },
  { begins: 'PostgreSQL ended under load (kill)', of: ['postgres'] },
  { begins: 'a server killed with -9 under load', of: BOTH },
  { begins: 'a disk that becomes full', of: BOTH },
  { begins: `${HELD_PREFIX}lines that ask`, of: BOTH },
  { begins: `${HELD_PREFIX}a file`, of: BOTH },
  { begins: `${HELD_PREFIX}settings saved`, of: BOTH },
]

/** The missing rows and unexpected figures, a sentence each; empty if all is well. */
export function problemsOf(rows: readonly ReportRow[]): string[] {
  const missing = REQUIRED_ROWS.flatMap(({ begins, of }) => of.filter((database) => !rows.some((row) => row.database === database && row.name.startsWith(begins))).map((database) => `Nothing was reported of "${begins.trim()}" on ${database}.`))
  return [...missing, ...rows.flatMap(wrongIn)]
}

function wrongIn({ name, database, figures, most }: ReportRow): string[] {
  const at = `${name} on ${database}`
  const { tried, acknowledged, found, milliseconds } = figures
  return [
    ...MUST_BE_ZERO.filter((what) => (figures[what] ?? 0) !== 0).map((what) => `${at}: ${what} ${figures[what]}, which must be 0.`),
    ...(tried === 0 || acknowledged === 0 ? [`${at}: nothing was tried.`] : []),
    ...(found !== undefined && found !== acknowledged ? [`${at}: found ${found} of ${acknowledged}.`] : []),
    ...(milliseconds !== undefined && most !== undefined && milliseconds >= most ? [`${at}: ${milliseconds} ms, which must be below ${most}.`] : []),
  ]
}

/** The rows as a table, and for each database the longest time that a request held the server. */
export function tableOf(rows: readonly ReportRow[]): string {
  const lines = rows.map(({ name, database, figures, most }) => `  ${name.padEnd(66)} ${database.padEnd(9)} ${textOf(figures)}${most === undefined ? '' : ` (below ${most})`}`)
  const longest = BOTH.flatMap((database) => {
    const held = rows.filter((row) => row.database === database && row.name.startsWith(HELD_PREFIX)).map(({ figures }) => figures['milliseconds'] ?? 0)
    return held.length === 0 ? [] : [`  ${'the longest that any of them held the server'.padEnd(66)} ${database.padEnd(9)} milliseconds ${Math.max(...held)}`]
  })
  return [...lines, ...longest].join('\n')
}

function textOf(figures: Record<string, number>): string {
  return Object.entries(figures).map(([what, value]) => `${what} ${value.toLocaleString('en-US')}`).join(', ')
}
