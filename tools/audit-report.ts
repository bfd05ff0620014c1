/** What `npm audit --json` says. */

interface Report { metadata?: unknown; vulnerabilities?: Record<string, { severity: string; range: string; via: (string | { title?: string })[] }> }

const HARMLESS = new Set(['info', 'low'])

/** Packages with a known hole of moderate weight or more, with what it is; undefined where the registry did not say. */
export function holesIn(text: string): string[] | undefined {
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
