import { Button, Group } from '@mantine/core'
import { useEffect } from 'react'
import { t } from '../../../core/index.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Icon } from '../../ui/icons.tsx'
import { useScreenTitle } from '../../ui/use-screen-title.ts'

/**
 * The screen for a caught crash. If a screen's code could not be loaded, usually an older version is still open after an update; if only
 * the network was missing, it reloads when the network is back.
 */
export function CrashScreen({ error, onRetry }: { error: unknown; onRetry?: () => void }) {
  const isStale = error instanceof Error && /dynamically imported module|Importing a module script failed|preload CSS/i.test(error.message)
  useEffect(() => {
    // A load that failed while online would fail again and again.
    if (!isStale || navigator.onLine) return undefined
    const reload = () => window.location.reload()
    window.addEventListener('online', reload)
    return () => window.removeEventListener('online', reload)
  }, [isStale])
  useScreenTitle(isStale ? t('Reload needed') : t('Something went wrong'))
  return (
    <div data-screen="crash" data-kind="crash" role="alert">
      <EmptyState
        icon="alert-triangle"
        heading={1}
        title={isStale ? t('This screen could not be loaded') : t('Something went wrong on this screen')}
        text={isStale ? t('The portal may have been updated, or the connection was lost. Reload to go on.') : t('What you saved is safe. Try again; if it keeps happening, tell your administrator what you were doing.')}
        action={
          <Group justify="center">
            {onRetry && !isStale && <Button variant="default" onClick={onRetry}>{t('Try again')}</Button>}
            <Button leftSection={<Icon name="refresh" size={16} />} onClick={() => window.location.reload()}>{t('Reload')}</Button>
          </Group>
        }
      />
    </div>
  )
}
