import { Screen } from '../../shell/Screen.tsx'
import { ChangePassword } from './ChangePassword.tsx'
import { Sessions } from './Sessions.tsx'
import classes from './Security.module.css'

const PAGE = { id: 'security', module: 'shell', screen: 'security' }

/** Where somebody is signed in, and the password. */
export function SecurityPage() {
  return (
    <Screen page={PAGE} title="Security" subtitle="Where you are signed in, and your password.">
      <div className={classes.halves}>
        <Sessions />
        <ChangePassword />
      </div>
    </Screen>
  )
}
