import { ActionIcon } from '@mantine/core'
import { Link } from 'react-router-dom'
import { cardPath, Icon, listPath, usePortal } from '../../sdk.ts'

/** Back to the list of a type; from a view of a record to its card. */
export function BackLink({ type, card }: { type: string; card?: string }) {
  const { bootstrap } = usePortal()
  const path = card === undefined ? listPath(bootstrap.pages, type) : cardPath(bootstrap.pages, type, card)
  return (
    <ActionIcon component={Link} to={path} variant="subtle" color="gray" size={44} aria-label={card === undefined ? 'Back to the list' : `Back to ${card}`}>
      <Icon name="arrow-left" size={20} />
    </ActionIcon>
  )
}
