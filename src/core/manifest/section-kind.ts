import type { Section } from './manifest.generated.ts'

/** What a section is: one that names an array shows its lines, any other that says no kind is a form. */
export function sectionKind({ kind, field }: Readonly<Partial<Record<'kind' | 'field', unknown>>>): NonNullable<Section['kind']> {
  return (kind as Section['kind']) ?? (field === undefined ? 'fields' : 'lines')
}
