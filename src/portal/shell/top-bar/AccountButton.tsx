import { Avatar, UnstyledButton } from '@mantine/core'
import { t } from '../../../core/index.ts'
import { initials } from '../../ui/format.ts'
import { OnDemand } from '../on-demand.tsx'
import { usePortal } from '../portal-context.ts'
import { useAvatar } from '../use-avatar.ts'
import classes from './TopBar.module.css'

const load = () => import('../menus.ts').then(({ AccountMenu }) => AccountMenu)

interface AccountButtonProps { /** Whether the current screen is one of the account's. */ isHere: boolean; approvals: string | undefined; admin: { label: string; path: string } | undefined }

/** The user's initials or picture, with the account menu below. */
export function AccountButton({ isHere, approvals, admin }: AccountButtonProps) {
  const { user } = usePortal()
  const avatar = useAvatar()
  const button = (
    <UnstyledButton aria-label={t('Account of {name}', { name: user.name })} className={classes.account ?? ''} data-active={isHere || undefined}>
      <Avatar radius="xl" size={38} color="primary" variant="filled" alt="" src={avatar}>{initials(user.name)}</Avatar>
    </UnstyledButton>
  )
  return <OnDemand load={load} rest={{ approvals, admin }} button={button} />
}
