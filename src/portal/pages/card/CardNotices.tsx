import { Alert, Anchor, Group, Text } from '@mantine/core'
import { lazy } from 'react'
import { t } from '../../../core/index.ts'
import { Icon } from '../../sdk.ts'
import { LazyBoundary } from '../../ui/LazyBoundary.tsx'
import { StoredNotices } from './card-code.ts'
import type { Card } from './use-card.ts'

/** Loads the list of errors. */
export const loadProblems = () => import('./sections/Problems.tsx')
const Problems = lazy(() => loadProblems().then((module) => ({ default: module.Problems })))

/** Notices above the form: a restored draft, the errors of a save, and what concerns a stored record. */
export function CardNotices({ card }: { card: Card }) {
  return (
    <>
      <RestoredNotice card={card} />
      {card.summary.length > 0 && <LazyBoundary><Problems card={card} /></LazyBoundary>}
      {card.record && <StoredNotices card={card} />}
    </>
  )
}

function RestoredNotice({ card }: { card: Card }) {
  if (!card.wasRestored) return null
  return (
    <Alert color="info" icon={<Icon name="history" />} withCloseButton closeButtonLabel={t('Hide this notice')} onClose={card.dismissRestored} role="status">
      <Group gap="xs">
        <Text size="sm">{t('Your unsaved changes were restored.')}</Text>
        <Anchor component="button" type="button" size="sm" onClick={() => void card.discardDraft()}>{t('Discard them')}</Anchor>
      </Group>
    </Alert>
  )
}
