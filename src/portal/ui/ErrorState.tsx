import { Button } from '@mantine/core'
import { ApiError, messageOf } from '../api/client.ts'
import { EmptyState } from './EmptyState.tsx'
import { Icon } from './icons.tsx'

/** What could not be loaded, why, and a way to try again. */
export function ErrorState({ error, onRetry }: { error: unknown; onRetry?: () => void }) {
  const isMissing = error instanceof ApiError && (error.status === 404 || error.status === 403)
  return (
    <div role="alert">
      <EmptyState
        icon="alert-triangle"
        title={isMissing ? 'Not found' : 'This could not be loaded'}
        text={messageOf(error)}
        action={onRetry && !isMissing && <Button variant="default" leftSection={<Icon name="refresh" size={16} />} onClick={onRetry}>Try again</Button>}
      />
    </div>
  )
}
