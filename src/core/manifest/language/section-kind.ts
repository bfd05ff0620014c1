import type { Section } from './manifest.generated.ts'

/** The kind of a section. If it declares none, a section that names an array shows its lines, and any other is a form. */
export function sectionKind({ kind, field }: Readonly<Partial<Record<'kind' | 'field', unknown>>>): NonNullable<Section['kind']> {
  return (kind as Section['kind']) ?? (field === undefined ? 'fields' : 'lines')
}
