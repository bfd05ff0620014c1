import { Anchor } from '@mantine/core'
import { Link } from 'react-router-dom'
import { t } from '../../../core/index.ts'
import { useSession } from '../../api/session.ts'
import classes from './AuthFrame.module.css'

/** The target of the back link: the sign-in page or, for a user who is asked for a code while switching company, the portal. */
export function useWayBack(): string {
  return useSession() === null ? '/auth/login' : '/'
}

/** The back link at the bottom of every page other than the sign-in page. */
export function BackToSignIn({ onLeave }: { onLeave?: () => void }) {
  const isSignedIn = useSession() !== null
  const to = useWayBack()
  return (
    <Anchor component={Link} to={to} className={classes.back ?? ''} {...(onLeave ? { onClick: onLeave } : {})}>
      <span aria-hidden>←</span>{isSignedIn ? t('Back to the portal') : t('Back to sign in')}
    </Anchor>
  )
}
