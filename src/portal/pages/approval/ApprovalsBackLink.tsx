import { ActionIcon } from '@mantine/core'
import { Link } from 'react-router-dom'
import { approvalsPath, Icon, usePortal } from '../../sdk.ts'

/** Back to the approval list. */
export function ApprovalsBackLink() {
  const { bootstrap } = usePortal()
  return (
    <ActionIcon component={Link} to={approvalsPath(bootstrap.pages) ?? '/'} variant="subtle" color="gray" size={40} aria-label="Back to the approval list">
      <Icon name="arrow-left" size={20} />
    </ActionIcon>
  )
}
