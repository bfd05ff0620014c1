import { Avatar, UnstyledButton } from '@mantine/core'
import { initials } from '../../ui/format.ts'
import { OnDemand } from '../on-demand.tsx'
import { useBranding, usePortal } from '../portal-context.ts'

const load = () => import('../menus.ts').then(({ AccountMenu }) => AccountMenu)

interface AccountButtonProps { approvals: string | undefined; admin: { label: string; path: string } | undefined }

/** The user's initials or picture, with the account menu below. */
export function AccountButton({ approvals, admin }: AccountButtonProps) {
  const { user } = usePortal()
  const branding = useBranding()
  const button = (
    <UnstyledButton aria-label={`Account of ${user.name}`} style={{ borderRadius: '50%' }}>
      <Avatar radius="xl" size={38} color="primary" variant="filled" alt="" src={branding?.images.site_user_avatar ?? null}>{initials(user.name)}</Avatar>
    </UnstyledButton>
  )
  return <OnDemand load={load} rest={{ approvals, admin }} button={button} />
}
