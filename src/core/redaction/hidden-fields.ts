import type { ResolvedDocumentType } from '../manifest/resolve/resolved.ts'

/** The paths of fields that a type hides from any role, such as `amount` and `lines.price`. */
export function hiddenFields({ permissions }: Pick<ResolvedDocumentType, 'permissions'>): string[] {
  return Object.values(permissions).flatMap(({ hide }) => hide)
}
