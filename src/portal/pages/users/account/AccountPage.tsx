import { Button, Skeleton, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { t } from '../../../../core/index.ts'
import type { UserRow } from '../../../../contract/index.ts'
import { ApiError } from '../../../api/client.ts'
import { endSessionsOf, userQuery, userSessionsQuery, usersKey } from '../../../api/users.ts'
import { pathTo } from '../../../shell/links.ts'
import { usePortal } from '../../../shell/portal-context.ts'
import { BackLink } from '../../../shell/BackLink.tsx'
import { MoreButton } from '../../../shell/MoreButton.tsx'
import { Screen } from '../../../shell/Screen.tsx'
import type { ScreenProps } from '../../../shell/Screen.tsx'
import { usePageKey } from '../../../shell/use-page-key.ts'
import { confirmed } from '../../../ui/confirm.ts'
import { ErrorState } from '../../../ui/ErrorState.tsx'
import { Icon } from '../../../ui/icons.tsx'
import { Sessions } from '../../../ui/Sessions.tsx'
import { AccountStatus } from '../columns.tsx'
import { useUserDialogs } from '../use-user-dialogs.tsx'
import { userButtons, type UserButton } from '../user-buttons.ts'
import classes from './Account.module.css'
import { AccountFacts } from './AccountFacts.tsx'
import { AccountHistory } from './AccountHistory.tsx'

/** One account: its details, sessions and history. */
export function AccountPage({ page }: ScreenProps) {
  const { caption } = usePortal()
  const id = usePageKey(page) ?? ''
  const { data: user, error, refetch } = useQuery(userQuery(id))
  const { actions, dialogs } = useUserDialogs()
  const title = user?.name ?? (page.title ? caption(page.title) : t('User'))
  const body = () => {
    if (user) return <Account user={user} />
    return error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <><Skeleton height={180} /><Skeleton height={260} /></>
  }
  return (
    <Screen page={page} title={title} subtitle={user?.email} lead={<BackToUsers />} aside={user && <AccountStatus user={user} />}
      actions={user && <AccountButtons buttons={userButtons(user, actions)} />}>
      {body()}
      {dialogs}
    </Screen>
  )
}

/** What can be done with the account; what deletes is in a menu. */
function AccountButtons({ buttons }: { buttons: UserButton[] }) {
  const inMenu = buttons.filter(({ isDanger }) => isDanger)
  return (
    <>
      {buttons.filter(({ isDanger }) => !isDanger).map(({ id, label, icon, run, isBusy }) => (
        <Button key={id} variant="default" size="sm" leftSection={<Icon name={icon} size={16} />} loading={isBusy} onClick={run}>{label}</Button>
      ))}
      {inMenu.length > 0 && (
        <MoreButton label={t('More for this account')} isDisabled={inMenu.some(({ isBusy }) => isBusy)} items={inMenu.map(({ id, label, icon, run }) => ({ action: id, label, icon, isDanger: true, onPress: run }))} />
      )}
    </>
  )
}

function Account({ user }: { user: UserRow }) {
  const sessions = useQuery(userSessionsQuery(user.id))
  // Only administrators see the sessions of administrators.
  const isClosed = sessions.error instanceof ApiError && sessions.error.status === 403
  const mayEnd = user._actions.includes('endSessions')
  const sure = async () => (await confirmed({ title: t('End all sessions'), text: t('End all sessions of {name}? They have to sign in again.', { name: user.name }), acceptLabel: t('End them'), rejectLabel: t('Cancel') })) !== undefined
  return (
    <div className={classes.columns}>
      <div className={classes.column}>
        <AccountFacts user={user} />
        {isClosed ? <Text size="sm" c="dimmed">{t('Only administrators see where an administrator is signed in.')}</Text> : (
          <Sessions
            answer={sessions} all={t('End all')} sure={sure} touches={usersKey}
            end={mayEnd ? (session) => endSessionsOf(user.id, session) : undefined}
          />
        )}
      </div>
      <AccountHistory id={user.id} />
    </div>
  )
}

function BackToUsers() {
  const { bootstrap } = usePortal()
  const users = Object.values(bootstrap.pages).find(({ screen }) => screen === 'users')
  if (!users) return null
  return <BackLink to={pathTo(users)} label={t('Back to the users')} />
}
