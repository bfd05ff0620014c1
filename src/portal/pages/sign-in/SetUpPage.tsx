import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { t } from '../../../core/index.ts'
import type { Session } from '../../api/session.ts'
import { authenticatorsQuery } from '../../api/authenticators.ts'
import { adoptSession } from '../../api/adopt-session.ts'
import { messageOf } from '../../api/client.ts'
import { useSignOut } from '../../shell/use-sign-out.ts'
import { Authenticators } from '../../ui/authenticators/Authenticators.tsx'
import { toast } from '../../ui/toasts.ts'
import { AuthFrame } from './AuthFrame.tsx'
import classes from './AuthFrame.module.css'

/** For users who need an authenticator but have none: nothing else opens until they have set one up. */
export function SetUpPage({ session: { token } }: { session: Session }) {
  const signOut = useSignOut()
  const [isDone, setDone] = useState(false)
  // An authenticator may have been added before a reload.
  const { data } = useQuery(authenticatorsQuery())
  const hasOne = data !== undefined && data.authenticators.length > 0
  const goOn = () => {
    setDone(true)
    adoptSession(token).catch((error: unknown) => {
      setDone(false)
      toast.warning(messageOf(error))
    })
  }
  return (
    <AuthFrame screen="shell.set-up-authenticator" title={t('One more thing')} lead={t('Your organisation asks you to sign in with more than a password. It takes two minutes, once.')}>
      <Authenticators onFirst={goOn} />
      <div className={classes.ways}>
        <Button variant="subtle" onClick={signOut}>{t('Logout')}</Button>
        {hasOne && <Button loading={isDone} onClick={goOn}>{t('Continue')}</Button>}
      </div>
    </AuthFrame>
  )
}
