/** Refuses to start while any part of an overlay is set aside: rules meant to be stricter would not apply. */
import type { ManifestIssue } from '../../core/index.ts'
import type { Services } from '../services.ts'
import { listOverlays, mayHoldOverlays, sourceOf } from '../store/settings/overlays.ts'

/** Overlays that cannot be applied in full; the message lists them all, for a terminal. */
export class OverlaysSetAside extends Error {
  override name = 'OverlaysSetAside'
  constructor(issues: ManifestIssue[]) {
    const lines = issues.map(({ code, file, path, message, seen, expected }) => `  ${code} ${file} ${path}: ${message}${expected !== undefined && seen !== undefined ? ` Expected: ${expected}. Seen: ${seen}.` : ''}`)
    super(`The server does not start while overlays are set aside (STRICT_OVERLAYS):\n${lines.join('\n')}\nFix or withdraw them, or start without STRICT_OVERLAYS to do it on the overlays screen.`)
  }
}

/** Checks all overlays, in files and published, before anything in the database is changed. @throws OverlaysSetAside */
export async function requireAllOverlays({ database, engines }: Pick<Services, 'database' | 'engines'>): Promise<void> {
  const issues = (await engines.fileOverlays()).flatMap((one) => one.issues)
  const published = await mayHoldOverlays(database.kysely) ? await listOverlays(database.kysely) : []
  for (const row of published) issues.push(...await engines.check(row.overlay, sourceOf(row)))
  const setAside = issues.filter(({ severity }) => severity === 'error')
  if (setAside.length > 0) throw new OverlaysSetAside(setAside)
}
