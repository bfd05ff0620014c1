import type { CheckContext } from './check-context.ts'
import type { ExpandedType } from '../read/expanded.ts'
import type { DocumentTypeManifest } from '../language/manifest.generated.ts'
import { MAX_LENGTH } from '../../expressions/syntax-tree.ts'
import { TAKEN_NAMES } from '../read/shorthand/terms.ts'
import { namedExpressions } from '../read/shorthand/unfold.ts'

/** Terms must not be circular, must stay short enough to evaluate once expanded, and must not hide anything else that expressions read. */
export function checkShorthand({ reporter }: CheckContext, written: ExpandedType): void {
  const manifest = written.manifest as unknown as DocumentTypeManifest
  // Checked for the type and its traits together.
  if (manifest.permissions === undefined) reporter.inType('E104', written, [], 'The key "permissions" is missing in the file.', { expected: 'permissions', seen: Object.keys(manifest).join(', ') })
  for (const name of Object.keys(manifest.terms ?? {})) {
    if (TAKEN_NAMES.includes(name)) reporter.inType('E280', written, ['terms', name], `In expressions "${name}" already means something else.`, { key: true, seen: name, expected: `none of ${TAKEN_NAMES.join(', ')}` })
  }
  const names = namedExpressions(manifest)
  for (const name of names.tooLong()) {
    reporter.inType('E286', written, ['terms', name], `The term "${name}" is too long once its terms are expanded.`, { seen: name, expected: `at most ${MAX_LENGTH} characters` })
  }
  for (const { name, path } of names.cycles()) {
    reporter.inType('E281', written, ['terms', name], `The term "${name}" leads to itself: ${path.join(', ')}.`, { seen: name })
  }
}
