import { useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { ResolvedPage } from '../../../core/index.ts'
import { messageOf } from '../../api/client.ts'
import { savePreference } from '../../api/preferences.ts'
import { usePortal } from '../../shell/portal-context.ts'
import { toast } from '../../ui/toasts.ts'
import { preferenceIn } from './list-preference.ts'
import type { ListPreference } from './list-preference.ts'

/** What the user arranged in the list of a page, and a function that stores a change of it. */
export function useListPreference({ id }: Pick<ResolvedPage, 'id'>): [ListPreference, (preference: ListPreference) => void] {
  const client = useQueryClient()
  const name = `list:${id}`
  const stored = usePortal().bootstrap.preferences[name]
  const preference = useMemo(() => preferenceIn(stored), [stored])
  const save = ({ views, ...rest }: ListPreference) => {
    const value = { ...rest, ...(views.length > 0 && { views: views.map((view) => ({ ...view })) }) }
    savePreference(client, name, Object.keys(value).length === 0 ? null : value).catch((error: unknown) => toast.warning(messageOf(error)))
  }
  return [preference, save]
}
