import { Alert, Anchor, Group, Text } from '@mantine/core'
import { lazy } from 'react'
import { Link } from 'react-router-dom'
import { t } from '../../../core/index.ts'
import { Icon, pathTo, usePortal } from '../../sdk.ts'
import { wizardPageOf } from '../../shell/links.ts'
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
  const { bootstrap } = usePortal()
  const { isRead = false, draft } = card.store.parts.data
  const steps = isRead && draft !== undefined && card.buttons.length > 0 ? wizardPageOf(bootstrap.pages, card.manifest.id, 'stored') : undefined
  if (steps !== undefined) {
    return (
      <Alert color="warning" icon={<Icon name="history" />} role="status">
        <Group gap="xs">
          <Text size="sm">{t('You changed this without saving it.')}</Text>
          <Anchor component={Link} to={pathTo(steps, card.keyOf)} size="sm">{t('Continue')}</Anchor>
        </Group>
      </Alert>
    )
  }
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
