/** The output of `npm audit --json`. */

interface Report { metadata?: unknown; vulnerabilities?: Record<string, { severity: string; range: string; via: (string | { title?: string })[] }> }

const HARMLESS = new Set(['info', 'low'])

/** Packages with a known vulnerability of moderate severity or higher, with its title; undefined if the registry did not report. */
export function vulnerabilitiesIn(text: string): string[] | undefined {
  let report: Report
  try {
    report = JSON.parse(text) as Report
  } catch {
    return undefined
  }
  if (report.metadata === undefined || report.vulnerabilities === undefined) return undefined
  return Object.entries(report.vulnerabilities).filter(([, { severity }]) => !HARMLESS.has(severity)).map(([name, { severity, range, via }]) => {
    const titles = via.flatMap((one) => (typeof one === 'string' ? [] : (one.title ?? [])))
    return `${name} ${range} (${severity})${titles.length === 0 ? '' : `: ${titles.join('; ')}`}`
  })
}
