import { useQueryClient } from '@tanstack/react-query'
import { isObject } from '../../../core/index.ts'
import { messageOf } from '../../api/client.ts'
import { savePreference } from '../../api/preferences.ts'
import { usePortal } from '../../shell/portal-context.ts'
import { toast } from '../toasts.ts'

/** The ids of the columns that the user shows in the list of that name, in order; of those that it no longer has, none. */
export function useColumns(name: string, all: readonly string[]): [string[], (columns: string[] | undefined) => void] {
  const client = useQueryClient()
  const stored = usePortal().bootstrap.preferences[`list:${name}`]
  const columns = isObject(stored) && Array.isArray(stored['columns']) ? stored['columns'].map(String).filter((id) => all.includes(id)) : []
  const arrange = (next: string[] | undefined) => {
    savePreference(client, `list:${name}`, next === undefined ? null : { columns: next }).catch((error: unknown) => toast.warning(messageOf(error)))
  }
  return [columns.length > 0 ? columns : [...all], arrange]
}
