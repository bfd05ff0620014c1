import { Button } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { t } from '../../core/index.ts'
import { ApiError, messageOf } from '../api/client.ts'
import { EmptyState } from './EmptyState.tsx'
import { Icon } from './icons.tsx'

/** Retries when the network is back, if only the network was missing. */
function useRetryOnline(error: unknown, onRetry: (() => void) | undefined): void {
  const retry = useRef(onRetry)
  useEffect(() => {
    retry.current = onRetry
  })
  const isAway = error instanceof ApiError && error.status === 0
  useEffect(() => {
    if (!isAway) return undefined
    const again = () => retry.current?.()
    window.addEventListener('online', again)
    return () => window.removeEventListener('online', again)
  }, [isAway])
}

/** A message that loading failed, with the reason and a retry button; retries by itself when the network is back. */
export function ErrorState({ error, onRetry, title }: { error: unknown; onRetry?: () => void; /** What could not be loaded, in a sentence. */ title?: string | undefined }) {
  useRetryOnline(error, onRetry)
  const isMissing = error instanceof ApiError && (error.status === 404 || error.status === 403)
  return (
    <div role="alert">
      <EmptyState
        icon="alert-triangle"
        title={isMissing ? t('Not found') : (title ?? t('This could not be loaded'))}
        text={messageOf(error)}
        action={onRetry && !isMissing && <Button variant="default" leftSection={<Icon name="refresh" size={16} />} onClick={onRetry}>{t('Try again')}</Button>}
      />
    </div>
  )
}
