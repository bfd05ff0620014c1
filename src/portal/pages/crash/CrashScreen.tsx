import { Button, Group } from '@mantine/core'
import { useEffect } from 'react'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Icon } from '../../ui/icons.tsx'
import { useScreenTitle } from '../../ui/use-screen-title.ts'

/**
 * What a caught crash shows. A screen whose code could not be fetched is usually an older version still open after an update;
 * one that only the missing network kept away comes when it is back.
 */
export function CrashScreen({ error, onRetry }: { error: unknown; onRetry?: () => void }) {
  const isStale = error instanceof Error && /dynamically imported module|Importing a module script failed|preload CSS/i.test(error.message)
  useEffect(() => {
    // What failed online would fail again, and again.
    if (!isStale || navigator.onLine) return undefined
    const reload = () => window.location.reload()
    window.addEventListener('online', reload)
    return () => window.removeEventListener('online', reload)
  }, [isStale])
  useScreenTitle(isStale ? 'Reload needed' : 'Something went wrong')
  return (
    <div data-screen="crash" data-kind="crash" role="alert">
      <EmptyState
        icon="alert-triangle"
        heading={1}
        title={isStale ? 'This screen could not be loaded' : 'Something went wrong on this screen'}
        text={isStale ? 'The portal may have been updated, or the connection was lost. Reload to go on.' : 'What you saved is safe. Try again; if it keeps happening, tell your administrator what you were doing.'}
        action={
          <Group justify="center">
            {onRetry && !isStale && <Button variant="default" onClick={onRetry}>Try again</Button>}
            <Button leftSection={<Icon name="refresh" size={16} />} onClick={() => window.location.reload()}>Reload</Button>
          </Group>
        }
      />
    </div>
  )
}
