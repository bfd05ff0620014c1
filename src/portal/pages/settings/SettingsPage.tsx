import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { t } from '../../../core/index.ts'
import { settingsQuery } from '../../api/queries.ts'
import { usePortal } from '../../shell/portal-context.ts'
import { Screen } from '../../shell/Screen.tsx'
import type { ScreenProps } from '../../shell/Screen.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { SettingsForm } from './SettingsForm.tsx'

/** The site's settings as the modules declare them, with the menu and the history of changes. */
export function SettingsPage({ page }: ScreenProps) {
  const { caption } = usePortal()
  const { data, error, refetch } = useQuery(settingsQuery())
  const body = () => {
    if (data) return <SettingsForm answer={data} />
    return error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <><Skeleton height={220} /><Skeleton height={320} /></>
  }
  return (
    <Screen page={page} title={page.title ? caption(page.title) : t('Settings')} subtitle={t('Changes here apply to everyone in the company.')}>
      {body()}
    </Screen>
  )
}
