import { createContext, useCallback, useContext, useSyncExternalStore } from 'react'
import type { FieldSource } from './field-source.ts'

const SourceContext = createContext<FieldSource | null>(null)

/** Provides a form's source to the fields inside. */
export const FieldSourceProvider = SourceContext.Provider

/** The source of the surrounding form. @throws Error outside a form */
export function useFieldSource(): FieldSource {
  const source = useContext(SourceContext)
  if (!source) throw new Error('A form field is outside a form.')
  return source
}

/** Re-renders when, and only when, what the path shows changes. Returns the path's version. */
export function usePath(source: FieldSource, path: string): number {
  const subscribe = useCallback((listener: () => void) => source.subscribe(path, listener), [source, path])
  return useSyncExternalStore(subscribe, () => source.version(path))
}
