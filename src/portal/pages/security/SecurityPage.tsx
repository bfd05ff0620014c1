import { useQuery } from '@tanstack/react-query'
import { t } from '../../../core/index.ts'
import { endOtherSessions, endSessionOf, sessionsQuery } from '../../api/security.ts'
import { Screen } from '../../shell/Screen.tsx'
import { ChangePassword } from './ChangePassword.tsx'
import { Language } from './Language.tsx'
import { Authenticators } from '../../ui/authenticators/Authenticators.tsx'
import { Sessions } from '../../ui/Sessions.tsx'
import classes from './Security.module.css'

const PAGE = { id: 'security', module: 'shell', screen: 'security' }

/** The current user's sign-in methods and sessions. */
export function SecurityPage() {
  const sessions = useQuery(sessionsQuery())
  return (
    <Screen page={PAGE} title={t('Security')} subtitle={t('Your password, your authenticators, and where you are signed in.')}>
      <div className={classes.halves}>
        <Sessions
          answer={sessions} all={t('Sign out of all other sessions')} touches={sessionsQuery().queryKey}
          end={(id) => (id === null ? endOtherSessions() : endSessionOf(id))}
        />
        <Authenticators />
        <ChangePassword />
        <Language />
      </div>
    </Screen>
  )
}
