import { useMemo } from 'react'
import type { ResolvedPage, ResolvedShape } from '../../core/index.ts'
import { decodeOldKey } from './links.ts'
import { usePlaces } from './use-page-key.ts'

/** The fields whose value the address fixes; ignores values that the field does not allow. */
export function usePageScope(page: ResolvedPage, shape: ResolvedShape): Record<string, string> {
  const textAt = usePlaces()
  const found = Object.entries(page.scope ?? {}).flatMap(([field, place]) => {
    const text = textAt(place) ?? ''
    const value = [text, decodeOldKey(text)].find((one) => one !== undefined && shape.fields[field]?.enum?.includes(one) === true)
    return value === undefined ? [] : [[field, value] as const]
  })
  const scopeText = JSON.stringify(Object.fromEntries(found))
  return useMemo(() => JSON.parse(scopeText) as Record<string, string>, [scopeText])
}
