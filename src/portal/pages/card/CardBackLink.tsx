import { t } from '../../../core/index.ts'
import { BackLink, cardPath, listPath, usePortal } from '../../sdk.ts'

/** The button back to a type's list or, from a view of a record, to its card. */
export function CardBackLink({ type, card }: { type: string; card?: string }) {
  const { bootstrap } = usePortal()
  const path = card === undefined ? listPath(bootstrap.pages, type) : cardPath(bootstrap.pages, type, card)
  return <BackLink to={path} label={card === undefined ? t('Back to the list') : t('Back to {card}', { card })} />
}
