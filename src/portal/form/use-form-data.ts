import { useCallback, useMemo, useRef, useSyncExternalStore } from 'react'
import type { Json } from '../../core/index.ts'
import type { FieldSource } from './field-source.ts'
import type { FormData, FormErrors } from './validator.ts'

/** The values and errors of a form's fields, by name. Each object keeps its identity until its content changes. */
export function useFormData(source: FieldSource, prefix: string, names: readonly string[]): { formData: FormData; errors: FormErrors } {
  const formData = useByName<Json>(source, prefix, names, source.value.bind(source))
  const messages = useByName<string>(source, prefix, names, source.error.bind(source))
  const errors = useMemo(() => Object.fromEntries(Object.entries(messages).map(([name, message]) => [name, { __errors: [message] }])), [messages])
  return { formData, errors }
}

/** What `read` returns for the fields' paths, by name, without undefined values. */
function useByName<T>(source: FieldSource, prefix: string, names: readonly string[], read: (path: string) => T | undefined): Record<string, T> {
  const last = useRef<Record<string, T>>({})
  const subscribe = useCallback((listener: () => void) => {
    const stops = names.map((name) => source.subscribe(prefix + name, listener))
    return () => stops.forEach((stop) => stop())
  }, [source, prefix, names])
  return useSyncExternalStore(subscribe, () => {
    const found = names.map((name): [string, T | undefined] => [name, read(prefix + name)]).filter((entry): entry is [string, T] => entry[1] !== undefined)
    const isSame = found.length === Object.keys(last.current).length && found.every(([name, value]) => last.current[name] === value)
    if (!isSame) last.current = Object.fromEntries(found)
    return last.current
  })
}
