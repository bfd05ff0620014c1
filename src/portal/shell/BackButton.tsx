import { ActionIcon } from '@mantine/core'
import { useNavigate } from 'react-router-dom'
import { t } from '../../core/index.ts'
import { portalHistory } from '../navigation/PortalRouter.tsx'
import { Icon } from '../ui/icons.tsx'
import { cardPath } from './links.ts'
import { usePortal } from './portal-context.ts'

/** The button back to the page before; to the card of the record if a link from elsewhere opened this one. */
export function BackButton({ type, recordKey }: { type: string; recordKey: string }) {
  const { bootstrap } = usePortal()
  const navigate = useNavigate()
  const back = (): void => void (portalHistory.isFirst() ? navigate(cardPath(bootstrap.pages, type, recordKey)) : navigate(-1))
  return <ActionIcon variant="subtle" color="gray" size={44} aria-label={t('Back')} onClick={back}><Icon name="arrow-left" size={20} /></ActionIcon>
}
