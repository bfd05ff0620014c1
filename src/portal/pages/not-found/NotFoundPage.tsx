import { Button } from '@mantine/core'
import { Link } from 'react-router-dom'
import { t } from '../../../core/index.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { useScreenTitle } from '../../ui/use-screen-title.ts'

/** Shown for an unknown address and for one that the current user may not see; deliberately the same for both. */
export function NotFoundPage() {
  useScreenTitle(t('Page not found'))
  return (
    <div data-screen="not-found" data-kind="not-found">
      <EmptyState
        icon="search"
        heading={1}
        title={t('Page not found')}
        text={t('This page does not exist, or you do not have access to it. The link may be old, or the record may have been removed.')}
        action={<Button component={Link} to="/">{t('Go to the home page')}</Button>}
      />
    </div>
  )
}
