import type { ResolvedField } from '../manifest/resolve/resolved.ts'
import { t } from '../texts.ts'
import type { Json } from './json.ts'
import { plainText } from './plain-text.ts'

/** The display text of a value of the field's enum. */
export function enumTitle(field: Pick<ResolvedField, 'enumTitles'>, value: Json): string {
  const name = plainText(value)
  return t(field.enumTitles?.[name] ?? name)
}
