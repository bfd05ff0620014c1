import { useMemo } from 'react'
import { isDate } from '../../core/index.ts'
import type { ResolvedField, ResolvedPage, ResolvedShape } from '../../core/index.ts'
import { decodeOldKey } from './links.ts'
import { usePlaces } from './use-page-key.ts'

/** First values, by field. */
export type PageScope = Record<string, string | number | boolean>

/** The fields whose value the address names; ignores values that the field does not allow. */
export function usePageScope(page: ResolvedPage, shape: ResolvedShape): PageScope {
  const textAt = usePlaces()
  const found = Object.entries(page.scope ?? {}).flatMap(([name, place]) => {
    const field = shape.fields[name]
    const text = textAt(place) ?? ''
    const value = field === undefined || text === '' ? undefined : [text, decodeOldKey(text)].flatMap((one) => (one === undefined ? [] : (valueIn(field, one) ?? [])))[0]
    return value === undefined ? [] : [[name, value] as const]
  })
  const scopeText = JSON.stringify(Object.fromEntries(found))
  return useMemo(() => JSON.parse(scopeText) as PageScope, [scopeText])
}

/** The longest text that an address starts a field with. */
const MAX_LENGTH = 500

/** The value of a field that a text of an address stands for; undefined if the field cannot have it. */
export function valueIn(field: Pick<ResolvedField, 'enum' | 'type' | 'format'>, text: string): string | number | boolean | undefined {
  if (field.enum !== undefined) return field.enum.includes(text) ? text : undefined
  if (field.type === 'boolean') return text === 'true' || text === 'false' ? text === 'true' : undefined
  if (field.type === 'number' || field.type === 'integer') return text.trim() !== '' && Number.isFinite(Number(text)) ? Number(text) : undefined
  if (field.format === 'date') return isDate(text) ? text : undefined
  return field.type === 'string' && field.format === undefined && text.length <= MAX_LENGTH ? text : undefined
}
