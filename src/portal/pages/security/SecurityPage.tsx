import { useQuery } from '@tanstack/react-query'
import { endOtherSessions, endSessionOf, sessionsQuery } from '../../api/security.ts'
import { Screen } from '../../shell/Screen.tsx'
import { ChangePassword } from './ChangePassword.tsx'
import { Sessions } from '../../ui/Sessions.tsx'
import classes from './Security.module.css'

const PAGE = { id: 'security', module: 'shell', screen: 'security' }

/** Where somebody is signed in, and the password. */
export function SecurityPage() {
  const sessions = useQuery(sessionsQuery())
  return (
    <Screen page={PAGE} title="Security" subtitle="Where you are signed in, and your password.">
      <div className={classes.halves}>
        <Sessions
          answer={sessions} all="End all others" touches={sessionsQuery().queryKey}
          end={(id) => (id === null ? endOtherSessions() : endSessionOf(id))}
        />
        <ChangePassword />
      </div>
    </Screen>
  )
}
