import { useQueryParams } from './use-query-params.ts'

/** Parameters of the address, so that a list reopens in the same state; an empty one is removed. */
export function useAddress<K extends string>(names: readonly K[]): [Record<K, string>, (changes: Partial<Record<K, string>>) => void] {
  const [params, changeQuery] = useQueryParams()
  const values = Object.fromEntries(names.map((name) => [name, params.get(name) ?? ''])) as Record<K, string>
  const change = (changes: Partial<Record<K, string>>): void => {
    changeQuery((next) => {
      for (const [name, value] of Object.entries<string | undefined>(changes)) {
        if (value === undefined || value === '') next.delete(name)
        else next.set(name, value)
      }
      return next
    }, { replace: true })
  }
  return [values, change]
}
