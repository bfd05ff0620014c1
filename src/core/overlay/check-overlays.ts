import type { ManifestIssue } from '../errors.ts'
import type { LoadedBase } from '../manifest/load-types.ts'
import { createReporter, type Reporter } from '../manifest/read/reporter.ts'
import { readSource } from '../manifest/read/source-text.ts'
import { runToCompletion } from '../pieces.ts'
import { overlaysOfType } from './apply-overlays.ts'
import type { LoadedOverlay } from './overlay-types.ts'
import { parsePath, valueAt } from './paths.ts'
import { findingConflicts } from './read-published.ts'

/** Applies every overlay by itself and reports what cannot be applied, and what would not notice a change of its base. */
export function checkOverlays(base: LoadedBase, overlays: readonly LoadedOverlay[], reporter: Reporter): void {
  for (const overlay of overlays) reporter.issues.push(...runToCompletion(findingConflicts(base, overlay)), ...overwritesUnseen(base, overlay))
}

/**
 * Warns about each `set` that replaces a value without naming it in `was`: nobody would be warned if an upgrade changed that value.
 * Overlays of a single user are exempt.
 */
export function overwritesUnseen(base: LoadedBase, overlay: LoadedOverlay): ManifestIssue[] {
  const type = Object.values(base.expanded.types).find((candidate) => overlaysOfType(candidate, [overlay]).length > 0)
  if (type === undefined || overlay.layer === 'user') return []
  const reporter = createReporter(overlay.text === undefined ? new Map() : new Map([[overlay.source, readSource({ path: overlay.source, text: overlay.text })]]))
  for (const [index, { do: does, at, was }] of overlay.operations.entries()) {
    const before = does === 'set' && was === undefined ? valueAt(type.manifest, parsePath(at) ?? []) : undefined
    if (before === undefined || typeof before === 'object') continue
    reporter.inFile('W609', overlay.source, ['operations', index], `It sets "${at}" without "was", the value that it replaces.`, { expected: `"was": ${JSON.stringify(before)}`, seen: 'no was' })
  }
  return reporter.issues
}
