import { ActionIcon } from '@mantine/core'
import { Link } from 'react-router-dom'
import { Icon, listPath, usePortal } from '../../sdk.ts'

/** Back to the list of a type. */
export function BackLink({ type }: { type: string }) {
  const { bootstrap } = usePortal()
  return (
    <ActionIcon component={Link} to={listPath(bootstrap.pages, type)} variant="subtle" color="gray" size={44} aria-label="Back to the list">
      <Icon name="arrow-left" size={20} />
    </ActionIcon>
  )
}
